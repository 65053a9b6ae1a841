#!/bin/sh
# Guess: The WebClient of Armeria sends a POST once in every case, follows no redirect, and a cut
# 200 is an error.
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
    <dependency><groupId>com.linecorp.armeria</groupId><artifactId>armeria</artifactId><version>1.40.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;

class Post {
  public static void main(String[] arguments) throws Exception {
    WebClient client = WebClient.of();
    String plant = "{\"id\":5,\"name\":\"Fern\"}";
    for (String url : arguments) {
      try {
        AggregatedHttpResponse response = client.execute(
            RequestHeaders.of(HttpMethod.POST, url.replace("http:", "h1c:"), "content-type", MediaType.JSON), plant).aggregate().join();
        System.out.println(response.status().code() + " " + response.contentUtf8());
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
