#!/bin/sh
# Guess: Feign with its defaults sends a POST up to five times if the response is lost, and once
# after a 503 without Retry-After. With Retry-After, it sends it again. A cut 200 is an error, and
# sent once. A 400 is an exception with the body.
#
# Found, Feign 13.13: after a redirect, which the streaming HttpURLConnection cannot follow, it
# sends the POST to the same URL again. The incomplete body of a 200 is returned without an error. (The rest of the guess was right.)
#
# Output: 302: POST, POST; {"name":"Fern"}
#         303: POST, POST; {"name":"Fern"}
#         307: POST, POST; {"name":"Fern"}
#         cut: POST; {"nam
#         503 retry-after: POST, POST; {"name":"Fern"}
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
    <dependency><groupId>io.github.openfeign</groupId><artifactId>feign-core</artifactId><version>13.13</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

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

output=$(node "$here/serve-events.mjs" '302, 303, 307, cut, 503 retry-after' java -cp 'jars/*' Post.java)
echo "$output"
test "$output" = '302: POST, POST; {"name":"Fern"}
303: POST, POST; {"name":"Fern"}
307: POST, POST; {"name":"Fern"}
cut: POST; {"nam
503 retry-after: POST, POST; {"name":"Fern"}'
