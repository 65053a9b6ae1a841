import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

class JavaUrlConnection {
    public static void main(String[] args) throws Exception {
        for (int id = 1; id <= Integer.parseInt(args[1]); id++) {
            try {
                var connection = (HttpURLConnection) URI.create(args[0] + "/plants").toURL().openConnection();
                connection.setReadTimeout(1_000);
                connection.setDoOutput(true);
                connection.setRequestProperty("authorization", "Bearer any");
                connection.setRequestProperty("content-type", "application/json");
                connection.getOutputStream().write(("{\"id\":" + id + ",\"name\":\"Fern\"}").getBytes());
                int status = connection.getResponseCode();
                var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
                System.out.println(id + " " + status + " " + new String(stream.readAllBytes()));
            } catch (IOException error) {
                System.out.println(id + " error");
            }
        }
    }
}
