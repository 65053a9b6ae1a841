import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

class OkHttp {
    public static void main(String[] args) {
        var client = new OkHttpClient.Builder()
            .readTimeout(3, TimeUnit.SECONDS)
            .retryOnConnectionFailure(System.getenv("ONCE") == null)
            .build();
        for (int id = 1; id <= Integer.parseInt(args[1]); id++) {
            var plant = "{\"id\":" + id + ",\"name\":\"Fern\"}";
            var request = new Request.Builder().url(args[0] + "/plants")
                .header("authorization", "Bearer any")
                .post(RequestBody.create(MediaType.get("application/json"), plant.getBytes()))
                .build();
            try (var response = client.newCall(request).execute()) {
                System.out.println(id + " " + response.code() + " " + response.body().string());
            } catch (IOException error) {
                System.out.println(id + " error");
            }
        }
        System.exit(0); // The pool of connections keeps a thread.
    }
}
