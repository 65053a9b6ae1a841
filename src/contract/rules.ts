/**
 * How one service decides what the specification leaves open, as one JSON document. `check` finds the rules out; the mock and
 * the import obey them.
 */
import type { PlantStoreIssue } from "./issues.ts";
import { FIELD_NAMES } from "./plant-fields.ts";
import type { NewPlant } from "./schemas.ts";

/**
 * How a service decides what the specification leaves open. An absent rule means that this is not known. Then the mock
 * creates every valid plant, and rejects others with 400.
 */
export interface PlantStoreRules {
  /** The URL of the JSON Schema, for editors. */
  $schema?: string | undefined;
  /**
   * The version of this format.
   * @default 1
   */
  version?: 1 | undefined;
  /** What happens to a plant whose id exists; `"created"` also if it replaces the first one. */
  duplicates?:
    | Creation
    | {
        /** What happens if the plants are equal. */
        equal?: Creation | undefined;
        /** What happens if the plants differ in their name or tag. */
        different?: Creation | undefined;
      }
    | undefined;
  /** Whether of several requests with one id at the same time, at most one creates a plant. */
  atomicIds?: boolean | undefined;
  /** `false`: the service confuses ids beyond 2^53-1, because it rounds them to doubles. */
  exactIds?: boolean | undefined;
  /**
   * Whether the service may store another name than the one sent, such as `&amp;` for `&`. `false`: it changes at most white
   * space and the Unicode normalization. The mock never changes a name.
   */
  namesMayChange?: boolean | undefined;
  /** The rejection of a request without the right token. */
  unauthorized?:
    | Rejection
    | {
        /** The rejection of a request without a token. */
        missing?: Rejection | undefined;
        /** The rejection of a request with a wrong token. */
        wrong?: Rejection | undefined;
      }
    | undefined;
  /** `"exact"`: a token is only accepted after `Bearer`; `"any"`: also after `bearer` (RFC 9110 section 11.1). */
  bearerCase?: "exact" | "any" | undefined;
  /** `true`: the service checks the size and the JSON of a body before the token. */
  bodyBeforeToken?: boolean | undefined;
  /** The rejection of a plant that is not valid. */
  invalid?: Rejection | undefined;
  /** The rejection of a body that is not JSON in UTF-8. Without it, that of `invalid`. */
  malformed?: Rejection | undefined;
  /** What happens to a media type other than `application/json`. Without it, the rejection of `invalid`. */
  mediaType?: "ignored" | Rejection | undefined;
  /** The largest body, bytes. The mock rejects more than 1 MiB in any case. */
  maxBodyBytes?: number | undefined;
  /** The rejection of a larger body. Without it, a 413. */
  tooLarge?: Rejection | undefined;
  /** What the lengths of names and tags count: Unicode code points (the default), UTF-16 units, or bytes in UTF-8. */
  lengths?: "code-points" | "utf-16" | "bytes" | undefined;
  /** The range of ids, and how other ids are rejected. */
  id?:
    | (FieldRejections & {
        /** The smallest id. */
        min?: number | bigint | undefined;
        /** The largest id. */
        max?: number | bigint | undefined;
      })
    | undefined;
  /** The lengths of names, and how other names are rejected. */
  name?:
    | (FieldRejections & {
        /** The length of the shortest name. */
        minLength?: number | undefined;
        /** The length of the longest name; `null`: without a limit. */
        maxLength?: number | null | undefined;
        /** The rejection of a name that exists, or `false`. */
        unique?: Rejection | false | undefined;
      })
    | undefined;
  /** The lengths of tags, and how other tags are rejected. */
  tag?:
    | (FieldRejections & {
        /** The length of the longest tag; `null`: without a limit. */
        maxLength?: number | null | undefined;
      })
    | undefined;
  /** What happens to a plant with fields that the specification does not have. */
  unknownFields?: "ignored" | Rejection | undefined;
  /** Whether a repeated request with the same `idempotency-key` gets a 200 again if it created its plant. */
  idempotencyKey?:
    | boolean
    | {
        /** The rejection of a key that was used for another plant. With `true`, such a request gets the first response, too. */
        different: Rejection;
      }
    | undefined;
  /** Where and when the rules were found, and by which version of this package. */
  checked?:
    | {
        /** The URL of the service. */
        baseUrl: string;
        /** The time of the check, ISO 8601. */
        time: string;
        /** The version of this package. */
        version: string;
      }
    | undefined;
}

/** How a plant is rejected if a field is wrong, by the `code` of its issue. */
export interface FieldRejections {
  /** The rejection of a plant without the field. For `id` and `name`, without it, that of `invalid`; a tag is optional without it. */
  missing?: Rejection | undefined;
  /** The rejection of a value of another type. Without it, that of `invalid`. */
  type?: Rejection | undefined;
  /** The rejection of a value that is too small, too large, too short or too long. Without it, that of `invalid`. */
  range?: Rejection | undefined;
}

/** A response with a 4xx status and an Error body. */
export interface Rejection {
  /** From 400 to 499. */
  status: number;
  /**
   * The `error` in the body, int32.
   * @default the status
   */
  error?: number | undefined;
  /** The `message` in the body. By default, the mock explains the rejection. */
  message?: string | undefined;
}

/** Either created, or rejected. */
export type Creation = "created" | Rejection;

/** What happens to equal and to different plants whose id exists. */
export function readDuplicates({ duplicates = {} }: PlantStoreRules): {
  equal?: Creation | undefined;
  different?: Creation | undefined;
} {
  if (duplicates === "created" || "status" in duplicates) return { equal: duplicates, different: duplicates };
  return duplicates;
}

/** How requests without a token and with a wrong one are rejected. */
export function readUnauthorized({ unauthorized = {} }: PlantStoreRules): {
  missing?: Rejection | undefined;
  wrong?: Rejection | undefined;
} {
  return "status" in unauthorized ? { missing: unauthorized, wrong: unauthorized } : unauthorized;
}

/**
 * Whether clients cannot tell two rejections apart. An `error` that is equal to the status is the same as none. What is not
 * known is not the same.
 */
export function isSameRejection(a: Rejection | undefined, b: Rejection | undefined): boolean {
  return a !== undefined && a.status === b?.status && (a.error ?? a.status) === (b.error ?? b.status);
}

/** Whether this is how a plant is rejected whose id exists. */
export function isDuplicate(rules: PlantStoreRules, rejection: Rejection | undefined): boolean {
  return Object.values(readDuplicates(rules)).some(
    (creation) => typeof creation === "object" && isSameRejection(rejection, creation),
  );
}

/** How a plant is rejected that has this issue, or `undefined` if that is not known. */
export function rejectionOfIssue(
  rules: PlantStoreRules,
  { path: [field], code }: Pick<PlantStoreIssue, "path" | "code">,
): Rejection | undefined {
  // Rules need not know each field.
  const known = FIELD_NAMES.find((name): name is keyof NewPlant & keyof PlantStoreRules => name === field);
  return (known && code !== "unreadable" ? rules[known]?.[code] : undefined) ?? rules.invalid;
}

/** The rejections that are not about an id that exists. */
export function otherRejections({ duplicates: _, ...rules }: PlantStoreRules): Rejection[] {
  const collect = (value: unknown): Rejection[] => {
    if (typeof value !== "object" || value === null) return [];
    return "status" in value ? [value as Rejection] : Object.values(value).flatMap(collect);
  };
  const { maxBodyBytes, tooLarge = maxBodyBytes !== undefined && { status: 413 } } = rules;
  return collect({ ...rules, tooLarge });
}

/** Why a rejection does not show that the id exists, or undefined if it does. */
export function recognitionProblem(rules: PlantStoreRules): string | undefined {
  const { equal, different } = readDuplicates(rules);
  if (equal === undefined || different === undefined) return "it is unknown what happens to a duplicate";
  if (equal === "created" || different === "created") return "duplicates are not rejected";
  const isHidden = otherRejections(rules).some((other) => isDuplicate(rules, other));
  return isHidden ? "duplicates are rejected like something else" : undefined;
}
