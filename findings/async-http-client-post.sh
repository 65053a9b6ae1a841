#!/bin/sh
# Guess: async-http-client 3 sends a POST up to six times if the server closes the connection
# without a response, and once after a reset. It follows no redirect. A cut 200 is an error.
#
# Found, async-http-client 3.0.13: it sends the POST up to six times after a reset and after a cut
# 200, too. Version 2.12.3 of Debian did so after a close only.
#
# Output: closed all: 6 x POST; ExecutionException
#         reset all: 6 x POST; ExecutionException
#         cut: POST, POST; 200 {"name":"Fern"}
#         cut all: 6 x POST; ExecutionException
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
    <dependency><groupId>org.asynchttpclient</groupId><artifactId>async-http-client</artifactId><version>3.0.13</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.Dsl;
import org.asynchttpclient.Response;

class Post {
  public static void main(String[] arguments) throws Exception {
    AsyncHttpClient client = Dsl.asyncHttpClient();
    String plant = "{\"id\":5,\"name\":\"Fern\"}";
    for (String url : arguments) {
      try {
        Response response = client.preparePost(url)
            .setHeader("content-type", "application/json").setBody(plant).execute().get();
        System.out.println(response.getStatusCode() + " " + response.getResponseBody());
      } catch (Exception error) {
        System.out.println(error.getClass().getSimpleName());
      }
    }
    System.exit(0);
  }
}
JAVA

output=$(node "$here/serve-events.mjs" 'closed all, reset all, cut, cut all' java -cp 'jars/*' Post.java)
echo "$output"
test "$output" = 'closed all: 6 x POST; ExecutionException
reset all: 6 x POST; ExecutionException
cut: POST, POST; 200 {"name":"Fern"}
cut all: 6 x POST; ExecutionException'
