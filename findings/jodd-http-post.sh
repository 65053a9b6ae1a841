#!/bin/sh
# Guess: jodd-http sends a POST once in every case and follows no redirect by default. A cut 200 is
# an error.
#
# Found, jodd-http 6.3.0: a closed connection is a response with the status 0 and without a body.
# The incomplete body of a 200 is returned without an error.
#
# Output: closed (reused): POST; 0 
#         closed: POST; 0 
#         reset: POST; HttpException
#         cut: POST; 200 {"nam
#         cut chunked: POST; 200 {"nam
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
    <dependency><groupId>org.jodd</groupId><artifactId>jodd-http</artifactId><version>6.3.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import jodd.http.HttpRequest;

class Post {
  public static void main(String[] arguments) throws Exception {

    String plant = "{\"id\":5,\"name\":\"Fern\"}";
    for (String url : arguments) {
      try {
        var response = HttpRequest.post(url).contentType("application/json").body(plant).send();
        System.out.println(response.statusCode() + " " + response.bodyText());
      } catch (Exception error) {
        System.out.println(error.getClass().getSimpleName());
      }
    }
    System.exit(0);
  }
}
JAVA

output=$(node "$here/serve-events.mjs" 'closed (reused), closed, reset, cut, cut chunked' java -cp 'jars/*' Post.java)
echo "$output"
test "$output" = 'closed (reused): POST; 0 
closed: POST; 0 
reset: POST; HttpException
cut: POST; 200 {"nam
cut chunked: POST; 200 {"nam'
