/** What a runtime throws where a package is not installed, as a sentence that says what to do. */
export function explainMissingMsw(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  if (!isMissing || !/["']msw["']/.test(message)) return error;
  return new Error(
    "plant-store-sdk/mocks needs msw, which is not installed. Install it by `npm install --save-dev msw`, or import plant-store-sdk/mocks/store, which has the store without MSW's handlers.",
    { cause: error },
  );
}
