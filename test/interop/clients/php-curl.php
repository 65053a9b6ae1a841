<?php
[, $url, $count] = $argv;
$handle = curl_init("$url/plants");
curl_setopt_array($handle, [
    CURLOPT_HTTPHEADER => ["authorization: Bearer any", "content-type: application/json"],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT_MS => 3000,
    CURLOPT_FORBID_REUSE => (bool) getenv("ONCE"),
]);
for ($id = 1; $id <= $count; $id++) {
    curl_setopt($handle, CURLOPT_POSTFIELDS, json_encode(["id" => $id, "name" => "Fern"]));
    $body = curl_exec($handle);
    $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
    echo $id, " ", curl_errno($handle) === 0 ? "$status $body" : "error", "\n";
}
