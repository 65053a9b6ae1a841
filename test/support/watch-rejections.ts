import { onTestFinished } from "vitest";

/** Collects unhandled rejections until the test ends. */
export function watchRejections(): unknown[] {
  const rejections: unknown[] = [];
  const keep = (reason: unknown) => void rejections.push(reason);
  process.on("unhandledRejection", keep);
  onTestFinished(() => void process.off("unhandledRejection", keep));
  return rejections;
}
