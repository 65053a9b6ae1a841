import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;

class JavaHttpClient {
    public static void main(String[] args) {
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        for (int id = 1; id <= Integer.parseInt(args[1]); id++) {
            var request = HttpRequest.newBuilder(URI.create(args[0] + "/plants"))
                .header("authorization", "Bearer any")
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"id\":" + id + ",\"name\":\"Fern\"}"))
                .build();
            // The timeout of a request would not cover the body.
            var call = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
            try {
                var response = call.get(3, TimeUnit.SECONDS);
                System.out.println(id + " " + response.statusCode() + " " + response.body());
            } catch (Exception error) {
                call.cancel(true);
                System.out.println(id + " error");
            }
        }
        System.exit(0); // A cancelled call may keep its threads.
    }
}
