/**
 * Replaces runtime.ts in the build for browsers. A page has no environment and no proxy of its own, and its network errors
 * give no reason.
 */
import type { AttemptStage } from "./runtime.ts";

export const isBrowser = (): boolean => true;
export const isPathOutsidePage = (_baseUrl: string | URL): _baseUrl is string => false;
export const rejectPathOutsidePage = (_baseUrl: string): void => {};
export const runtimeHeaders = (): Record<string, string> => ({});
export const environmentOption = (_option: string): string | undefined => undefined;
export const missingOption = (_option: string): string => "is missing";
export const report = (error: unknown): void => (globalThis.reportError ?? console.error)(error);
export const reasonPhrase = ({ statusText }: Response): string => statusText;
export const rejectProxy = (_url: URL, _fetch: unknown): void => {};
export const attemptStage = (_chain: object[]): AttemptStage => ({ notSent: false, permanent: false });
export const connectionProblem = (_notSent: boolean): string =>
  "No response: the server may be down or reject this origin";
