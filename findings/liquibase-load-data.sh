#!/bin/sh
# Guess: Liquibase's loadData reads the cell NULL as no value, an empty cell as an empty text, and a name
# of digits such as 007, or N/A, as a text; an id of int64 is exact.
#
# Needs Maven Central, Maven 3.8 and Java 17 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v mvn >/dev/null || exit 77
cat >pom.xml <<'XML'
<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version>
<dependencies>
<dependency><groupId>org.liquibase</groupId><artifactId>liquibase-core</artifactId><version>4.33.0</version></dependency>
<dependency><groupId>com.h2database</groupId><artifactId>h2</artifactId><version>2.4.240</version></dependency>
</dependencies></project>
XML
mvn -q -B "-Dmaven.repo.local=${M2_SHARED:-$dir/m2}" dependency:copy-dependencies -DoutputDirectory=lib >/dev/null 2>&1 || exit 77
cat >Run.java <<'JAVA'
import java.io.File;
import java.nio.file.*;
import java.sql.*;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.DirectoryResourceAccessor;

public class Run {
  public static void main(String[] arguments) throws Exception {
    Files.writeString(Path.of("plants.csv"), "id,name,tag\n1,NULL,a\n9223372036854775807,Fern,\n3,007,\"\"\n4,N/A,null\n5,true,5\"\" pot\n6,\"5\"\" pot \\ clay\",\"Line\nbreak\"\n7,C:\\temp, x \n8,#1,2026-11-28\n");
    Files.writeString(Path.of("changes.xml"), "<databaseChangeLog xmlns='http://www.liquibase.org/xml/ns/dbchangelog' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='http://www.liquibase.org/xml/ns/dbchangelog http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd'><changeSet id='1' author='a'><sql>create table plants (id bigint, name varchar(99), tag varchar(99))</sql><loadData file='plants.csv' tableName='plants'/></changeSet></databaseChangeLog>");
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:plants");
    var database = DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
    new Liquibase("changes.xml", new DirectoryResourceAccessor(new File(".")), database).update("");
    ResultSet rows = connection.createStatement().executeQuery("select id, name, tag from plants order by id");
    while (rows.next()) System.out.println(rows.getString(1) + " '" + rows.getString(2) + "' '" + rows.getString(3) + "'");
    System.exit(0);
  }
}
JAVA
output=$(java -cp 'lib/*' Run.java 2>/dev/null)
echo "$output"
