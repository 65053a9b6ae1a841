import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

class JavaUrlConnection {
    public static void main(String[] args) throws Exception {
        for (int id = 1; id <= Integer.parseInt(args[1]); id++) {
            try {
                var connection = (HttpURLConnection) URI.create(args[0] + "/plants").toURL().openConnection();
                connection.setReadTimeout(3_000);
                connection.setDoOutput(true);
                connection.setRequestProperty("authorization", "Bearer any");
                connection.setRequestProperty("content-type", "application/json");
                var plant = ("{\"id\":" + id + ",\"name\":\"Fern\"}").getBytes();
                if (System.getenv("ONCE") != null) connection.setFixedLengthStreamingMode(plant.length);
                connection.getOutputStream().write(plant);
                int status = connection.getResponseCode();
                var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
                System.out.println(id + " " + status + " " + new String(stream.readAllBytes()));
            } catch (IOException error) {
                System.out.println(id + " error");
            }
        }
    }
}
