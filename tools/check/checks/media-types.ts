/** The check of media types, which matter: without JSON, a client cannot know that a response is the service's own. */
import { Skip } from "../run/early-finding.ts";
import { pass } from "../run/report.ts";
import type { Check } from "./check.ts";

export const MEDIA_TYPE_CHECKS: Check[] = [
  {
    name: "media-types",
    sends: "nothing: it looks at all responses",
    isSafe: true,
    find: async ({ mediaTypes, violations }) => {
      if (mediaTypes.size === 0) throw new Skip("no response was a 200 with a Plant or a 400 with an Error");
      for (const [detail, isRight] of mediaTypes) if (!isRight) violations.push({ detail });
      return pass("each 200 with a Plant and each 400 with an Error is JSON");
    },
  },
];
