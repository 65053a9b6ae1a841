import { expect, test } from "vitest";
import { formatPath } from "../../mocks/page/format.ts";

test.each([
  ["http://127.0.0.1:4010/plants", "/plants"],
  ["http://[::1]:4010/sessions/a/plants?x=1", "/sessions/a/plants?x=1"],
  ["http://[token]:4010/plants", "/plants"],
])("the path of %s is %s", (url, path) => {
  expect(formatPath(url)).toBe(path);
});
