/** Checks that create nothing, even in a service with a lenient parser: they send no JSON object. */
import { describeRejection, isSameRejection } from "../session/judge.ts";
import { fact, Inconclusive, pass, Stop } from "../session/report.ts";
import { MALFORMED, type ServiceRequest, type ServiceResponse } from "../session/service.ts";
import type { Session } from "../session/session.ts";
import type { Check } from "./check.ts";

export const CONNECTION_CHECKS: Check[] = [
  {
    name: "reachable",
    sends: `OPTIONS; without a response, the text ${MALFORMED}, which is not JSON`,
    run: async ({ service }) => {
      let response = await service.send({ method: "OPTIONS" });
      if (response.status === undefined) response = await service.send({ token: "none", body: MALFORMED });
      if (response.status === undefined) throw new Stop(response.reason);
      return pass(`responds with ${response.status}`);
    },
  },
  {
    name: "cors",
    sends: "OPTIONS, like a page of another origin",
    run: async (session) => {
      const { status, headers } = await options(session, {
        origin: "https://plant-store-sdk.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      });
      const origin = headers.get("access-control-allow-origin");
      const isAllowed = status < 300 && (origin === "*" || origin === "https://plant-store-sdk.example");
      return fact(
        isAllowed ? "pages of any origin may call it" : "pages of an unknown origin may not call it",
      );
    },
  },
  {
    name: "methods",
    sends: "OPTIONS",
    run: async (session) => {
      const { status, headers } = await options(session, {});
      const allow = headers.get("allow");
      return fact(`OPTIONS: ${status}, ${allow === null ? "without an Allow header" : `Allow: ${allow}`}`);
    },
  },
  {
    name: "no-token",
    sends: "text that is not JSON, without a token",
    run: async (session) => {
      const rejection = await session.rejectionOf(() => session.sendMalformed({ token: "none" }));
      session.found.noToken = rejection;
      return fact(rejection ? describeRejection(rejection) : "not rejected");
    },
  },
  {
    name: "wrong-token",
    sends: "text that is not JSON, with a wrong token",
    run: async (session) => {
      const rejection = await session.rejectionOf(() => session.sendMalformed({ token: "wrong" }));
      session.found.wrongToken = rejection;
      return fact(rejection ? describeRejection(rejection) : "not rejected");
    },
  },
  {
    name: "malformed-json",
    sends: "text that is not JSON, with the token",
    run: async (session) => {
      const { noToken, wrongToken, rules } = session.found;
      const rejection = await session.rejectionOf(() => session.sendMalformed());
      if (rejection === undefined) return fact("not rejected");
      // A service that reads the body first says nothing about tokens here.
      const differs = (other: typeof rejection | undefined) => other && !isSameRejection(other, rejection);
      const missing = differs(noToken) && { missing: noToken };
      const wrong = differs(wrongToken) && { wrong: wrongToken };
      if (missing || wrong) rules.unauthorized = { ...missing, ...wrong };
      return rejection.status === 400
        ? pass(describeRejection(rejection))
        : fact(describeRejection(rejection));
    },
  },
];

async function options(
  session: Session,
  headers: ServiceRequest["headers"] & object,
): Promise<ServiceResponse> {
  const response = await session.service.send({ method: "OPTIONS", headers });
  if (response.status === undefined) throw new Inconclusive(response.reason);
  return response;
}
