/** Checks that need no valid plant. */
import { isSameRejection } from "../../../src/contract/rules.ts";
import type { CheckRun } from "../run/check-run.ts";
import { describeResponse, isServerError } from "../run/judge.ts";
import { type Finding, fact, pass } from "../run/report.ts";
import { MALFORMED } from "../run/service.ts";
import { Inconclusive, Stop } from "../run/stop.ts";
import type { Check } from "./check.ts";

const ORIGIN = "https://plant-store-sdk.example";

export const CONNECTION_CHECKS: Check[] = [
  {
    name: "reachable",
    sends: `OPTIONS; without a response, the text ${MALFORMED}, which is not JSON`,
    isSafe: true,
    find: async ({ service }) => {
      let response = await service.send({ method: "OPTIONS" });
      if (response.status === undefined || isServerError(response))
        response = await service.send({ token: "none", body: MALFORMED });
      if (response.status === undefined) throw new Stop(response.reason);
      if (isServerError(response)) throw new Inconclusive(`received ${describeResponse(response)}`);
      const allow = response.headers.get("allow");
      return pass(`responds with ${response.status}${allow === null ? "" : `, Allow: ${allow}`}`);
    },
  },
  {
    name: "cors",
    sends: "OPTIONS, like a page of another origin",
    isSafe: true,
    find: async ({ service }) => {
      const headers = {
        origin: ORIGIN,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      };
      const response = await service.send({ method: "OPTIONS", headers });
      if (response.status === undefined || isServerError(response))
        throw new Inconclusive(`received ${describeResponse(response)}`);
      const origin = response.headers.get("access-control-allow-origin");
      const isAllowed = response.status < 300 && (origin === "*" || origin === ORIGIN);
      return fact(
        isAllowed ? "pages of any origin may call it" : "pages of an unknown origin may not call it",
      );
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
