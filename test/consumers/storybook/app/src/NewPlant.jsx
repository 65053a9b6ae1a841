import { PlantStoreClient } from "plant-store-sdk";
import { useState } from "react";

const client = new PlantStoreClient({ baseUrl: "/api", token: null });

export function NewPlant() {
  const [text, setText] = useState("");
  const create = async () => {
    const result = await client.safeCreatePlant({ id: 1, name: "Fern" });
    setText(result.success ? "created" : result.error.outcome);
  };
  return (
    <button type="button" onClick={create}>
      Create <output>{text}</output>
    </button>
  );
}
