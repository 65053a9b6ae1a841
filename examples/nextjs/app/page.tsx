import { connection } from "next/server";
import { Suspense } from "react";
import { createPlant } from "./actions";
import { PlantForm } from "./plant-form";

/** The form calls a server action. */
export default function Page() {
  return (
    <main>
      <h1>New plant</h1>
      <Suspense>
        <NewPlant />
      </Suspense>
    </main>
  );
}

async function NewPlant() {
  await connection(); // Each visit gets a key of its own.
  return <PlantForm action={createPlant} submission={crypto.randomUUID()} />;
}
