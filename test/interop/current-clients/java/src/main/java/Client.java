import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Creates plants one after another with a library, and prints what its user sees: Client LIBRARY URL COUNT */
class Client {
  static final Duration TIMEOUT = Duration.ofSeconds(15); // A slow machine needs some for the first request.
  static final boolean ONCE = System.getenv("ONCE") != null;

  record Response(int status, String body) {}

  /** Sends one plant to the service at a URL. */
  interface Create {
    Response create(String url, String plant) throws Exception;
  }

  static final Map<String, Supplier<Create>> LIBRARIES = Map.of(
      "OkHttp", Client::useOkHttp,
      "Retrofit", Client::useRetrofit,
      "Ktor with OkHttp", Client::useKtorOkHttp,
      "Ktor with CIO", () -> useKtor(io.ktor.client.HttpClientKt.HttpClient(
          io.ktor.client.engine.cio.CIO.INSTANCE, config -> kotlin.Unit.INSTANCE)),
      "Apache HttpClient", Client::useApache,
      "Spring RestClient", Client::useRestClient,
      "Spring WebClient", Client::useWebClient,
      "Jetty", Client::useJetty,
      "Vert.x", Client::useVertx,
      "Feign", Client::useFeign);

  static okhttp3.OkHttpClient okHttp() {
    return new okhttp3.OkHttpClient.Builder().readTimeout(TIMEOUT).retryOnConnectionFailure(!ONCE).build();
  }

  static Create useOkHttp() {
    var client = okHttp();
    return (url, plant) -> {
      var request = new okhttp3.Request.Builder().url(url + "/plants")
          .header("authorization", "Bearer any")
          .post(okhttp3.RequestBody.create(plant, okhttp3.MediaType.get("application/json")))
          .build();
      try (var response = client.newCall(request).execute()) {
        return new Response(response.code(), response.body().string());
      }
    };
  }

  interface RetrofitStore {
    @retrofit2.http.POST("plants")
    @retrofit2.http.Headers("authorization: Bearer any")
    retrofit2.Call<okhttp3.ResponseBody> create(@retrofit2.http.Body okhttp3.RequestBody plant);
  }

  static Create useRetrofit() {
    var client = okHttp();
    return (url, plant) -> {
      var store = new retrofit2.Retrofit.Builder().baseUrl(url + "/").client(client).build().create(RetrofitStore.class);
      var response = store.create(okhttp3.RequestBody.create(plant, okhttp3.MediaType.get("application/json"))).execute();
      var body = response.isSuccessful() ? response.body() : response.errorBody();
      return new Response(response.code(), body == null ? "" : body.string());
    };
  }

  static Create useKtorOkHttp() {
    return useKtor(io.ktor.client.HttpClientKt.HttpClient(io.ktor.client.engine.okhttp.OkHttp.INSTANCE, config -> {
      config.engine(engine -> {
        engine.config(builder -> { // Ktor overrides this setting of a `preconfigured` client.
          builder.readTimeout(TIMEOUT).retryOnConnectionFailure(!ONCE);
          return kotlin.Unit.INSTANCE;
        });
        return kotlin.Unit.INSTANCE;
      });
      return kotlin.Unit.INSTANCE;
    }));
  }

  static Create useKtor(io.ktor.client.HttpClient client) {
    return (url, plant) -> {
      var request = new io.ktor.client.request.HttpRequestBuilder();
      request.setMethod(io.ktor.http.HttpMethod.Companion.getPost());
      io.ktor.client.request.HttpRequestKt.url(request, url + "/plants");
      request.getHeaders().append("authorization", "Bearer any");
      request.setBody(new io.ktor.http.content.TextContent(
          plant, io.ktor.http.ContentType.Application.INSTANCE.getJson(), null));
      var statement = new io.ktor.client.statement.HttpStatement(request, client);
      io.ktor.client.statement.HttpResponse response = await(next -> statement.execute(next));
      String body = await(next -> io.ktor.client.statement.HttpResponseKt.bodyAsText(
          response, java.nio.charset.StandardCharsets.UTF_8, next));
      return new Response(response.getStatus().getValue(), body);
    };
  }

  /** Calls a suspending function of Kotlin. */
  @SuppressWarnings("unchecked")
  static <T> T await(java.util.function.Function<kotlin.coroutines.Continuation<? super T>, Object> function)
      throws InterruptedException {
    return (T) kotlinx.coroutines.BuildersKt.runBlocking(
        kotlin.coroutines.EmptyCoroutineContext.INSTANCE,
        (scope, next) -> function.apply((kotlin.coroutines.Continuation<? super T>) next));
  }

  static Create useApache() {
    var builder = org.apache.hc.client5.http.impl.classic.HttpClients.custom()
        .setDefaultRequestConfig(org.apache.hc.client5.http.config.RequestConfig.custom()
            .setResponseTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).build());
    if (ONCE) builder.disableAutomaticRetries();
    var client = builder.build();
    return (url, plant) -> {
      var request = new org.apache.hc.client5.http.classic.methods.HttpPost(url + "/plants");
      request.setHeader("authorization", "Bearer any");
      request.setEntity(new org.apache.hc.core5.http.io.entity.StringEntity(
          plant, org.apache.hc.core5.http.ContentType.APPLICATION_JSON));
      return client.execute(request, response -> {
        var entity = response.getEntity();
        var body = entity == null ? "" : org.apache.hc.core5.http.io.entity.EntityUtils.toString(entity);
        return new Response(response.getCode(), body);
      });
    };
  }

  static Create useRestClient() {
    var factory = new org.springframework.http.client.JdkClientHttpRequestFactory();
    factory.setReadTimeout(TIMEOUT);
    var client = org.springframework.web.client.RestClient.builder().requestFactory(factory).build();
    return (url, plant) -> {
      try {
        var response = client.post().uri(url + "/plants")
            .header("authorization", "Bearer any")
            .contentType(org.springframework.http.MediaType.APPLICATION_JSON)
            .body(plant).retrieve().toEntity(String.class);
        return new Response(response.getStatusCode().value(), response.hasBody() ? response.getBody() : "");
      } catch (org.springframework.web.client.RestClientResponseException error) {
        return new Response(error.getStatusCode().value(), error.getResponseBodyAsString());
      }
    };
  }

  static Create useWebClient() {
    var http = reactor.netty.http.client.HttpClient.create();
    var connector = new org.springframework.http.client.reactive.ReactorClientHttpConnector(
        ONCE ? http.disableRetry(true) : http);
    var client = org.springframework.web.reactive.function.client.WebClient.builder().clientConnector(connector).build();
    return (url, plant) -> {
      try {
        var response = client.post().uri(url + "/plants")
            .header("authorization", "Bearer any")
            .contentType(org.springframework.http.MediaType.APPLICATION_JSON)
            .bodyValue(plant).retrieve().toEntity(String.class).block(TIMEOUT);
        return new Response(response.getStatusCode().value(), response.hasBody() ? response.getBody() : "");
      } catch (org.springframework.web.reactive.function.client.WebClientResponseException error) {
        return new Response(error.getStatusCode().value(), error.getResponseBodyAsString());
      }
    };
  }

  static Create useJetty() {
    var client = new org.eclipse.jetty.client.HttpClient();
    try {
      client.start();
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
    return (url, plant) -> {
      var response = client.POST(url + "/plants")
          .headers(headers -> headers.put("authorization", "Bearer any"))
          .body(new org.eclipse.jetty.client.StringRequestContent("application/json", plant))
          .timeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
          .send();
      return new Response(response.getStatus(), response.getContentAsString());
    };
  }

  static Create useVertx() {
    var client = io.vertx.ext.web.client.WebClient.create(io.vertx.core.Vertx.vertx());
    return (url, plant) -> {
      var response = client.postAbs(url + "/plants")
          .putHeader("authorization", "Bearer any")
          .putHeader("content-type", "application/json")
          .timeout(TIMEOUT.toMillis())
          .sendBuffer(io.vertx.core.buffer.Buffer.buffer(plant))
          .toCompletionStage().toCompletableFuture().get(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      var body = response.bodyAsString();
      return new Response(response.statusCode(), body == null ? "" : body);
    };
  }

  interface FeignStore {
    @feign.RequestLine("POST /plants")
    @feign.Headers({"authorization: Bearer any", "content-type: application/json"})
    String create(String plant);
  }

  static Create useFeign() {
    var builder = feign.Feign.builder()
        .options(new feign.Request.Options(TIMEOUT, TIMEOUT, true))
        .retryer(ONCE ? feign.Retryer.NEVER_RETRY : new feign.Retryer.Default(1, 1, 5)); // By default, it waits longer.
    return (url, plant) -> {
      try {
        var body = builder.target(FeignStore.class, url).create(plant);
        return body == null ? new Response(204, "") : new Response(200, body);
      } catch (feign.FeignException error) {
        if (error.status() < 300) throw error;
        return new Response(error.status(), error.contentUTF8());
      }
    };
  }

  public static void main(String[] args) {
    java.util.logging.LogManager.getLogManager().reset(); // Vert.x logs every failure.
    var create = LIBRARIES.get(args[0]).get();
    for (int id = 1; id <= Integer.parseInt(args[2]); id++) {
      try {
        var response = create.create(args[1], "{\"id\":" + id + ",\"name\":\"Fern\"}");
        System.out.println(id + " " + response.status() + " " + response.body());
      } catch (Exception error) {
        System.out.println(id + " error");
      }
    }
    System.exit(0); // Clients keep threads.
  }
}
