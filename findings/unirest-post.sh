#!/bin/sh
# Guess: Unirest 4 sends a POST once in every case, follows 302 and 303 with a GET and 307 with the
# POST. A cut 200 is an error.
#
# Found, Unirest 4.10.1: a cut 200 is a 200 without a body; asString() throws nothing, and getBody()
# is null.
#
# Output: cut: POST; 200 null
#         cut chunked: POST; 200 null
#         400: POST; 400 {"error":400,"message":"no"}
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
    <dependency><groupId>com.konghq</groupId><artifactId>unirest-java-core</artifactId><version>4.10.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import kong.unirest.core.HttpResponse;
import kong.unirest.core.Unirest;

class Post {
  public static void main(String[] arguments) throws Exception {
    String plant = "{\"id\":5,\"name\":\"Fern\"}";
    for (String url : arguments) {
      try {
        HttpResponse<String> response = Unirest.post(url)
            .header("content-type", "application/json").body(plant).asString();
        System.out.println(response.getStatus() + " " + response.getBody());
      } catch (Exception error) {
        System.out.println(error.getClass().getSimpleName());
      }
    }
    System.exit(0);
  }
}
JAVA
javac --release 17 -cp 'jars/*' Post.java 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" 'cut, cut chunked, 400' java -cp 'jars/*:.' Post)
echo "$output"
test "$output" = 'cut: POST; 200 null
cut chunked: POST; 200 null
400: POST; 400 {"error":400,"message":"no"}'
