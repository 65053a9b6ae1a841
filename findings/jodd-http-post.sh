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
    <dependency><groupId>org.jodd</groupId><artifactId>jodd-http</artifactId><version>6.3.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

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
javac --release 17 -cp 'jars/*' Post.java 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" 'closed (reused), closed, reset, cut, cut chunked' java -cp 'jars/*:.' Post)
echo "$output"
test "$output" = 'closed (reused): POST; 0 
closed: POST; 0 
reset: POST; HttpException
cut: POST; 200 {"nam
cut chunked: POST; 200 {"nam'
