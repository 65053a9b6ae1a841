/** A certificate authority that nobody knows, and a certificate for 127.0.0.1 that it signed (RFC 5280). */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

export interface PrivateCa {
  /** The authority's own certificate, PEM: what a client must be given to trust the server. */
  ca: string;
  /** The server's private key, PEM. */
  key: string;
  /** The server's certificate, PEM. */
  cert: string;
}

export function createPrivateCa(): PrivateCa {
  const authority = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const server = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    ca: certificate("Private CA", authority.publicKey, authority.privateKey, IS_AUTHORITY),
    key: server.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: certificate("127.0.0.1", server.publicKey, authority.privateKey, IS_127_0_0_1),
  };
}

function certificate(subject: string, publicKey: KeyObject, issuerKey: KeyObject, extension: Buffer): string {
  const content = sequence(
    der(0xa0, integer(2)), // version 3
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])), // serial number
    ECDSA_WITH_SHA256,
    name("Private CA"),
    sequence(time(Date.now() - DAY), time(Date.now() + DAY)),
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension)),
  );
  const signed = sequence(content, ECDSA_WITH_SHA256, bits(sign("sha256", content, issuerKey)));
  const lines = signed.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const DAY = 86_400_000;

/** A tag, the length, the content (X.690). */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...contents: Buffer[]): Buffer {
  return der(0x30, ...contents);
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.of(value));
}

function bits(content: Buffer): Buffer {
  return der(0x03, Buffer.of(0), content);
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\.\d+|[-:T]/g, "");
  return der(0x18, Buffer.from(digits)); // GeneralizedTime, YYYYMMDDHHMMSSZ
}

function name(commonName: string): Buffer {
  const attribute = sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from(commonName)));
  return sequence(der(0x31, attribute));
}

function objectId(...bytes: number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

const ECDSA_WITH_SHA256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

const CRITICAL = der(0x01, Buffer.of(0xff));

/** basicConstraints: a certificate authority. */
const IS_AUTHORITY = sequence(
  objectId(0x55, 0x1d, 0x13),
  CRITICAL,
  der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
);

/** subjectAltName: an IP address. */
const IS_127_0_0_1 = sequence(
  objectId(0x55, 0x1d, 0x11),
  der(0x04, sequence(der(0x87, Buffer.of(127, 0, 0, 1)))),
);
