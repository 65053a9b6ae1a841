import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mock runs as a child process, and each test has a session of its own. */
class NurseryTest {
  static final String FERN = "{\"plants\":[{\"id\":1,\"name\":\"Fern\"}]}";
  static final String NOTHING = "{\"plants\":[]}";
  static Process mock;
  static String mockUrl;
  String store;
  Nursery nursery;

  @BeforeAll
  static void startMock() throws IOException {
    // It ends with this process, even if that is killed, because its standard input ends then.
    mock = new ProcessBuilder("node_modules/.bin/plant-store-mock", "--port", "0", "--json", "--exit-with-stdin")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    var line = new BufferedReader(new InputStreamReader(mock.getInputStream())).readLine();
    var ready = Pattern.compile("\"url\":\"([^\"]+)\"").matcher(String.valueOf(line));
    if (!ready.find()) throw new IllegalStateException("The mock did not start.");
    mockUrl = ready.group(1);
  }

  @AfterAll
  static void stopMock() {
    mock.destroy();
  }

  @BeforeEach
  void openSession(TestInfo test) {
    var name = test.getTestMethod().orElseThrow().getName() + " " + test.getDisplayName();
    store = mockUrl + "/sessions/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    nursery = new Nursery(store, 5);
  }

  @Test
  void createsAPlantWithAnInt64() throws Exception {
    assertEquals("created", nursery.create(9007199254740993L, "Fern"));
    assertEquals("{\"plants\":[{\"id\":9007199254740993,\"name\":\"Fern\"}]}", admin("GET", "plants", ""));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "{'type':'reset'}                                  | may exist      | no",
      "{'type':'reset','afterCreate':true}               | may exist      | yes",
      "{'type':'reset','afterCreate':true,'close':true}  | may exist      | yes",
      "{'type':'truncate','bytes':5}                     | may exist      | yes",
      "{'type':'hang','afterCreate':true}                | may exist      | yes",
      "{'type':'stall','bytes':5}                        | may exist      | yes",
      "{'type':'status','status':400}                    | does not exist | no",
      "{'type':'status','status':408}                    | may exist      | no",
      "{'type':'status','status':503}                    | may exist      | no",
      "{'type':'status','status':503,'afterCreate':true} | may exist      | yes",
      "{'type':'status','status':200,'body':'<p>','afterCreate':false} | may exist | no",
  })
  void saysWhatAFaultMeans(String fault, String meaning, String exists) throws Exception {
    admin("POST", "faults", fault.replace('\'', '"'));
    assertEquals(meaning, nursery.create(1, "Fern"));
    assertEquals(exists.equals("yes") ? FERN : NOTHING, admin("GET", "plants", ""));
  }

  @Test
  void saysThatAnIdIsTaken() throws Exception {
    admin("PATCH", "settings", "{\"rules\":{\"duplicates\":{\"status\":409,\"error\":1003}}}");
    admin("POST", "plants", "{\"id\":1,\"name\":\"Moss\"}");
    assertEquals("the id is taken", nursery.create(1, "Fern"));
  }

  /** Calls the admin API of the mock. Returns the body of the response. */
  String admin(String method, String path, String body) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(store + "/__admin/" + path))
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    if (response.statusCode() >= 300) throw new IllegalStateException(response.body());
    return response.body();
  }
}
