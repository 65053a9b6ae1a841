import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The path of a key or certificate in test/certificates, such as "self-signed". */
export function pemPath(name: string): string {
  return resolve(import.meta.dirname, `../certificates/${name}.pem`);
}

export function readPem(name: string): string {
  return readFileSync(pemPath(name), "utf8");
}
