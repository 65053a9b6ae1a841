/** Vite imports the text of a file, also in browsers. */
declare module "*?raw" {
  const text: string;
  export default text;
}
