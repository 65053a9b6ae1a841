import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { Random } from "./random.ts";
import { FAULT_NAMES, nameFault, randomFault } from "./random-faults.ts";

test("every kind of fault occurs, immediately and delayed, and the store accepts each", () => {
  const random = new Random(1);
  const store = createPlantStore();
  const names = new Set<string>();
  for (let count = 0; count < 2000; count++) {
    const fault = randomFault(random);
    store.enqueue(fault);
    const { name, delayed } = nameFault(fault);
    names.add(`${name} ${delayed}`);
  }
  const all = FAULT_NAMES.flatMap((name) => [`${name} false`, `${name} true`]);
  // A delay is not delayed again.
  expect([...names].sort()).toEqual(all.filter((name) => name !== "delay true").sort());
});

test("the same seed gives the same numbers, another seed gives others", () => {
  const numbersOf = (seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: 20 }, () => random.integer(1, 1_000_000));
  };
  expect(numbersOf(7)).toEqual(numbersOf(7));
  expect(numbersOf(8)).not.toEqual(numbersOf(7));
});

test("a choice is picked in proportion to its weight", () => {
  const random = new Random(1);
  const picks = Array.from({ length: 10_000 }, () =>
    random.pickWeighted([
      [1, "rare"],
      [3, "common"],
    ]),
  );
  const rare = picks.filter((pick) => pick === "rare").length;
  expect(rare).toBeGreaterThan(2300);
  expect(rare).toBeLessThan(2700);
});
