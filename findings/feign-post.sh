#!/bin/sh
# Guess: Feign with its defaults sends a POST up to five times if the response is lost, and once
# after a 503 without Retry-After. With Retry-After, it sends it again. A cut 200 is an error, and
# sent once. A 400 is an exception with the body.
#
# Found, Feign 13.13: after a redirect, which the streaming HttpURLConnection cannot follow, it
# sends the POST to the same URL again. The incomplete body of a 200 is returned without an error.
#
# Output: 302: POST, POST; {"name":"Fern"}
#         303: POST, POST; {"name":"Fern"}
#         307: POST, POST; {"name":"Fern"}
#         cut: POST; {"nam
#         503 retry-after: POST, POST; {"name":"Fern"}
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
    <dependency><groupId>io.github.openfeign</groupId><artifactId>feign-core</artifactId><version>13.13</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import feign.Feign;
import feign.FeignException;
import feign.Headers;
import feign.RequestLine;

class Post {
  interface Store {
    @RequestLine("POST /plants")
    @Headers("content-type: application/json")
    String create(String plant);
  }

  public static void main(String[] arguments) {
    for (String url : arguments) {
      Store store = Feign.builder().target(Store.class, url.replace("/plants", ""));
      try {
        System.out.println(store.create("{\"id\":5,\"name\":\"Fern\"}"));
      } catch (FeignException error) {
        System.out.println(error.getClass().getSimpleName() + " " + error.status() + " " + error.contentUTF8());
      }
    }
  }
}
JAVA
javac --release 17 -cp 'jars/*' Post.java 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" '302, 303, 307, cut, 503 retry-after' java -cp 'jars/*:.' Post)
echo "$output"
test "$output" = '302: POST, POST; {"name":"Fern"}
303: POST, POST; {"name":"Fern"}
307: POST, POST; {"name":"Fern"}
cut: POST; {"nam
503 retry-after: POST, POST; {"name":"Fern"}'
