#!/bin/sh
# Guess: swagger-request-validator refuses the id 9223372036854775808 for type integer with format int64,
# 3000000000 with int32, and 5.0.
#
# Needs Maven Central, Maven 3.8 and Java 17 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v mvn >/dev/null || exit 77
cat >pom.xml <<'XML'
<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version>
<dependencies>
<dependency><groupId>com.atlassian.oai</groupId><artifactId>swagger-request-validator-core</artifactId><version>2.44.9</version></dependency>
</dependencies></project>
XML
mvn -q -B "-Dmaven.repo.local=${M2_SHARED:-$dir/m2}" dependency:copy-dependencies -DoutputDirectory=lib >/dev/null 2>&1 || exit 77
cat >Run.java <<'JAVA'
import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.SimpleRequest;

public class Run {
  public static void main(String[] arguments) {
    for (String format : new String[] {"int64", "int32"}) {
      String document = "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Plants\",\"version\":\"1\"},\"paths\":{\"/plants\":{\"post\":{\"requestBody\":{\"required\":true,\"content\":{\"application/json\":{\"schema\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\",\"format\":\"" + format + "\"}}}}}},\"responses\":{\"200\":{\"description\":\"created\"}}}}}}";
      var validator = OpenApiInteractionValidator.createForInlineApiSpecification(document).build();
      for (String id : new String[] {"5", "5.0", "3000000000", "9223372036854775807", "9223372036854775808", "\"5\"", "1e2"}) {
        var request = SimpleRequest.Builder.post("/plants").withContentType("application/json").withBody("{\"id\":" + id + "}").build();
        System.out.println(format + " " + id + " " + !validator.validateRequest(request).hasErrors());
      }
    }
    System.exit(0);
  }
}
JAVA
output=$(java -cp 'lib/*' Run.java 2>/dev/null)
echo "$output"
