/** A service of FastAPI, which sends `"tag": null` by default, and the fix of the guide on troubleshooting. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PlantStoreClient } from "../../src/index.ts";
import { kill } from "../consumers/app.ts";
import { findFreePort, isListening } from "../support/servers.ts";
import { ENVIRONMENT, installPython, isAvailable } from "./other-registries.ts";

const service = (options: string) => `
from fastapi import FastAPI
from pydantic import BaseModel

class Plant(BaseModel):
    name: str
    tag: str | None = None

class NewPlant(Plant):
    id: int

app = FastAPI()

@app.post("/plants", response_model=Plant${options})
def create_plant(plant: NewPlant):
    return plant
`;

describe.skipIf(!(await isAvailable("Python")))("FastAPI", () => {
  let python: string;
  beforeAll(async () => {
    python = join(await installPython(["fastapi==0.165.0", "uvicorn==0.54.0"], "fastapi"), "python");
  }, 1_200_000);

  test.each([
    ["by default, a plant without a tag is a failure whose outcome is created", "", "created"],
    ["with response_model_exclude_none, it is a success", ", response_model_exclude_none=True", undefined],
  ])("%s", async (_, options, outcome) => {
    const folder = await mkdtemp(join(tmpdir(), "plant-store-fastapi-"));
    const port = await findFreePort();
    await writeFile(join(folder, "service.py"), service(options));
    const args = ["-m", "uvicorn", "service:app", "--port", `${port}`];
    const child = spawn(python, args, { cwd: folder, env: ENVIRONMENT, stdio: "ignore" });
    onTestFinished(async () => {
      await kill(child);
      await rm(folder, { recursive: true });
    });
    while (!(await isListening(port))) {
      expect(child.exitCode).toBe(null);
      await sleep(50);
    }
    const client = new PlantStoreClient({ baseUrl: `http://127.0.0.1:${port}`, token: "any" });
    const { error } = await client.safeCreatePlant({ id: 1, name: "Fern" });
    expect(error?.outcome).toBe(outcome);
    expect(await client.createPlant({ id: 2, name: "Moss", tag: "wall" })).toEqual({
      name: "Moss",
      tag: "wall",
    });
  });
});
