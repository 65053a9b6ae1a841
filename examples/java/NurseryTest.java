import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tests of an app in Java, with the mock as a child process and a session for each test. Needs only the JDK. */
class NurseryTest {
  /** The app that is tested. */
  record Nursery(String baseUrl) {
    /** Says what happened to the plant. */
    String create(int id, String name) throws InterruptedException {
      String plant = "{\"id\":%d,\"name\":\"%s\"}".formatted(id, name);
      try {
        int status = send("POST", baseUrl + "/plants", plant).status();
        if (status == 200) return "created";
        return status == 409 ? "the id is taken" : "may exist";
      } catch (IOException lost) {
        return "may exist"; // The store may have created it before the connection was lost.
      }
    }
  }

  void createsPlant(String store) throws Exception {
    check("created", new Nursery(store).create(1, "Fern"));
    check("{\"plants\":[{\"id\":1,\"name\":\"Fern\"}]}", send("GET", store + "/__admin/plants", null).body());
  }

  void saysThatAPlantMayExistIfTheResponseIsLost(String store) throws Exception {
    send("POST", store + "/__admin/faults", "{\"type\":\"reset\",\"afterCreate\":true}");
    check("may exist", new Nursery(store).create(1, "Fern"));
    check("{\"plants\":[{\"id\":1,\"name\":\"Fern\"}]}", send("GET", store + "/__admin/plants", null).body());
  }

  void saysThatAnIdIsTaken(String store) throws Exception {
    send("PATCH", store + "/__admin/settings", "{\"rules\":{\"duplicates\":{\"status\":409,\"error\":1003}}}");
    send("POST", store + "/__admin/plants", "{\"id\":7,\"name\":\"Moss\"}");
    check("the id is taken", new Nursery(store).create(7, "Fern"));
  }

  public static void main(String[] args) throws Exception {
    // It ends with this process, because its standard input ends then.
    Process mock = new ProcessBuilder("node_modules/.bin/plant-store-mock", "--port", "0", "--json", "--exit-with-stdin")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    BufferedReader log = new BufferedReader(new InputStreamReader(mock.getInputStream()));
    Matcher ready = Pattern.compile("\"url\":\"([^\"]+)\"").matcher(log.readLine());
    if (!ready.find()) throw new IllegalStateException("The mock did not start.");

    NurseryTest tests = new NurseryTest();
    for (var test : NurseryTest.class.getDeclaredMethods()) {
      if (test.getParameterCount() != 1 || test.getParameterTypes()[0] != String.class) continue;
      test.invoke(tests, ready.group(1) + "/sessions/" + test.getName());
      System.out.println("passed: " + test.getName());
    }
  }

  record Response(int status, String body) {}

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  static Response send(String method, String url, String body) throws IOException, InterruptedException {
    var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    HttpRequest request = HttpRequest.newBuilder(URI.create(url))
        .header("authorization", "Bearer any")
        .header("content-type", "application/json")
        .method(method, publisher)
        .build();
    var response = CLIENT.send(request, BodyHandlers.ofString());
    return new Response(response.statusCode(), response.body());
  }

  private static void check(String expected, String actual) {
    if (!expected.equals(actual)) throw new AssertionError("expected " + expected + ", but was " + actual);
  }
}
