/** Why `plant-store-sdk/mocks` cannot have msw, as a sentence that says what to do; any other error is given back. */
export function explainNoMsw(error: unknown): unknown {
  const problem = describe(error as NodeJS.ErrnoException);
  if (problem === undefined) return error;
  const instead = "or import plant-store-sdk/mocks/store, which has the store without MSW's handlers";
  return new Error(`plant-store-sdk/mocks needs msw, ${problem}, ${instead}.`, { cause: error });
}

function describe({ code = "", message }: NodeJS.ErrnoException): string | undefined {
  if (code === "ERR_REQUIRE_ESM") {
    return "whose ES modules cannot be loaded by `require` here: in Jest set NODE_OPTIONS=--experimental-vm-modules and use Node 24.9 or newer, elsewhere use Node 22.12 or newer";
  }
  const isMissing = code.endsWith("MODULE_NOT_FOUND") && /["']msw["']/.test(message);
  return isMissing ? "which is not installed: install it by `npm install --save-dev msw`" : undefined;
}
