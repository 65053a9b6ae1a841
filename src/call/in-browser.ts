/**
 * Replaces read-environment.ts and classify-network-error.ts in browsers, as src/package.json says. A page has no environment,
 * its network errors give no reason, and its messages are short.
 */
import type { AttemptStage } from "#classify-network-error";
import { TOKEN_FORMAT } from "../common/validate-token.ts";

export const environmentOption = (_option: string): string | undefined => undefined;
export const missingOption = (_option: string): string => "is missing";
export const invalidToken = (_token: unknown, verb?: string): string =>
  `must ${verb ? "return" : "be"} ${TOKEN_FORMAT}`;
export const invalidUrl = (_url: string): string => "must be a URL such as https://plants.example/api";
export const UNRESOLVED_PATH = "is a path, which needs a page";
export const rejectProxy = (_url: URL, _fetch: unknown): void => {};
export const attemptStage = (_chain: object[]): AttemptStage => ({ notSent: false, permanent: false });
export const copyEvidence = (_thrown: object, _copy: Error, _redactor: object): void => {};
export const connectionProblem = (): string => "No response: the server may be down or reject this origin";
