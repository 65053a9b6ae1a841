/** A function that throws. */
export const throwing = (error: unknown) => (): never => {
  throw error;
};

/** Every access to it throws. */
export function revokedProxy(): never {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy as never;
}
