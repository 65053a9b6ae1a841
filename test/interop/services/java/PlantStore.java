import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

public class PlantStore {
    record Response(int status, Object body) {}

    record Created(Map<String, Object> plant, Response response) {}

    static final String TOKEN = System.getenv("TOKEN");
    static final Map<Long, Map<String, Object>> PLANTS = new ConcurrentHashMap<>();
    static final Map<String, Created> KEYS = new ConcurrentHashMap<>();

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/plants", PlantStore::handle);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    static void handle(HttpExchange exchange) throws IOException {
        Response response = respond(exchange);
        byte[] bytes = Json.write(response.body()).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(response.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    static Response reject(int status, int error, String message) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error", error);
        body.put("message", message);
        return new Response(status, body);
    }

    @SuppressWarnings("unchecked")
    static Response respond(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) return reject(405, 405, "POST only");
        if (!("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization")))
            return reject(401, 401, "wrong token");
        String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
        if (contentType == null || !contentType.startsWith("application/json"))
            return reject(415, 415, "application/json only");
        byte[] bytes = exchange.getRequestBody().readAllBytes();
        if (bytes.length > 100_000) return reject(400, 30, "the body is too long");
        Map<String, Object> plant;
        try {
            plant = (Map<String, Object>) Json.read(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return reject(400, 31, "the body is not JSON");
        }
        Object id = plant.get("id");
        Object name = plant.get("name");
        Object tag = plant.get("tag");
        if (!(id instanceof Long)) return reject(400, 32, "id must be an int64");
        if (!(name instanceof String)) return reject(400, 32, "name must be a string");
        if (tag != null && !(tag instanceof String)) return reject(400, 32, "tag must be a string");
        int length = ((String) name).length();
        if (length < 2 || length > 50) return reject(400, 33, "name must have 2 to 50 characters");
        if (!plant.keySet().stream().allMatch(List.of("id", "name", "tag")::contains))
            return reject(400, 34, "unknown field");

        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        Created earlier = key == null ? null : KEYS.get(key);
        if (earlier != null && !earlier.plant().equals(plant))
            return reject(422, 35, "the key was used for another plant");
        if (earlier != null) return earlier.response();
        if (PLANTS.putIfAbsent((Long) id, plant) != null) return reject(409, 36, "the id exists");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", name);
        body.put("tag", tag);
        Response response = new Response(200, body);
        if (key != null) KEYS.put(key, new Created(plant, response));
        return response;
    }

    /** Just enough JSON. */
    static class Json {
        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        static Object read(String text) {
            Json json = new Json(text);
            Object value = json.value();
            json.space();
            if (json.at < text.length()) throw new IllegalArgumentException();
            return value;
        }

        void space() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        char peek() {
            space();
            if (at == text.length()) throw new IllegalArgumentException();
            return text.charAt(at);
        }

        void expect(String expected) {
            space();
            if (!text.startsWith(expected, at)) throw new IllegalArgumentException();
            at += expected.length();
        }

        Object value() {
            switch (peek()) {
                case '{':
                    return object();
                case '[':
                    return array();
                case '"':
                    return string();
                case 't':
                    expect("true");
                    return true;
                case 'f':
                    expect("false");
                    return false;
                case 'n':
                    expect("null");
                    return null;
                default:
                    return number();
            }
        }

        Map<String, Object> object() {
            Map<String, Object> object = new LinkedHashMap<>();
            expect("{");
            while (peek() != '}') {
                if (!object.isEmpty()) expect(",");
                space();
                String key = string();
                expect(":");
                object.put(key, value());
            }
            expect("}");
            return object;
        }

        List<Object> array() {
            List<Object> array = new ArrayList<>();
            expect("[");
            while (peek() != ']') {
                if (!array.isEmpty()) expect(",");
                array.add(value());
            }
            expect("]");
            return array;
        }

        String string() {
            expect("\"");
            StringBuilder string = new StringBuilder();
            while (true) {
                if (at == text.length()) throw new IllegalArgumentException();
                char c = text.charAt(at++);
                if (c == '"') return string.toString();
                if (c != '\\') {
                    string.append(c);
                    continue;
                }
                char escaped = text.charAt(at++);
                int index = "bfnrt".indexOf(escaped);
                if (escaped == 'u') {
                    string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                } else string.append(index >= 0 ? "\b\f\n\r\t".charAt(index) : escaped);
            }
        }

        Object number() {
            int start = at;
            while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
            String number = text.substring(start, at);
            if (!number.matches("-?\\d+")) return new BigDecimal(number);
            BigDecimal integer = new BigDecimal(number);
            return integer.equals(new BigDecimal(integer.longValue())) ? (Object) integer.longValue() : integer;
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> map) {
                List<String> fields = new ArrayList<>();
                map.forEach((key, field) -> fields.add(write(key) + ":" + write(field)));
                return "{" + String.join(",", fields) + "}";
            }
            if (!(value instanceof String string)) return String.valueOf(value);
            StringBuilder json = new StringBuilder("\"");
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') json.append('\\').append(c);
                else if (c < ' ') json.append(String.format("\\u%04x", (int) c));
                else json.append(c);
            }
            return json.append('"').toString();
        }
    }
}
