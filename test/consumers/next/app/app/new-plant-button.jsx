"use client";

import { createPlant } from "plant-store-sdk";

export function NewPlantButton() {
  const create = () => createPlant({ id: 2, name: "Moss" }, { baseUrl: "/api", token: "any" });
  return (
    <button type="button" onClick={create}>
      New plant
    </button>
  );
}
