#!/bin/sh
# Guess: Reactor Netty, which is below Spring's WebClient, sends a POST again after a reset, on a
# new connection, too, and once after a close. It follows no redirect, and a cut 200 is an error.
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
    <dependency><groupId>io.projectreactor.netty</groupId><artifactId>reactor-netty-http</artifactId><version>1.3.8</version>
      <exclusions><exclusion><groupId>io.netty</groupId><artifactId>netty-codec-native-quic</artifactId></exclusion><exclusion><groupId>io.netty</groupId><artifactId>netty-resolver-dns-native-macos</artifactId></exclusion><exclusion><groupId>io.netty</groupId><artifactId>netty-transport-native-epoll</artifactId></exclusion></exclusions></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

class Post {
  public static void main(String[] arguments) throws Exception {
    HttpClient client = HttpClient.create().headers(headers -> headers.set("content-type", "application/json"));
    String plant = "{\"id\":5,\"name\":\"Fern\"}";
    for (String url : arguments) {
      try {
        System.out.println(client.post().uri(url)
            .send(Mono.fromSupplier(() -> Unpooled.copiedBuffer(plant, StandardCharsets.UTF_8)))
            .responseSingle((response, body) -> body.asString().defaultIfEmpty("").map(text -> response.status().code() + " " + text))
            .block());
      } catch (Exception error) {
        System.out.println(error.getClass().getSimpleName());
      }
    }
    System.exit(0);
  }
}
JAVA

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400, reset all' java -cp 'jars/*' Post.java)
echo "$output"
test "$output" = 'TODO'
