#!/bin/sh
# Guess: The client of Jetty 12 sends a POST once if the response is lost. It follows 302 and 303
# with a GET without a body, and 307 with the POST. A cut 200 is an error.
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
    <dependency><groupId>org.eclipse.jetty</groupId><artifactId>jetty-client</artifactId><version>12.1.14</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.StringRequestContent;

class Post {
  public static void main(String[] arguments) throws Exception {
    HttpClient client = new HttpClient();
    client.start();
    String plant = "{\"id\":5,\"name\":\"Fern\"}";
    for (String url : arguments) {
      try {
        ContentResponse response = client.POST(url)
            .body(new StringRequestContent("application/json", plant)).send();
        System.out.println(response.getStatus() + " " + response.getContentAsString());
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
