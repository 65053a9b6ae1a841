/** Validates rules. */
import {
  boolean,
  custom,
  gte,
  int,
  literal,
  lte,
  optional,
  partial,
  pipe,
  strictObject,
  string,
  union,
  type ZodMiniType,
} from "zod/mini";
import { formatIssues } from "./issues.ts";
import { type FieldRejections, type PlantStoreRules, type Rejection, readDuplicates } from "./rules.ts";
import { int32, int64 } from "./validate-field.ts";

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

/** Either a rejection, or something else. A value with a status is a rejection: the message says what is wrong with it. */
const orRejection = <T>(other: ZodMiniType<T>, expected: string) =>
  union([other, rejectionSchema], {
    error: ({ input, errors = [] }) =>
      isRejection(input) ? `is a wrong rejection: ${formatIssues(errors[1] ?? [], "it")}` : expected,
  });
const isRejection = (value: unknown) => "status" in Object(value);

/** Like {@link optionals}, for what is no rejection. */
const parts = <Shape extends Parameters<typeof strictObject>[0]>(shape: NonNullable<Shape>) =>
  pipe(
    custom((value) => !isRejection(value)),
    optionals(shape),
  );
const ignoredOrRejection = orRejection(literal("ignored"), `must be "ignored" or ${REJECTION}`);
const creation = orRejection(literal("created"), `must be "created" or ${REJECTION}`);

const fieldRejections = {
  missing: rejectionSchema,
  type: rejectionSchema,
  range: rejectionSchema,
} satisfies Record<keyof FieldRejections, unknown>;

const fields = {
  $schema: text,
  version: literal(1, "must be 1"),
  duplicates: orRejection(
    union([literal("created"), parts({ equal: creation, different: creation })]),
    `must be "created", ${REJECTION}, or an object with one of these as \`equal\` and as \`different\``,
  ),
  atomicIds: flag,
  exactIds: flag,
  namesMayChange: flag,
  unauthorized: orRejection(
    parts({ missing: rejectionSchema, wrong: rejectionSchema }),
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
    unique: orRejection(literal(false), `must be false or ${REJECTION}`),
  }),
  tag: optionals({ ...fieldRejections, maxLength }),
  unknownFields: ignoredOrRejection,
  idempotencyKey: union(
    [flag, object({ different: rejectionSchema })],
    `must be true, false, or an object with ${REJECTION} as \`different\``,
  ),
  checked: object({ baseUrl: text, time: text, version: text }),
} satisfies Record<keyof PlantStoreRules, unknown>;

/** Schema of {@link PlantStoreRules}. */
export const rulesSchema: ZodMiniType<PlantStoreRules> = optionals(fields).check(({ value, issues }) => {
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
