#!/bin/sh
# Guess: The WebClient of Vert.x 5 sends a POST once if the response is lost. It follows a 303 with
# a GET, and returns 302 and 307 as they are. A cut 200 is an error.
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
    <dependency><groupId>io.vertx</groupId><artifactId>vertx-web-client</artifactId><version>5.2.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.WebClient;

class Post {
  public static void main(String[] arguments) throws Exception {
    WebClient client = WebClient.create(Vertx.vertx());
    String plant = "{\"id\":5,\"name\":\"Fern\"}";
    for (String url : arguments) {
      try {
        var response = client.postAbs(url).putHeader("content-type", "application/json")
            .sendBuffer(Buffer.buffer(plant)).await();
        System.out.println(response.statusCode() + " " + response.bodyAsString());
      } catch (Exception error) {
        System.out.println(error.getClass().getSimpleName());
      }
    }
    System.exit(0);
  }
}
JAVA

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' java -cp 'jars/*' Post.java)
echo "$output"
test "$output" = 'TODO'
