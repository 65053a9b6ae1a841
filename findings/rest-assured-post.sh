#!/bin/sh
# Guess: REST-assured sends a POST once in every case, follows no redirect after a POST, and a cut
# 200 is an error.
#
# Found, REST-assured 6.0.1: it follows a 303 with a GET, and returns its 200; 302 and 307 are
# returned as they are.
#
# Output: 302: POST; 302 
#         307: POST; 307 
#         303: POST, GET /done; 200 {"name":"Fern"}
#
# Needs Maven Central, Maven and a JDK 17 or later, and Node. Seen with Maven 3.8.7, Java 17.0.15 and Node 24.21.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in mvn javac node; do command -v $tool >/dev/null || exit 77; done
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>example</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.rest-assured</groupId><artifactId>rest-assured</artifactId><version>6.0.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import io.restassured.RestAssured;

class Post {
  public static void main(String[] arguments) throws Exception {
    String plant = "{\"id\":5,\"name\":\"Fern\"}";
    for (String url : arguments) {
      try {
        var response = RestAssured.given().contentType("application/json").body(plant).post(url);
        System.out.println(response.statusCode() + " " + response.asString());
      } catch (Exception error) {
        System.out.println(error.getClass().getSimpleName());
      }
    }
    System.exit(0);
  }
}
JAVA
javac --release 17 -cp 'jars/*' Post.java 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" '302, 307, 303' java -cp 'jars/*:.' Post)
echo "$output"
test "$output" = '302: POST; 302 
307: POST; 307 
303: POST, GET /done; 200 {"name":"Fern"}'
