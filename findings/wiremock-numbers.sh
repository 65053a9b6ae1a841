#!/bin/sh
# Guess: WireMock's equalToJson with {"id":5} does not match 5.0, with 9007199254740993 does not match
# 9007199254740992; matchingJsonPath $[?(@.id == 9007199254740993)] matches one of them, and a response
# template writes {{jsonPath request.body '$.id'}} and {{math … + 0}} with all digits.
#
# Found, WireMock 3.13.2: {"id":5} matches 5.0 and 5e0, $[?(@.id == 9007199254740993)] also matches the
# text "9007199254740993", and {{math}} of 9223372036854775808 is negative. Long ids are compared and
# written exactly.
#
# Needs Maven Central, Maven and a JDK 17 or later. Seen with Maven 3.8.7 and Java 17.0.15. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in mvn javac; do command -v $tool >/dev/null || exit 77; done
cat >pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.wiremock</groupId><artifactId>wiremock-standalone</artifactId><version>3.13.2</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B "-Dmaven.repo.local=$dir/repository" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=lib >/dev/null 2>&1 || exit 77

cat >Run.java <<'JAVA'
import static com.github.tomakehurst.wiremock.client.WireMock.*;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.matching.ContentPattern;
import java.net.URI;
import java.net.http.*;

public class Run {
  static final WireMockServer SERVER = new WireMockServer(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1"));

  static String post(String id) throws Exception {
    var body = HttpRequest.BodyPublishers.ofString("{\"id\":" + id + "}");
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVER.port() + "/plants")).POST(body).build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return id + " " + (response.statusCode() == 200 ? response.body() : response.statusCode());
  }

  static void expect(ContentPattern<?> body, String... ids) throws Exception {
    SERVER.resetAll();
    SERVER.stubFor(any(anyUrl()).withRequestBody(body).willReturn(ok("matches")));
    for (String id : ids) System.out.println(body.getExpected() + ": " + post(id));
  }

  public static void main(String[] arguments) throws Exception {
    SERVER.start();
    expect(equalToJson("{\"id\":5}"), "5.0", "5e0", "\"5\"");
    expect(equalToJson("{\"id\":9007199254740993}"), "9007199254740992");
    expect(matchingJsonPath("$[?(@.id == 9007199254740993)]"), "9007199254740992", "\"9007199254740993\"");
    SERVER.resetAll();
    String template = "{{jsonPath request.body '$.id'}}, {{math (jsonPath request.body '$.id') '+' 0}}";
    SERVER.stubFor(any(anyUrl()).willReturn(ok(template).withTransformers("response-template")));
    for (String id : new String[] {"9007199254740993", "9223372036854775808"}) System.out.println("template: " + post(id));
    System.exit(0);
  }
}
JAVA
javac --release 17 -cp 'lib/*' Run.java 2>/dev/null || exit 77
output=$(java -cp 'lib/*:.' Run 2>/dev/null)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
{
  "id" : 5
}: 5.0 matches
{
  "id" : 5
}: 5e0 matches
{
  "id" : 5
}: "5" 404
{
  "id" : 9007199254740993
}: 9007199254740992 404
$[?(@.id == 9007199254740993)]: 9007199254740992 404
$[?(@.id == 9007199254740993)]: "9007199254740993" matches
template: 9007199254740993 9007199254740993, 9007199254740993
template: 9223372036854775808 9223372036854775808, -9223372036854775808
OUTPUT
)"
