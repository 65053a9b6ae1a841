#!/bin/sh
# Guess: Reactor Netty, which is below Spring's WebClient, sends a POST again after a reset, on a
# new connection, too, and once after a close. It follows no redirect, and a cut 200 is an error.
#
# Found, reactor-netty-http 1.3.8 with netty 4.2.18: it sends the POST once, after a reset, too.
#
# Output: closed (reused): POST; ReactiveException
#         reset (reused): POST; ReactiveException
#         closed: POST; ReactiveException
#         reset: POST; ReactiveException
#         reset all: POST; ReactiveException
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
  <dependencyManagement><dependencies>
    <dependency><groupId>io.netty</groupId><artifactId>netty-bom</artifactId><version>4.2.18.Final</version><type>pom</type><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>io.projectreactor.netty</groupId><artifactId>reactor-netty-http</artifactId><version>1.3.8</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>2.0.17</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

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
javac --release 17 -cp 'jars/*' Post.java 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, reset all' java -cp 'jars/*:.' Post)
echo "$output"
test "$output" = 'closed (reused): POST; ReactiveException
reset (reused): POST; ReactiveException
closed: POST; ReactiveException
reset: POST; ReactiveException
reset all: POST; ReactiveException'
