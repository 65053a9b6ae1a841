#!/bin/sh
# Guess: jsoniter, DSL-JSON and fastjson read an id in a Map as a Long or a BigInteger, with all digits,
# and write it so.
#
# Found, jsoniter 0.9.23: in a Map, 9007199254740993 is the Long 9007199254740992, although
# 9223372036854775807 is exact; toLong() of an Any has all digits.
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
    <dependency><groupId>com.jsoniter</groupId><artifactId>jsoniter</artifactId><version>0.9.23</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B "-Dmaven.repo.local=$dir/repository" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=lib >/dev/null 2>&1 || exit 77

cat >Run.java <<'JAVA'
import com.jsoniter.JsonIterator;
import java.util.Map;

public class Run {
  public static void main(String[] arguments) throws Exception {
    for (String id : new String[] {"9007199254740993", "9223372036854775807"}) {
      String text = "{\"id\":" + id + "}";
      Object inMap = JsonIterator.deserialize(text, Map.class).get("id");
      System.out.println(inMap.getClass().getSimpleName() + " " + inMap + ", Any: " + JsonIterator.deserialize(text).toLong("id"));
    }
  }
}
JAVA
javac --release 17 -cp 'lib/*' Run.java 2>/dev/null || exit 77
output=$(java -cp 'lib/*:.' Run 2>/dev/null)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
Long 9007199254740992, Any: 9007199254740993
Long 9223372036854775807, Any: 9223372036854775807
OUTPUT
)"
