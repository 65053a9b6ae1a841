/** A client whose types are generated from the document. It calls the mock. */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated.d.ts";

const client = createClient<paths>({
  baseUrl: process.argv[2] ?? "",
  headers: { authorization: "Bearer any" },
});
const plant: components["schemas"]["NewPlant"] = { id: 42, name: "Fern", tag: "indoor" };
const created = await client.POST("/plants", { body: plant });
const name: string | undefined = created.data?.name;
// @ts-expect-error the name is required
const rejected = await client.POST("/plants", { body: { id: 43 } });
const error: number | undefined = rejected.error?.error;
console.log(JSON.stringify([created.response.status, name, rejected.response.status, error]));
