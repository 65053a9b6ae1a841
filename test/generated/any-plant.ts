/** Generates plants, and arguments that are almost plants, as the source text of an expression. */
import fc from "fast-check";
import { anyValue, int64, member, mostly, type Source, stableValue, string, trap } from "./any-value.ts";

const id: Source = fc.oneof(fc.maxSafeInteger().map(String), int64, fc.constantFrom("-0", "2 ** 53 - 1"));

/** A plant that is valid, or is invalid in one or two fields. It may have extra fields. */
export function nearlyValidPlant(value: Source): Source {
  const extraMember = member(value);
  const fields = fc
    .tuple(
      mostly(id, value).map((v) => `id: ${v}`),
      mostly(string, value).map((v) => `name: ${v}`),
      fc.array(
        mostly(fc.oneof(string, fc.constant("undefined")), value).map((v) => `tag: ${v}`),
        { maxLength: 1 },
      ),
      fc.array(extraMember, { maxLength: 3 }),
    )
    .chain(([id, name, tag, others]) => {
      const all = [id, name, ...tag, ...others];
      return fc.shuffledSubarray(all, { minLength: all.length - (others.length > 2 ? 1 : 0) });
    });
  const plain = fields.map((members) => `{ ${members.join(", ")} }`);
  return fc.oneof(
    { weight: 12, arbitrary: plain },
    plain.map((plant) => `Object.freeze(${plant})`),
    plain.map((plant) => `new Proxy(${plant}, {})`),
    plain.map((plant) => `Object.setPrototypeOf(${plant}, null)`),
    fc.tuple(plain, value).map(([plant, v]) => `Object.setPrototypeOf(${plant}, Object(${v}))`),
    fc.tuple(plain, trap(value)).map(([plant, t]) => `new Proxy(${plant}, { ${t} })`),
    plain.map((plant) => `Object.create(${plant})`),
    plain.map(
      (plant) => `Object.setPrototypeOf(${plant}, (class Plant { get shelf() { return 3; } }).prototype)`,
    ),
  );
}

/** Any argument for `createPlant`, usually a plant. */
export const anyPlant: Source = fc.oneof(
  { weight: 9, arbitrary: nearlyValidPlant(anyValue) },
  { weight: 1, arbitrary: anyValue },
);

/** The same, but it returns the same at every read. */
export const stablePlant: Source = fc.oneof(
  { weight: 9, arbitrary: nearlyValidPlant(stableValue) },
  { weight: 1, arbitrary: stableValue },
);
