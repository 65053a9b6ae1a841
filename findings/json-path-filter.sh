#!/bin/sh
# Guess: Jayway JsonPath finds one plant for ?(@.id == 9007199254740993) among 9007199254740992 and
# 9007199254740993, none for ?(@.name == 7) with the name "007", and orders no text before a number.
#
# Found, JsonPath 2.9.0: the filters find a text, too: "9007199254740993" is equal to the number, and the
# name "7" to 7 (not "007").
#
# Needs Maven Central, Maven and a JDK 17 or later. Seen with Maven 3.8.7 and Java 17.0.15. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in mvn javac; do command -v $tool >/dev/null || exit 77; done
cat >pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>com.jayway.jsonpath</groupId><artifactId>json-path</artifactId><version>2.9.0</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B "-Dmaven.repo.local=$dir/repository" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=lib >/dev/null 2>&1 || exit 77

cat >Run.java <<'JAVA'
import com.jayway.jsonpath.JsonPath;

public class Run {
  public static void main(String[] arguments) {
    String plants = """
        [{"id":9007199254740992,"name":"007"},{"id":9007199254740993,"name":"7"},{"id":"9007199254740993","name":"Fern"}]""";
    for (String filter : new String[] {"@.id == 9007199254740993", "@.name == 7"})
      System.out.println(filter + ": " + JsonPath.read(plants, "$[?(" + filter + ")]"));
  }
}
JAVA
javac --release 17 -cp 'lib/*' Run.java 2>/dev/null || exit 77
output=$(java -cp 'lib/*:.' Run 2>/dev/null)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
@.id == 9007199254740993: [{"id":9007199254740993,"name":"7"},{"id":"9007199254740993","name":"Fern"}]
@.name == 7: [{"id":9007199254740993,"name":"7"}]
OUTPUT
)"
