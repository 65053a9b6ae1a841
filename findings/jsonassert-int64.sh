#!/bin/sh
# Guess: JSONAssert, which Spring's tests use, says that {"id":9007199254740993} and
# {"id":9007199254740992} differ, and that 1 and 1.0 are equal.
#
# Found, JSONAssert 1.5.3: both pairs are equal, because numbers are compared as doubles. So a test
# of a response passes with another id.
#
# Output: 9007199254740993 and 9007199254740992: equal
#         9223372036854775807 and 9223372036854775806: equal
#         1 and 1.0: equal
#         1 and "1": differ
#
# Needs Maven Central, Maven and a JDK 17 or later. Seen with Maven 3.8.7 and Java 17.0.15.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in mvn javac; do command -v $tool >/dev/null || exit 77; done
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>example</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.skyscreamer</groupId><artifactId>jsonassert</artifactId><version>1.5.3</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import org.skyscreamer.jsonassert.JSONCompare;
import org.skyscreamer.jsonassert.JSONCompareMode;

class Post {
  public static void main(String[] arguments) throws Exception {
    String[][] pairs = {
      {"9007199254740993", "9007199254740992"}, {"9223372036854775807", "9223372036854775806"}, {"1", "1.0"}, {"1", "\"1\""},
    };
    for (String[] pair : pairs) {
      String expected = "{\"id\":" + pair[0] + "}", actual = "{\"id\":" + pair[1] + "}";
      boolean passed = JSONCompare.compareJSON(expected, actual, JSONCompareMode.STRICT).passed();
      System.out.println(pair[0] + " and " + pair[1] + (passed ? ": equal" : ": differ"));
    }
  }
}
JAVA
javac --release 17 -cp 'jars/*' Post.java 2>/dev/null || exit 77

output=$(java -cp 'jars/*:.' Post)
echo "$output"
test "$output" = '9007199254740993 and 9007199254740992: equal
9223372036854775807 and 9223372036854775806: equal
1 and 1.0: equal
1 and "1": differ'
