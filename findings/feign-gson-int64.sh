#!/bin/sh
# Guess: The GsonDecoder of Feign reads {"id":9007199254740993} into a Map with a double,
# 9007199254740992, and the id 3000000000 with its value.
#
# Found, feign-gson 13.13: an id in a map becomes an Integer. Both ids above 2147483647 are 2147483647.
#
# Output: 5: Integer 5
#         3000000000: Integer 2147483647
#         9007199254740993: Integer 2147483647
#
# Needs Maven Central, Maven and a JDK 17 or later. Seen with Maven 3.8.7 and Java 17.0.15.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in mvn javac; do command -v $tool >/dev/null || exit 77; done
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>example</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.github.openfeign</groupId><artifactId>feign-gson</artifactId><version>13.13</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=jars >/dev/null 2>&1 || exit 77

cat > Post.java <<'JAVA'
import feign.Request;
import feign.Response;
import feign.gson.GsonDecoder;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;

class Post {
  static Map<String, Object> field;

  public static void main(String[] arguments) throws Exception {
    Type type = Post.class.getDeclaredField("field").getGenericType();
    for (String id : new String[] {"5", "3000000000", "9007199254740993"}) {
      Response response = Response.builder().status(200)
          .request(Request.create(Request.HttpMethod.GET, "/", Map.of(), null, StandardCharsets.UTF_8, null))
          .body("{\"id\":" + id + "}", StandardCharsets.UTF_8).build();
      Object read = ((Map<?, ?>) new GsonDecoder().decode(response, type)).get("id");
      System.out.println(id + ": " + read.getClass().getSimpleName() + " " + read);
    }
  }
}
JAVA
javac --release 17 -cp 'jars/*' Post.java 2>/dev/null || exit 77

output=$(java -cp 'jars/*:.' Post)
echo "$output"
test "$output" = '5: Integer 5
3000000000: Integer 2147483647
9007199254740993: Integer 2147483647'
