/** Checks that need no valid plant. */
import { isSameRejection } from "../../../src/contract/rules.ts";
import type { CheckRun } from "../run/check-run.ts";
import { Stop } from "../run/decide-to-stop.ts";
import { Inconclusive } from "../run/early-finding.ts";
import { describeResponse, isServerError } from "../run/judge.ts";
import { type Finding, fact, pass } from "../run/report.ts";
import { type CheckRequest, MALFORMED } from "../run/service.ts";
import type { Check } from "./check.ts";

const ORIGIN = "https://plant-store-sdk.example";
const PREFLIGHT = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type",
};

export const CONNECTION_CHECKS: Check[] = [
  {
    name: "reachable",
    sends: `OPTIONS; without a response, or after a 5xx, the text ${MALFORMED}, which is not JSON`,
    isSafe: true,
    find: async ({ service }) => {
      let method = "OPTIONS";
      let response = await service.send({ method: "OPTIONS" });
      if (response.status === undefined || isServerError(response)) {
        method = "POST";
        response = await service.send({ token: "none", body: MALFORMED });
      }
      if (response.status === undefined) throw new Stop(response.reason);
      if (isServerError(response)) throw new Inconclusive(`received ${describeResponse(response)}`);
      const allow = response.headers.get("allow");
      const methods = allow === null ? "" : `, Allow: ${allow}`;
      return pass(`responds to ${method} with ${response.status}${methods}`);
    },
  },
  {
    name: "cors",
    sends: "OPTIONS and text that is not JSON, like a page of another origin",
    isSafe: true,
    find: async ({ service }) => {
      const send = async (request: CheckRequest) => {
        const headers = { origin: ORIGIN, ...request.headers };
        const response = await service.send({ ...request, headers });
        if (response.status === undefined || isServerError(response))
          throw new Inconclusive(`received ${describeResponse(response)}`);
        const origin = response.headers.get("access-control-allow-origin");
        return { ...response, isAllowed: origin === "*" || origin === ORIGIN };
      };
      const preflight = await send({ method: "OPTIONS", headers: PREFLIGHT });
      const allowed = preflight.headers.get("access-control-allow-headers") ?? "";
      const names = allowed.toLowerCase().split(/[\s,]+/);
      // `*` does not cover `authorization`.
      const allowsHeaders =
        names.includes("authorization") && (names.includes("content-type") || names.includes("*"));
      if (!preflight.isAllowed || preflight.status >= 300 || !allowsHeaders)
        return fact("pages of an unknown origin may not call it");
      const mayCall = "pages of any origin may call it";
      const anonymous = await send({ token: "none", body: MALFORMED });
      if (!anonymous.isAllowed)
        return fact(`${mayCall}, but cannot read the ${anonymous.status} without a token`);
      const { isAllowed, status } = await send({ body: MALFORMED });
      if (!isAllowed) return fact(`${mayCall}, but cannot read the ${status} to text that is not JSON`);
      return fact(`${mayCall}, and read rejections`);
    },
  },
  {
    name: "no-token",
    sends: "text that is not JSON, without a token",
    isSafe: true,
    find: (run) => withToken(run, "none"),
  },
  {
    name: "wrong-token",
    sends: "text that is not JSON, with a wrong token",
    isSafe: true,
    find: (run) => withToken(run, "wrong"),
  },
];

async function withToken(run: CheckRun, token: "none" | "wrong"): Promise<Finding> {
  const right = (await run.malformed()).verdict.rejection;
  const { rejection, summary } = await run.decide(async () => {
    const { verdict, steps } = await run.sendMalformed({ token });
    // The form of this rejection is judged by `malformed-json`.
    const isLikeRight = isSameRejection(verdict.rejection, right);
    return { verdict: isLikeRight ? { ...verdict, violation: undefined } : verdict, steps };
  });
  run.found.malformed[token] = rejection;
  if (rejection === undefined) return fact("not rejected");
  return fact(isSameRejection(rejection, right) ? `${summary}, as with the right token` : summary);
}
