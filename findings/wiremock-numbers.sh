#!/bin/sh
# Guess: WireMock's equalToJson with {"id":5} does not match 5.0, with 9007199254740993 does not match
# 9007199254740992; matchingJsonPath $[?(@.id == 9007199254740993)] matches one of them, and a response
# template writes {{jsonPath request.body '$.id'}} and {{math … + 0}} with all digits.
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
<dependency><groupId>org.wiremock</groupId><artifactId>wiremock-standalone</artifactId><version>3.13.2</version></dependency>
</dependencies></project>
XML
mvn -q -B "-Dmaven.repo.local=${M2_SHARED:-$dir/m2}" dependency:copy-dependencies -DoutputDirectory=lib >/dev/null 2>&1 || exit 77
cat >Run.java <<'JAVA'
import static com.github.tomakehurst.wiremock.client.WireMock.*;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import java.net.URI;
import java.net.http.*;

public class Run {
  static WireMockServer server;

  static String post(String id) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(server.baseUrl() + "/plants")).POST(HttpRequest.BodyPublishers.ofString("{\"id\":" + id + ",\"name\":\"5\\\" & <pot>\"}")).build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + (response.statusCode() == 200 ? response.body() : "");
  }

  public static void main(String[] arguments) throws Exception {
    server = new WireMockServer(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1"));
    server.start();
    server.stubFor(any(anyUrl()).withRequestBody(equalToJson("{\"id\":5}", true, true)).willReturn(ok("five")));
    for (String id : new String[] {"5", "5.0", "\"5\"", "5e0"}) System.out.println("equalToJson 5: " + id + " " + post(id));
    server.resetAll();
    server.stubFor(any(anyUrl()).withRequestBody(equalToJson("{\"id\":9007199254740993}", true, true)).willReturn(ok("P")));
    for (String id : new String[] {"9007199254740992", "9007199254740993"}) System.out.println("equalToJson P: " + id + " " + post(id));
    server.resetAll();
    server.stubFor(any(anyUrl()).withRequestBody(matchingJsonPath("$[?(@.id == 9007199254740993)]")).willReturn(ok("P")));
    for (String id : new String[] {"9007199254740992", "9007199254740993", "\"9007199254740993\""}) System.out.println("jsonPath P: " + id + " " + post(id));
    server.resetAll();
    server.stubFor(any(anyUrl()).willReturn(ok("{{jsonPath request.body '$.id'}} {{jsonPath request.body '$.name'}} {{math (jsonPath request.body '$.id') '+' 0}} {{request.body}}").withTransformers("response-template")));
    for (String id : new String[] {"5", "5.0", "9007199254740993", "9223372036854775808"}) System.out.println("template: " + id + " " + post(id));
    System.exit(0);
  }
}
JAVA
output=$(java -cp 'lib/*' Run.java 2>/dev/null)
echo "$output"
