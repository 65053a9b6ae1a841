<?php
// Plants are files, because PHP forgets everything after a request.

function respond(int $status, array $body): never
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body);
    exit;
}

function fail(string $message): never
{
    respond(400, ['error' => 400, 'message' => $message]);
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST' || $_SERVER['REQUEST_URI'] !== '/plants') {
    fail('unknown operation');
}

$authorization = $_SERVER['HTTP_AUTHORIZATION'] ?? '';
if (!preg_match('/^Bearer (\S+)$/i', $authorization, $match) || $match[1] !== getenv('TOKEN')) {
    fail('invalid token');
}

$plant = json_decode(file_get_contents('php://input'), true);
if (!is_array($plant)) {
    fail('the body must be a JSON object');
}
if (!isset($plant['id']) || !is_int($plant['id'])) {
    fail('id must be an integer');
}
if (!isset($plant['name']) || !is_string($plant['name']) || $plant['name'] === '' || strlen($plant['name']) > 80) {
    fail('name must be a string of 1 to 80 characters');
}
if (isset($plant['tag']) && (!is_string($plant['tag']) || strlen($plant['tag']) > 40)) {
    fail('tag must be a string of up to 40 characters');
}

$file = @fopen(getenv('DATA') . "/{$plant['id']}.json", 'x');
if ($file === false) {
    fail("plant {$plant['id']} exists");
}
$created = ['name' => $plant['name']];
if (isset($plant['tag'])) {
    $created['tag'] = $plant['tag'];
}
fwrite($file, json_encode($created));
respond(200, $created);
