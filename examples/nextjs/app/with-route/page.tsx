import { connection } from "next/server";
import { Suspense } from "react";
import { RouteForm } from "./route-form";

/** The same page, but the form calls the route `POST /api/plants`. */
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
  await connection();
  return <RouteForm submission={crypto.randomUUID()} />;
}
