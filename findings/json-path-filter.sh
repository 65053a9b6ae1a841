#!/bin/sh
# Guess: Jayway JsonPath finds one plant for ?(@.id == 9007199254740993) among 9007199254740992 and
# 9007199254740993, none for ?(@.name == 7) with the name "007", and orders no text before a number.
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
<dependency><groupId>com.jayway.jsonpath</groupId><artifactId>json-path</artifactId><version>2.9.0</version></dependency>
</dependencies></project>
XML
mvn -q -B "-Dmaven.repo.local=${M2_SHARED:-$dir/m2}" dependency:copy-dependencies -DoutputDirectory=lib >/dev/null 2>&1 || exit 77
cat >Run.java <<'JAVA'
import com.jayway.jsonpath.JsonPath;

public class Run {
  public static void main(String[] arguments) {
    String text = "[{\"id\":9007199254740992,\"name\":\"007\"},{\"id\":9007199254740993,\"name\":\"7\"},{\"id\":\"9007199254740993\",\"name\":\"null\"},{\"id\":5.0,\"name\":\"true\",\"tag\":null},{\"id\":5,\"name\":\"Fern\"}]";
    for (String filter : new String[] {"@.id == 9007199254740993", "@.name == 7", "@.name == '7'", "@.name == null", "@.name == true", "@.tag == null", "@.tag", "@.id == 5", "@.id > 6", "@.name > 6", "@.name in ['7', 'Fern']", "@.id in [5]", "@.id in [9007199254740993]"})
      System.out.println(filter + ": " + JsonPath.read(text, "$[?(" + filter + ")]"));
  }
}
JAVA
output=$(java -cp 'lib/*' Run.java 2>/dev/null)
echo "$output"
