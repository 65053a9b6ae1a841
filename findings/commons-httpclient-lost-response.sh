#!/bin/sh
# Guess: Commons HttpClient 3.1 with its default retry handler does not send a POST again if the
# server read it and closed the connection without a response.
#
# Found, Commons HttpClient 3.1: it sends the POST up to four times, since "no response" counts as "not
# sent". If the second POST gets a 400 since the plant exists already, the caller sees only the 400.
#
# Output: all lost: 4 POSTs, NoHttpResponseException
#         the first lost, then 400: 2 POSTs, 400
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v java >/dev/null || exit 77
apt-get download libcommons-httpclient-java=3.1-16 libcommons-logging-java=1.2-3 libcommons-codec-java=1.15-1 \
  >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done

cat > Create.java <<'JAVA'
import org.apache.commons.httpclient.HttpClient;
import org.apache.commons.httpclient.methods.PostMethod;
import org.apache.commons.httpclient.methods.StringRequestEntity;

public class Create {
  public static void main(String[] arguments) throws Exception {
    PostMethod post = new PostMethod(arguments[0]);
    post.setRequestEntity(new StringRequestEntity("{\"id\":5,\"name\":\"Fern\"}", "application/json", "utf-8"));
    try {
      System.out.print(new HttpClient().executeMethod(post));
    } catch (Exception error) {
      System.out.print(error.getClass().getSimpleName());
    }
  }
}
JAVA
cat > run.mjs <<'JS'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import { promisify } from 'node:util'

let posts = 0
let lost
const server = http.createServer((request, response) => {
  posts += 1
  request.resume().on('end', () => {
    if (posts <= lost) request.socket.end()
    else response.writeHead(400).end('{"error":400,"message":"exists"}')
  })
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const jars = readdirSync('usr/share/java').map((jar) => `usr/share/java/${jar}`)
const url = `http://127.0.0.1:${server.address().port}/plants`
for (const [name, count] of [['all lost', Number.POSITIVE_INFINITY], ['the first lost, then 400', 1]]) {
  posts = 0
  lost = count
  const { stdout } = await promisify(execFile)('java', ['-cp', jars.join(':'), 'Create.java', url])
  console.log(`${name}: ${posts} POSTs, ${stdout}`)
}
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'all lost: 4 POSTs, NoHttpResponseException
the first lost, then 400: 2 POSTs, 400'
