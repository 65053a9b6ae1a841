/** Checks of bodies that can crash a service. So they are the last ones. */
import { toJson } from "../run/check-run.ts";
import { judgeOdd } from "../run/judge.ts";
import { fact } from "../run/report.ts";
import { MALFORMED } from "../run/service.ts";
import { Skip } from "../run/stop.ts";
import { bisect } from "./bisect.ts";
import type { Check } from "./check.ts";
import { rejectsPlant } from "./invalid.ts";

/** Larger bodies are not sent, bytes. */
const LARGEST_BODY = 1_048_576;

export const ODD_BODY_CHECKS: Check[] = [
  {
    name: "body-size",
    mayFind: ["maxBodyBytes"],
    sends: "spaces and text that is not JSON, up to 1 MiB; if that is too large, by bisection",
    find: async (run) => {
      const send = (bytes: number) =>
        run.decide(() => run.sendMalformed({ body: MALFORMED.padStart(bytes) }));
      const { rejection, summary } = await send(LARGEST_BODY);
      if (rejection?.status !== 413) return fact(`no limit up to ${LARGEST_BODY} bytes: ${summary}`);
      const isAccepted = async (bytes: number) => (await send(bytes)).rejection?.status !== 413;
      const maxBodyBytes = await bisect(isAccepted, 0, LARGEST_BODY);
      run.found.rules.maxBodyBytes = maxBodyBytes;
      return fact(`at most ${maxBodyBytes} bytes: ${summary}`);
    },
  },
  {
    name: "lone-surrogate",
    sends: "a plant whose name has half a surrogate pair, which UTF-8 cannot encode",
    find: async (run) => {
      const { nameLength = 0 } = run.found;
      if (nameLength < 2) throw new Skip("the accepted names are too short");
      const { kind, summary } = await run.decide(() => {
        const plant = run.plant({ name: `${run.texts.next(nameLength - 1)}\ud83c` });
        const what = "a plant whose name has half a surrogate pair";
        return run.send({ id: plant.id, text: toJson(plant) }, (response) => judgeOdd(response, what));
      });
      return fact(kind === "accepted" ? "accepted" : `rejected: ${summary}`);
    },
  },
  // Not objects: to read a field of null is an error in many languages.
  rejectsPlant({ name: "body-array", what: "an empty array", body: () => "[]" }),
  rejectsPlant({ name: "body-null", what: "null", body: () => "null" }),
];
