/** Checks of bodies that can crash a service. So they are the last ones. */
import { isSameRejection } from "../../../src/contract/rules.ts";
import { Skip } from "../run/early-finding.ts";
import { type Judge, judgeAny, type Verdict, withFailure } from "../run/judge.ts";
import { fact } from "../run/report.ts";
import { MALFORMED } from "../run/service.ts";
import { bisect } from "./bisect.ts";
import type { Check } from "./check.ts";
import { INVALID_BODY_CHECKS } from "./invalid-plants.ts";

/** Larger bodies are not sent, bytes. */
const LARGEST_BODY = 1_048_576;

export const ODD_BODY_CHECKS: Check[] = [
  {
    name: "body-size",
    mayFind: ["maxBodyBytes", "tooLarge"],
    sends: "spaces and text that is not JSON, up to 1 MiB; if that is too large, by bisection",
    find: async (run) => {
      const { rules, isStable = true } = run.found;
      const short = rules.malformed ?? (await run.malformed()).verdict;
      // A short body that gets the same is not too large.
      const isLikeShort = ({ status, rejection }: Verdict) =>
        rules.malformed && isStable ? isSameRejection(rejection, rules.malformed) : status === short.status;
      const send = (bytes: number) =>
        run.decide(async () => {
          const { verdict, steps } = await run.sendMalformed({ body: MALFORMED.padStart(bytes) });
          // The short one is judged by `malformed-json`.
          const judged = { ...verdict, kind: "rejected", violation: undefined } as const;
          const isShown = verdict.kind !== "unclear" || verdict.violation !== undefined;
          return { verdict: isShown && isLikeShort(verdict) ? judged : verdict, steps };
        });
      const large = await send(LARGEST_BODY);
      const { rejection, summary } = large;
      if (rejection === undefined || isLikeShort(large))
        return fact(`no limit up to ${LARGEST_BODY} bytes: ${summary}`);
      const isAccepted = async (bytes: number) => isLikeShort(await send(bytes));
      rules.maxBodyBytes = await bisect(isAccepted, MALFORMED.length, LARGEST_BODY);
      rules.tooLarge = rejection;
      return fact(`at most ${rules.maxBodyBytes} bytes; longer: ${summary}`);
    },
  },
  {
    name: "lone-surrogate",
    sends: "a plant whose name has half a surrogate pair, which UTF-8 cannot encode",
    find: async (run) => {
      const { nameLength = 0 } = run.found;
      // Half a pair can have 3 bytes.
      if (nameLength < 4) throw new Skip("the accepted names are too short");
      const expected = "a response to a plant whose name has half a surrogate pair";
      const judge: Judge = (response) => withFailure(response, judgeAny(response), expected);
      const { kind, summary } = await run.decide(() =>
        run.sendPlant(run.plant({ name: `${run.texts.next(nameLength - 3, false)}\ud83c` }), judge),
      );
      return fact(kind === "accepted" ? "accepted" : `rejected: ${summary}`);
    },
  },
  ...INVALID_BODY_CHECKS,
];
