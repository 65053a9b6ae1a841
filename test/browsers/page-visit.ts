/** A visit to the playground page: what its user does there, and what it shows. */
import { expect } from "vitest";
import type { PageDriver } from "./page-driver.ts";

/** Far longer than anything takes that a visit waits for, even on a machine that is busy, ms. */
export const patience = { timeout: 30_000 };

/** How the page says, to a test, that a call ended. */
export interface ShownResult {
  state: "empty" | "running" | "success" | "failure";
  kind?: string;
  outcome?: string;
  attempts?: string;
}

/** A page that has just been opened, and its mock is ready. */
export class Visit {
  readonly page: PageDriver;

  private constructor(page: PageDriver) {
    this.page = page;
  }

  static async begin(page: PageDriver, url: string): Promise<Visit> {
    await page.open(url);
    const isReady = () => page.run(() => document.documentElement.dataset.ready);
    await expect.poll(isReady, patience).toBe("true");
    return new Visit(page);
  }

  /** Fills in a plant, and asks the store to create it. */
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

  async useRealStore(baseUrl: string, token: string): Promise<void> {
    await this.page.choose("A real service");
    await this.page.fill("Base URL", baseUrl);
    await this.page.fill("Token", token);
  }

  /** Waits until a call is in a state, and expects the page to say the rest of it. */
  async expectResult(expected: ShownResult): Promise<void> {
    const shown = () => this.page.run(() => ({ ...document.getElementById("result")?.dataset }));
    await expect.poll(async () => (await shown()).state, patience).toBe(expected.state);
    expect(await shown()).toMatchObject(expected);
  }

  /** What the result says in words, to a screen reader too. */
  status(): Promise<string> {
    return this.page.run(() => document.querySelector("[role=status]")?.textContent ?? "");
  }

  /** The items of a list, or of the lists in a section, by its accessible name. */
  items(name: string): Promise<string[]> {
    return this.page.run((label) => {
      const items = document.querySelectorAll<HTMLElement>(`[aria-label="${label}"] li`);
      return Array.from(items, ({ innerText }) => innerText.replaceAll(/\s+/g, " ").trim());
    }, name);
  }
}

/** Run in the page, it gives all that the page shows or keeps. */
export async function readWhatIsKept() {
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

/** Run in the page, it gives how light its text is, and what is behind it: 0 is black, 1 is white. */
export function readLightness() {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const lightnessOf = (color: string) => {
    if (canvas === null) throw new Error("This browser cannot draw.");
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / (3 * 255);
  };
  const { color, backgroundColor } = getComputedStyle(document.body);
  return { text: lightnessOf(color), ground: lightnessOf(backgroundColor) };
}
