import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The app that is tested. */
record Nursery(String baseUrl, int timeoutSeconds) {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** Creates a plant, and says what happened to it. */
  String create(long id, String name) throws InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(baseUrl + "/plants"))
        .header("authorization", "Bearer any")
        .header("content-type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"id\":%d,\"name\":\"%s\"}".formatted(id, name)))
        .build();
    try {
      // The timeout of a request would not cover the body of the response.
      var response = CLIENT.sendAsync(request, BodyHandlers.ofString()).get(timeoutSeconds, TimeUnit.SECONDS);
      return meaningOf(response.statusCode(), response.body());
    } catch (ExecutionException | TimeoutException lost) {
      return "may exist"; // The store may have created it before the connection was lost.
    }
  }

  private static String meaningOf(int status, String body) {
    if (status == 200) return body.contains("\"name\"") ? "created" : "may exist";
    if (status == 409) return "the id is taken";
    // 408 and 499 say that the request was cut off, not that it was rejected.
    boolean isRejected = status >= 400 && status < 500 && status != 408 && status != 499;
    return isRejected ? "does not exist" : "may exist";
  }
}
