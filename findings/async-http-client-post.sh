#!/bin/sh
# Guess: async-http-client 3 sends a POST up to six times if the server closes the connection
# without a response, and once after a reset. It follows no redirect. A cut 200 is an error.
#
# Found, async-http-client 3.0.13: it sends the POST six times if every connection is closed or reset, or
# every 200 is cut.
#
# Output: closed all: 6 x POST; ExecutionException
#         reset all: 6 x POST; ExecutionException
#         cut: POST, POST; 200 {"name":"Fern"}
#         cut all: 6 x POST; ExecutionException
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
    <dependency><groupId>org.asynchttpclient</groupId><artifactId>async-http-client</artifactId><version>3.0.13</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

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
javac --release 17 -cp 'jars/*' Post.java 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" 'closed all, reset all, cut, cut all' java -cp 'jars/*:.' Post)
echo "$output"
test "$output" = 'closed all: 6 x POST; ExecutionException
reset all: 6 x POST; ExecutionException
cut: POST, POST; 200 {"name":"Fern"}
cut all: 6 x POST; ExecutionException'
