/**
 * How one service decides what the specification leaves open, as one JSON document. `check` finds the rules out; the mock and
 * the import obey them.
 */
import {
  boolean,
  gte,
  int,
  literal,
  lte,
  optional,
  partial,
  strictObject,
  string,
  union,
  type ZodMiniType,
} from "zod/mini";
import { formatIssues, type PlantStoreIssue } from "./issues.ts";
import { FIELD_NAMES } from "./plant-fields.ts";
import type { NewPlant } from "./schemas.ts";
import { int32, int64 } from "./validate-field.ts";

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
  /** `true`: the service checks the size, the media type and the JSON of a body before the token. */
  bodyBeforeToken?: boolean | undefined;
  /** The rejection of a plant that is not valid. */
  invalid?: Rejection | undefined;
  /** The rejection of a body that is not JSON in UTF-8. Without it, that of `invalid`. */
  malformed?: Rejection | undefined;
  /** What happens to a media type other than `application/json`. Without it, the rejection of `invalid`. */
  mediaType?: "ignored" | Rejection | undefined;
  /** The largest body, bytes. */
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
  /** Whether a repeated request with the same `idempotency-key` gets the first response again. */
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

/** An object whose other fields are errors, which name the known ones. */
function object<Shape extends Parameters<typeof strictObject>[0]>(shape: NonNullable<Shape>) {
  const fields = Object.keys(shape).join(", ");
  return strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `has the unknown field \`${issue.keys.join("`, `")}\` (the fields are ${fields})`
        : `must be an object (its fields are ${fields})`,
  });
}

/** Like {@link object}; all fields are optional. */
const optionals = <Shape extends Parameters<typeof strictObject>[0]>(shape: NonNullable<Shape>) =>
  partial(object(shape));

const NOT_A_STATUS = "must be a status from 400 to 499";
const NOT_A_LENGTH = "must be a length of 0 or more";
const NOT_A_SIZE = "must be a number of bytes";
const text = string("must be a string");
const flag = boolean("must be true or false");
const length = int(NOT_A_LENGTH).check(gte(0, NOT_A_LENGTH));
const maxLength = union([length, literal(null)], `${NOT_A_LENGTH}, or null`);

/** Schema of a {@link Rejection}. */
export const rejectionSchema: ZodMiniType<Rejection> = object({
  status: int(NOT_A_STATUS).check(gte(400, NOT_A_STATUS), lte(499, NOT_A_STATUS)),
  error: optional(int32),
  message: optional(text),
});
const REJECTION = 'a rejection such as { "status": 409, "error": 1003 }';
const ignoredOrRejection = union([literal("ignored"), rejectionSchema], `must be "ignored" or ${REJECTION}`);
const creation = union([literal("created"), rejectionSchema], `must be "created" or ${REJECTION}`);

const fieldRejections = {
  missing: rejectionSchema,
  type: rejectionSchema,
  range: rejectionSchema,
} satisfies Record<keyof FieldRejections, unknown>;

/** Schema of {@link PlantStoreRules}. */
export const rulesSchema: ZodMiniType<PlantStoreRules> = optionals({
  $schema: text,
  version: literal(1, "must be 1"),
  duplicates: union(
    [creation, optionals({ equal: creation, different: creation })],
    `must be "created", ${REJECTION}, or an object with one of these as \`equal\` and as \`different\``,
  ),
  atomicIds: flag,
  exactIds: flag,
  unauthorized: union(
    [rejectionSchema, optionals({ missing: rejectionSchema, wrong: rejectionSchema })],
    `must be ${REJECTION}, or an object with one as \`missing\` and as \`wrong\``,
  ),
  bearerCase: union([literal("exact"), literal("any")], 'must be "exact" or "any"'),
  bodyBeforeToken: flag,
  invalid: rejectionSchema,
  malformed: rejectionSchema,
  mediaType: ignoredOrRejection,
  maxBodyBytes: int(NOT_A_SIZE).check(gte(0, NOT_A_SIZE)),
  tooLarge: rejectionSchema,
  lengths: union(
    [literal("code-points"), literal("utf-16"), literal("bytes")],
    'must be "code-points", "utf-16" or "bytes"',
  ),
  id: optionals({ ...fieldRejections, min: int64, max: int64 }),
  name: optionals({
    ...fieldRejections,
    minLength: length,
    maxLength,
    unique: union([literal(false), rejectionSchema], `must be false or ${REJECTION}`),
  }),
  tag: optionals({ ...fieldRejections, maxLength }),
  unknownFields: ignoredOrRejection,
  idempotencyKey: union(
    [flag, object({ different: rejectionSchema })],
    `must be true, false, or an object with ${REJECTION} as \`different\``,
  ),
  checked: object({ baseUrl: text, time: text, version: text }),
}).check(({ value, issues }) => {
  const add = (path: string[], message: string) =>
    issues.push({ code: "custom", input: undefined, path, message });
  const { id, name, atomicIds } = value as PlantStoreRules;
  if (id?.min !== undefined && id.max !== undefined && id.min > id.max)
    add(["id"], "must have a `min` that is not above its `max`");
  if (name?.minLength !== undefined && typeof name.maxLength === "number" && name.minLength > name.maxLength)
    add(["name"], "must have a `minLength` that is not above its `maxLength`");
  const { equal, different } = readDuplicates(value as PlantStoreRules);
  if (atomicIds && equal === "created" && different === "created")
    add(["atomicIds"], "must not be true if `duplicates` are created");
});

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

/**
 * Validates rules, such as those of a JSON file, whose type is too wide for {@link PlantStoreRules}.
 *
 * @param what to call them in the message, such as the file's name
 * @throws TypeError that lists every unknown, wrong or contradictory field
 */
export function parseRules(rules: unknown, what = "parseRules"): PlantStoreRules {
  const { data, error } = rulesSchema.safeParse(rules);
  if (data) return data;
  throw new TypeError(`${what}: ${formatIssues(error.issues, "the document")}.`);
}
