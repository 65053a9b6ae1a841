/** What a user does on the playground page, and what the page shows. */
import { expect } from "vitest";
import type { PageDriver } from "./page-driver.ts";

/** For `expect.poll`. Long enough for a busy machine. */
export const polling = { timeout: 30_000 };

/** The state of a call, from the data attributes of the page. */
export interface ShownResult {
  state: "empty" | "running" | "success" | "failure";
  kind?: string;
  outcome?: string;
  attempts?: string;
}

/** An open page whose mock is ready. */
export class Visit {
  readonly page: PageDriver;

  private constructor(page: PageDriver) {
    this.page = page;
  }

  static async start(page: PageDriver, url: string): Promise<Visit> {
    await page.open(url);
    const isReady = () => page.run(() => document.documentElement.dataset.ready);
    await expect.poll(isReady, polling).toBe("true");
    return new Visit(page);
  }

  /** Fills in the form and submits it. */
  async createPlant(id: string, name: string, tag = ""): Promise<void> {
    await this.page.fill("Id", id);
    await this.page.fill("Name", name);
    await this.page.fill("Tag", tag);
    await this.page.click("Create plant");
  }

  async queueFault(fault: string): Promise<void> {
    await this.page.select("Fault", fault);
    await this.page.click("Queue fault");
  }

  async useRealService(baseUrl: string, token: string): Promise<void> {
    await this.page.choose("A real service");
    await this.page.fill("Base URL", baseUrl);
    await this.page.fill("Token", token);
  }

  /** Waits until a call has the expected state, and compares the rest. */
  async expectResult(expected: ShownResult): Promise<void> {
    const shown = () => this.page.run(() => ({ ...document.getElementById("result")?.dataset }));
    await expect.poll(async () => (await shown()).state, polling).toBe(expected.state);
    expect(await shown()).toMatchObject(expected);
  }

  /** The text of the result. Screen readers announce it. */
  status(): Promise<string> {
    return this.page.run(() => document.querySelector("[role=status]")?.textContent ?? "");
  }

  /** The texts of the items of a list, or of all lists in a section. @param name the accessible name */
  items(name: string): Promise<string[]> {
    return this.page.run((label) => {
      const items = document.querySelectorAll<HTMLElement>(`[aria-label="${label}"] li`);
      return Array.from(items, ({ innerText }) => innerText.replaceAll(/\s+/g, " ").trim());
    }, name);
  }
}

/** Returns everything that the page shows and stores. Runs in the page. */
export async function readPageState() {
  const cached = (await caches.keys()).map(async (name) => {
    const requests = await (await caches.open(name)).keys();
    return [name, ...requests.map(({ url }) => url)];
  });
  return {
    html: document.documentElement.outerHTML,
    url: location.href,
    history: history.state,
    cookies: document.cookie,
    storage: [{ ...localStorage }, { ...sessionStorage }],
    databases: await indexedDB.databases(),
    cached: await Promise.all(cached),
    fetched: performance.getEntriesByType("resource").map(({ name }) => name),
  };
}

/** Returns the lightness of text and background, from 0 (black) to 1 (white). Runs in the page. */
export function readLightness() {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const lightnessOf = (color: string) => {
    if (canvas === null) throw new Error("OffscreenCanvas has no 2d context.");
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / (3 * 255);
  };
  const { color, backgroundColor } = getComputedStyle(document.body);
  return { text: lightnessOf(color), background: lightnessOf(backgroundColor) };
}
