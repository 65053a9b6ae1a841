/** "Copy as curl" of the live page: what a client has sent does nothing in the shell of the user who pastes it. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf } from "../../mocks/page/requests/copy-as-curl.ts";

const baseUrl = "http://127.0.0.1:4010";
const request = { url: `${baseUrl}/plants`, headers: {}, body: '{"id":1,"name":"Fern"}' };

/** The arguments that curl gets if the command is run. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { PATH: process.env.PATH, PLANT_STORE_TOKEN: "canary-token", LC_ALL: "C.UTF-8" };
  return execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8", env }).split("\0").slice(0, -1);
}

test("sends the token and the body to the mock, whatever URL the client has used, and no file that the body names", () => {
  const recorded = { ...request, url: "http://elsewhere.example/plants", body: "@/etc/hostname" };
  expect(argumentsOf(curlOf(recorded, baseUrl))).toEqual([
    `${baseUrl}/plants`,
    ...["-H", "authorization: Bearer canary-token"],
    ...["-H", "content-type: application/json"],
    ...["--data-raw", "@/etc/hostname"],
  ]);
});

test.each([
  "it's '$(touch /tmp/attacked)' `id` \\",
  "\u001b[201~\nid\r\n'\\\u0007\u009b2J",
  "\u202Eevil\u2066 \u200b\u{e0041}",
])("keeps the body %j as it is, without a control or invisible character in the command", (body) => {
  const headers = { "content-type": `text/${body}` };
  const copied = curlOf({ ...request, headers, body }, baseUrl);
  expect(copied.replaceAll(" \\\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(argumentsOf(copied).slice(-3)).toEqual([`content-type: text/${body}`, "--data-raw", body]);
});
