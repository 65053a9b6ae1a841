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
# Needs Maven Central.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v mvn >/dev/null || exit 77
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>example</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.rest-assured</groupId><artifactId>rest-assured</artifactId><version>6.0.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

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

output=$(node "$here/serve-events.mjs" '302, 307, 303' java -cp 'jars/*' Post.java)
echo "$output"
test "$output" = '302: POST; 302 
307: POST; 307 
303: POST, GET /done; 200 {"name":"Fern"}'
