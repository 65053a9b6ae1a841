#!/bin/sh
# Guess: A JSON body of MockServer with the id 9007199254740993 does not match 9007199254740992.
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
    <dependency><groupId>org.mock-server</groupId><artifactId>mockserver-core</artifactId><version>5.15.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import org.mockserver.logging.MockServerLogger;
import org.mockserver.matchers.JsonStringMatcher;
import org.mockserver.matchers.MatchType;

class Post {
  public static void main(String[] arguments) {
    String[][] pairs = {{"9007199254740993", "9007199254740992"}, {"9223372036854775807", "9223372036854775806"}, {"1", "1.0"}, {"1", "\"1\""}};
    for (String[] pair : pairs) {
      var matcher = new JsonStringMatcher(new MockServerLogger(), "{\"id\":" + pair[0] + "}", MatchType.STRICT);
      boolean matches = matcher.matches(null, "{\"id\":" + pair[1] + "}");
      System.out.println(pair[0] + " and " + pair[1] + (matches ? ": match" : ": no match"));
    }
    System.exit(0);
  }
}
JAVA

output=$(java -cp 'jars/*' Post.java)
echo "$output"
test "$output" = 'TODO'
