/** A function that throws. */
export const throwing = (error: unknown) => (): never => {
  throw error;
};
