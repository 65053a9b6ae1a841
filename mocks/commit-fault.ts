/** What a fault does to a request. */
import { BODILESS, type Fault } from "./faults.ts";
import { answerJson, answerText, type ServiceAnswer } from "./protocol.ts";

/**
 * @param create serves the request as usual.
 * @param wait for so many milliseconds; for good, where that is Infinity. It rejects when there is nothing to wait for any more.
 * @throws what `wait` rejects with; or a TypeError, as `fetch` does, where the fault loses the connection.
 */
export async function commitFault(
  fault: Fault,
  create: () => ServiceAnswer,
  wait: (ms: number) => Promise<void>,
): Promise<ServiceAnswer> {
  /** A refusal stays as it is: nothing was created. */
  const createAnd = (alter: (answer: ServiceAnswer) => ServiceAnswer) => {
    const answer = create();
    return answer.status === 200 ? alter(answer) : answer;
  };
  switch (fault.type) {
    case "status":
      // A 2xx says that the plant was created; so it is.
      return fault.status < 300 ? createAnd(() => answerStatus(fault)) : answerStatus(fault);
    case "rateLimit":
      return answerStatus({ status: 429, headers: { "retry-after": String(fault.seconds) } });
    case "body":
      return createAnd(() => answerText(200, fault.text, headersOf(fault.contentType)));
    case "truncate":
      return createAnd((answer) => ({
        ...answer,
        truncatedTo: Math.min(fault.bytes, new TextEncoder().encode(answer.body ?? "").length - 1),
      }));
    case "delay":
      await wait(fault.ms);
      return fault.fault === undefined ? create() : commitFault(fault.fault, create, wait);
    case "hang":
    case "reset":
      if (fault.afterCreate) create();
      if (fault.type === "hang") await wait(Number.POSITIVE_INFINITY);
      throw connectionLost();
  }
}

function headersOf(contentType: string | undefined): Record<string, string> {
  return contentType === undefined ? {} : { "content-type": contentType };
}

type StatusFault = Extract<Fault, { type: "status" }>;

function answerStatus({ status, body, headers }: Omit<StatusFault, "type">): ServiceAnswer {
  // Of a Headers object, the names are in lower case, as those that they replace.
  const sent = Object.fromEntries(new Headers(headers));
  if (BODILESS.includes(status)) return answerText(status, null, sent);
  if (typeof body === "string") return answerText(status, body, sent);
  const error = { error: status, message: `the store was told to answer ${status}` };
  return answerJson(status, body ?? error, sent);
}

/** As Node's `fetch` reports it. */
export function connectionLost(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return new TypeError("fetch failed", { cause });
}
