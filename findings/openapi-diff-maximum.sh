#!/bin/sh
# Guess: openapi-diff says that two documents are incompatible if the maximum of an id in a request became
# lower, or its format changed from int64 to int32.
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
<dependency><groupId>org.openapitools.openapidiff</groupId><artifactId>openapi-diff-core</artifactId><version>2.1.2</version></dependency>
</dependencies></project>
XML
mvn -q -B "-Dmaven.repo.local=${M2_SHARED:-$dir/m2}" dependency:copy-dependencies -DoutputDirectory=lib >/dev/null 2>&1 || exit 77
cat >Run.java <<'JAVA'
import org.openapitools.openapidiff.core.OpenApiCompare;

public class Run {
  static String document(String id) {
    return "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Plants\",\"version\":\"1\"},\"paths\":{\"/plants\":{\"post\":{\"requestBody\":{\"required\":true,\"content\":{\"application/json\":{\"schema\":{\"type\":\"object\",\"properties\":{\"id\":" + id + ",\"name\":{\"type\":\"string\"}}}}}},\"responses\":{\"200\":{\"description\":\"created\"}}}}}}";
  }

  static void compare(String before, String after) {
    var diff = OpenApiCompare.fromContents(document(before), document(after));
    System.out.println(before + " to " + after + ": changed " + diff.isDifferent() + ", compatible " + diff.isCompatible());
  }

  public static void main(String[] arguments) {
    compare("{\"type\":\"integer\",\"maximum\":9223372036854775807}", "{\"type\":\"integer\",\"maximum\":1000}");
    compare("{\"type\":\"integer\",\"maximum\":9223372036854775807}", "{\"type\":\"integer\",\"maximum\":9223372036854775000}");
    compare("{\"type\":\"integer\",\"format\":\"int64\"}", "{\"type\":\"integer\",\"format\":\"int32\"}");
    compare("{\"type\":\"integer\"}", "{\"type\":\"integer\",\"minimum\":1}");
    compare("{\"type\":\"string\"}", "{\"type\":\"string\",\"pattern\":\"^a$\"}");
    compare("{\"type\":\"string\",\"maxLength\":100}", "{\"type\":\"string\",\"maxLength\":10}");
    System.exit(0);
  }
}
JAVA
output=$(java -cp 'lib/*' Run.java 2>/dev/null)
echo "$output"
