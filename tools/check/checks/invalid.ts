/** Checks of requests that are not valid, or that the specification does not describe. */
import { isSameRejection, type Rejection, readUnauthorized } from "../../../src/contract/rules.ts";
import { describeRejection } from "../run/judge.ts";
import { fact, pass } from "../run/report.ts";
import type { Check } from "./check.ts";
import { INVALID_PLANT_CHECKS, rejected, sendRejectedPlant } from "./invalid-plants.ts";

export const INVALID_CHECKS: Check[] = [
  {
    name: "malformed-json",
    sends: "text that is not JSON, with the token",
    finds: ["malformed"],
    isSafe: true,
    find: async (run) => {
      const { malformed, rules } = run.found;
      const verdict = await run.decide(() => run.sendMalformed());
      const { rejection } = verdict;
      if (rejection === undefined) return rejected(verdict);
      rules.malformed = rejection;
      // A service that reads the body first says nothing about tokens here.
      const differing = (other?: Rejection) => (isSameRejection(other, rejection) ? undefined : other);
      rules.unauthorized ??= { missing: differing(malformed.none), wrong: differing(malformed.wrong) };
      return rejected(verdict);
    },
  },
  {
    name: "bearer-case",
    sends: "a plant with the token after bearer; without --create-on, text that is not JSON",
    isSafe: true,
    finds: ["bearerCase"],
    find: async (run) => {
      const { found, settings } = run;
      const token = "lower-case";
      const right = (await run.malformed()).verdict.rejection;
      const { kind, rejection, summary } = await run.decide(() =>
        settings.consent ? run.sendValid(run.plant(), { token }) : run.sendMalformed({ token }),
      );
      const wrong = Object.values(settings.consent ? readUnauthorized(found.rules) : found.malformed);
      const isLikeRight = settings.consent ? kind === "accepted" : isSameRejection(rejection, right);
      const isLikeWrong = wrong.some((other) => isSameRejection(rejection, other));
      if (isLikeRight === isLikeWrong)
        return fact(isLikeRight ? `unknown: the same as with another token, ${summary}` : summary);
      found.rules.bearerCase = isLikeRight ? "any" : "exact";
      return fact(isLikeRight ? "also accepts bearer" : "accepts Bearer only");
    },
  },
  ...INVALID_PLANT_CHECKS,
  {
    name: "content-type",
    sends: "a plant as text/plain",
    finds: ["mediaType"],
    find: async (run) => {
      const { rejection, summary } = await run.decide(() =>
        run.sendValid(run.plant(), { headers: { "content-type": "text/plain" } }),
      );
      run.found.rules.mediaType = rejection ?? "ignored";
      return fact(rejection ? `text/plain: ${summary}` : "also accepts text/plain");
    },
  },
  {
    name: "rejection-stable",
    sends: "a plant that is not valid, three times",
    find: async (run) => {
      const rejections: Rejection[] = [];
      for (let index = 0; index < 3; index++) rejections.push((await sendRejectedPlant(run)).rejection);
      const isStable = rejections.every((rejection) => isSameRejection(rejection, rejections[0]));
      run.found.isStable = isStable;
      if (isStable) return pass("the same three times");
      // Their numbers say nothing.
      const { invalid, id, name, tag, ...others } = run.found.rules;
      run.found.rules = { ...others, ...(id?.max !== undefined && { id: { max: id.max } }) };
      return fact(`differs: ${rejections.map(describeRejection).join(", ")}`);
    },
  },
  {
    name: "unknown-field",
    sends: "a plant with a field that the specification does not have",
    finds: ["unknownFields"],
    find: async (run) => {
      const { rejection, summary } = await run.decide(() =>
        run.sendValid(run.plant(), {}, { plantStoreSdkCheck: true }),
      );
      run.found.rules.unknownFields = rejection ?? "ignored";
      return fact(rejection ? `rejected: ${summary}` : "ignored");
    },
  },
];
