#!/bin/sh
# Guess: the RetryableHttpClient of Symfony with its default strategy sends a GET again after a 502
# and a 503, but not a POST, since a POST is not idempotent.
#
# Found, Symfony HttpClient 5.4.53: it sends the POST four times after a 502 and after a 503, as a GET. Only
# after a 500 and a 504 does it look at the method.
#
# Output: 500: GET 4, POST 1; 502: GET 4, POST 4; 503: GET 4, POST 4; 504: GET 4, POST 1
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v php >/dev/null || exit 77
apt-get download php-symfony-http-client=5.4.53+dfsg-0+deb12u1 php-symfony-http-client-contracts=2.5.5-0+deb12u1 \
  php-symfony-service-contracts=2.5.5-0+deb12u1 php-symfony-deprecation-contracts=2.5.5-0+deb12u1 \
  php-psr-log=1.1.4-2 php-psr-container=1.1.2-1 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done

cat > run.php <<'PHP'
<?php
use Symfony\Component\HttpClient\NativeHttpClient;
use Symfony\Component\HttpClient\Retry\GenericRetryStrategy;
use Symfony\Component\HttpClient\RetryableHttpClient;

require __DIR__ . '/usr/share/php/Symfony/Contracts/Deprecation/autoload.php';
spl_autoload_register(function ($class) {
    $file = __DIR__ . '/usr/share/php/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) require $file;
});

// The default strategy, with a delay of 1 ms instead of 1 s.
$strategy = new GenericRetryStrategy(GenericRetryStrategy::DEFAULT_RETRY_STATUS_CODES, 1);
foreach ([500, 502, 503, 504] as $status) {
    foreach (['GET', 'POST'] as $method) {
        $client = new RetryableHttpClient(new NativeHttpClient(), $strategy);
        $options = $method === 'POST' ? ['json' => ['id' => 5, 'name' => 'Fern']] : [];
        $client->request($method, "$argv[1]/$status", $options)->getStatusCode();
    }
}
PHP
cat > run.mjs <<'JS'
import { execFile } from 'node:child_process'
import http from 'node:http'
import { promisify } from 'node:util'

const counts = {}
const server = http.createServer((request, response) => {
  const status = Number(request.url.slice(1))
  counts[status] ??= { GET: 0, POST: 0 }
  counts[status][request.method] += 1
  request.resume().on('end', () => response.writeHead(status).end('{}'))
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
await promisify(execFile)('php', ['run.php', `http://127.0.0.1:${server.address().port}`])
console.log(Object.entries(counts).map(([status, { GET, POST }]) => `${status}: GET ${GET}, POST ${POST}`).join('; '))
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '500: GET 4, POST 1; 502: GET 4, POST 4; 503: GET 4, POST 4; 504: GET 4, POST 1'
