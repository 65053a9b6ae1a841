/** Checks of bodies that can crash a service. So they are the last ones. */
import { isSameRejection, type Rejection } from "../../../src/contract/rules.ts";
import { type Judge, judgeAny, withFailure } from "../run/judge.ts";
import { fact } from "../run/report.ts";
import { MALFORMED } from "../run/service.ts";
import { Skip } from "../run/stop.ts";
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
      const send = (bytes: number) =>
        run.decide(() => run.sendMalformed({ body: MALFORMED.padStart(bytes) }));
      const { rules, isStable = true } = run.found;
      // A short body that is rejected in the same way is not too large.
      const isLikeShort = (rejection: Rejection | undefined) =>
        isStable
          ? isSameRejection(rejection, rules.malformed)
          : rejection?.status === rules.malformed?.status;
      const { rejection, summary } = await send(LARGEST_BODY);
      if (rejection === undefined || rules.malformed === undefined || isLikeShort(rejection))
        return fact(`no limit up to ${LARGEST_BODY} bytes: ${summary}`);
      const isAccepted = async (bytes: number) => isLikeShort((await send(bytes)).rejection);
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
