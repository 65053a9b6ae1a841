#!/bin/sh
# Guess: AsyncHttpClient for Java sends a POST once and reports an error if the server read it and
# closed the connection without a response.
#
# Found, AsyncHttpClient 2.12.3: it sends the POST six times, and then reports "Remotely closed". With
# setMaxRequestRetry(0) it sends it once.
#
# Output: default: 6 POSTs, RemotelyClosedException
#         setMaxRequestRetry(0): 1 POSTs, RemotelyClosedException
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v java >/dev/null || exit 77
apt-get download libasync-http-client-java=2.12.3-1+deb12u1 libnetty-java=1:4.1.48-7+deb12u2 \
  libnetty-reactive-streams-java=2.0.8-1 libreactive-streams-java=1.0.3-1 libslf4j-java=1.7.32-1 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done

cat > Create.java <<'JAVA'
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClientConfig;
import org.asynchttpclient.Dsl;

public class Create {
  public static void main(String[] arguments) throws Exception {
    DefaultAsyncHttpClientConfig.Builder config = Dsl.config();
    if (arguments.length > 1) config.setMaxRequestRetry(Integer.parseInt(arguments[1]));
    try (AsyncHttpClient client = Dsl.asyncHttpClient(config)) {
      client.preparePost(arguments[0]).setHeader("content-type", "application/json")
        .setBody("{\"id\":5,\"name\":\"Fern\"}").execute().get();
    } catch (Exception error) {
      System.out.print(error.getCause().getClass().getSimpleName());
    }
    System.exit(0);
  }
}
JAVA
cat > run.mjs <<'JS'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import { promisify } from 'node:util'

let posts = 0
const server = http.createServer((request) => {
  posts += 1
  request.resume().on('end', () => request.socket.end())
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const jars = readdirSync('usr/share/java').filter((jar) => /netty|async|reactive|slf4j-(api|nop)/.test(jar))
const path = jars.map((jar) => `usr/share/java/${jar}`).join(':')
const url = `http://127.0.0.1:${server.address().port}/plants`
for (const options of [[], ['0']]) {
  posts = 0
  const { stdout } = await promisify(execFile)('java', ['-cp', path, 'Create.java', url, ...options])
  console.log(`${options.length ? 'setMaxRequestRetry(0)' : 'default'}: ${posts} POSTs, ${stdout}`)
}
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'default: 6 POSTs, RemotelyClosedException
setMaxRequestRetry(0): 1 POSTs, RemotelyClosedException'
