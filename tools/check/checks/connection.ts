/** Checks that need no valid plant: of the connection, of tokens and of text that is not JSON. */
import { isSameRejection, type Rejection, readUnauthorized } from "../../../src/contract/rules.ts";
import { type CheckRun, type Checks, NOT_JSON } from "../run/check-run.ts";
import { describeResponse, describeVerdict, showsNothing } from "../run/judge.ts";
import { type Finding, fact, inconclusive, pass, skipped, stopped } from "../run/report.ts";
import { type CheckRequest, MALFORMED } from "../run/service.ts";

const ORIGIN = "https://plant-store-sdk.example";
const PREFLIGHT = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type",
};

export const CONNECTION_CHECKS = {
  async reachable({ service }) {
    let method = "OPTIONS";
    let response = await service.send({ method: "OPTIONS" });
    if (showsNothing(response)) {
      method = "POST";
      response = await service.send({ token: "none", body: MALFORMED });
    }
    if (response.status === 0) throw stopped(response.text);
    if (showsNothing(response)) throw inconclusive(`received ${describeResponse(response)}`);
    const allow = response.headers.get("allow");
    const methods = allow === null ? "" : `, Allow: ${allow}`;
    return pass(`responds to ${method} with ${response.status}${methods}`);
  },
  async cors({ service }) {
    const send = async (request: CheckRequest) => {
      const headers = { origin: ORIGIN, ...request.headers };
      const response = await service.send({ ...request, headers });
      if (showsNothing(response)) throw inconclusive(`received ${describeResponse(response)}`);
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
  "no-token": (run) => withToken(run, "none"),
  "wrong-token": (run) => withToken(run, "wrong"),
} satisfies Checks;

async function withToken(run: CheckRun, token: "none" | "wrong"): Promise<Finding> {
  const { rejection: right } = await run.malformed();
  const { rejection, summary } = await run.decide(async () => {
    const verdict = await run.sendMalformed({ token });
    // The form of this rejection is judged by `malformed-json`.
    return isSameRejection(verdict.rejection, right) ? { ...verdict, violation: undefined } : verdict;
  });
  run.tokenRejections[token] = rejection;
  if (rejection === undefined) return fact("not rejected");
  return fact(isSameRejection(rejection, right) ? `${summary}, as with the right token` : summary);
}

export const MALFORMED_CHECKS = {
  async "malformed-json"(run) {
    const { tokenRejections, rules } = run;
    const verdict = await run.decide(() => run.sendMalformed(), `a rejection of ${NOT_JSON}`);
    const { rejection } = verdict;
    if (rejection === undefined) return describeVerdict(verdict);
    rules.malformed = rejection;
    // A service that reads the body first says nothing about tokens here.
    const differing = (other?: Rejection) => (isSameRejection(other, rejection) ? undefined : other);
    const { none, wrong } = tokenRejections;
    rules.unauthorized ??= { missing: differing(none), wrong: differing(wrong) };
    return describeVerdict(verdict);
  },
  async "bearer-case"(run) {
    const { settings, tokenRejections } = run;
    const token = "lower-case";
    const { rejection: right } = await run.malformed();
    const { kind, rejection, summary } = await run.decide(() =>
      settings.consent ? run.sendValid(run.plant(), { token }) : run.sendMalformed({ token }),
    );
    const wrong = Object.values(settings.consent ? readUnauthorized(run.rules) : tokenRejections);
    const isLikeRight = settings.consent ? kind === "accepted" : isSameRejection(rejection, right);
    const isLikeWrong = wrong.some((other) => isSameRejection(rejection, other));
    if (isLikeRight === isLikeWrong)
      return fact(isLikeRight ? `unknown: the same as with another token, ${summary}` : summary);
    run.rules.bearerCase = isLikeRight ? "any" : "exact";
    return fact(isLikeRight ? "also accepts bearer" : "accepts Bearer only");
  },
} satisfies Checks;

export const RESPONSE_CHECKS = {
  // The type that the specification gives. A client may take a response of another type for that of something else.
  async "media-types"({ mediaTypes, violations }) {
    if (mediaTypes.size === 0) throw skipped("no response was a 200 with a Plant or a 400 with an Error");
    for (const detail of mediaTypes) if (detail !== "") violations.push({ detail });
    return pass("each 200 with a Plant and each 400 with an Error is application/json");
  },
} satisfies Checks;
