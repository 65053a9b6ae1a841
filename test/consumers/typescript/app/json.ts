/** Imports the JSON files of the package. */
import openapi from "plant-store-sdk/openapi.json" with { type: "json" };
import manifest from "plant-store-sdk/package.json" with { type: "json" };

if (openapi.openapi !== "3.1.0" || manifest.name !== "plant-store-sdk") throw new Error("not as expected");
console.log("ok");
