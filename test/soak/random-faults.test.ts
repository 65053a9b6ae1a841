import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { Chance } from "./chance.ts";
import { FAULT_NAMES, nameFault, randomFault } from "./random-faults.ts";

test("chance brings every kind of fault, at once and after a delay, and the store takes each", () => {
  const chance = new Chance(1);
  const store = createPlantStore();
  const names = new Set<string>();
  for (let count = 0; count < 2000; count++) {
    const fault = randomFault(chance);
    store.enqueue(fault);
    const { name, delayed } = nameFault(fault);
    names.add(`${name} ${delayed}`);
  }
  const all = FAULT_NAMES.flatMap((name) => [`${name} false`, `${name} true`]);
  expect([...names].sort()).toEqual(all.sort());
});

test("the same seed gives the same choices, and another seed others", () => {
  const choices = (seed: number) => {
    const chance = new Chance(seed);
    return Array.from({ length: 20 }, () => chance.between(1, 1_000_000));
  };
  expect(choices(7)).toEqual(choices(7));
  expect(choices(8)).not.toEqual(choices(7));
});

test("choices come as often as their weights say", () => {
  const chance = new Chance(1);
  const picks = Array.from({ length: 10_000 }, () =>
    chance.weighted([
      [1, "rare"],
      [3, "common"],
    ]),
  );
  const rare = picks.filter((pick) => pick === "rare").length;
  expect(rare).toBeGreaterThan(2300);
  expect(rare).toBeLessThan(2700);
});
