/** What a user does on the live page, and what the page shows. */
import type { PlantStoreClient } from "plant-store-sdk";
import type { RemoteMockStore } from "plant-store-sdk/mocks/remote";
import { expect } from "vitest";
import type { PageDriver } from "./page-driver.ts";
import type { RunningMock } from "./running-mock.ts";

/** For `expect.poll`. Long enough for a busy machine. */
export const polling = { timeout: 30_000 };

/** The last call, from the data attributes of the page. */
interface ShownResult {
  outcome: "pending" | "created" | "duplicate" | "not-created" | "unknown";
  attempts?: string;
}

/** An open live page of a session of its own. */
export class Visit {
  readonly page: PageDriver;
  readonly session: string;
  /** Controls the session from outside the page. */
  readonly store: RemoteMockStore;
  /** Another client of the session. It does not retry. */
  readonly client: PlantStoreClient;

  private constructor(page: PageDriver, mock: RunningMock, session: string) {
    this.page = page;
    this.session = session;
    this.store = mock.connect(session);
    this.client = mock.createClient(session);
  }

  static async start(page: PageDriver, mock: RunningMock): Promise<Visit> {
    const visit = new Visit(page, mock, mock.newSession());
    await visit.open();
    return visit;
  }

  /** Opens the page, or opens it again. */
  async open(): Promise<void> {
    await this.page.open(`${this.store.baseUrl}/__admin/`);
    await this.expectConnection("Live");
  }

  async expectConnection(state: string): Promise<void> {
    const shown = () => this.page.run(() => document.getElementById("connection")?.textContent);
    await expect.poll(shown, polling).toBe(state);
  }

  /** Fills in the form and submits it. */
  async createPlant(id: string, name: string, tag = ""): Promise<void> {
    await this.page.fill("id", id);
    await this.page.fill("name", name);
    await this.page.fill("tag", tag);
    await this.page.click("Create plant");
  }

  /** Shows every outcome, an open request, queued faults, the form for others, a duplicate and an issue. */
  async fillPage(): Promise<void> {
    const { page, client, store } = this;
    await store.enqueue({ type: "status", status: 503 }, { type: "status", status: 400 });
    for (const id of [1, 2, 3, 3])
      await client.safeCreatePlant({ id, name: "Monstera deliciosa", tag: "indoor" });
    await store.enqueue({ type: "hang" }, { type: "reset" }, { type: "status", status: 503 });
    client.safeCreatePlant({ id: 9007199254740993n, name: "Fern" }, { timeout: 60_000 });
    await this.expectRequests(/Waiting/, /3 /, /3 /, /2 /, /1 /);
    await page.run(() => {
      for (const summary of document.querySelectorAll<HTMLElement>("#request-list summary")) summary.click();
    });
    await this.createPlant("fern", "Fern");
    await page.run(() => document.querySelector<HTMLElement>("#faults summary")?.click());
    await this.expectResult({ outcome: "not-created", attempts: "0" });
  }

  /** Waits until the page shows the expected result. */
  async expectResult(expected: ShownResult): Promise<void> {
    const shown = () => this.page.run(() => ({ ...document.getElementById("result")?.dataset }));
    await expect.poll(shown, polling).toMatchObject(expected);
  }

  text(selector: string): Promise<string> {
    return this.page.run((selector) => document.querySelector(selector)?.textContent ?? "", selector);
  }

  /** The lines of the requests, newest first, each as one text. */
  requests(): Promise<string[]> {
    return this.texts("#request-list summary");
  }

  plants(): Promise<string[]> {
    return this.texts("#plants li");
  }

  queuedFaults(): Promise<string[]> {
    return this.texts("#queued-faults li");
  }

  /** The visible texts of elements. */
  texts(selector: string): Promise<string[]> {
    return this.page.run((selector) => {
      const elements = document.querySelectorAll<HTMLElement>(selector);
      return Array.from(elements, ({ innerText }) => innerText.replaceAll(/\s+/g, " ").trim());
    }, selector);
  }

  /** Waits until the requests match, newest first. */
  async expectRequests(...expected: RegExp[]): Promise<void> {
    const matching = expected.map((pattern) => expect.stringMatching(pattern));
    await expect.poll(() => this.requests(), polling).toEqual(matching);
  }

  /** Clicks faults, and waits until they are queued. */
  async inject(...faults: string[]): Promise<void> {
    for (const fault of faults) await this.page.click(fault);
    await this.expectQueuedFaults(...faults);
  }

  async expectPlants(expected: string[]): Promise<void> {
    await expect.poll(() => this.plants(), polling).toEqual(expected);
  }

  expectText(selector: string) {
    return expect.poll(() => this.text(selector), polling);
  }

  async expectQueuedFaults(...expected: string[]): Promise<void> {
    await expect.poll(() => this.queuedFaults(), polling).toEqual(expected);
  }
}

declare global {
  interface Window {
    violations?: string[];
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

/** Returns the brightest part of the background color, from 0 (black) to 255. Runs in the page. */
export function readBrightness(): number {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
  canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
}

/** Returns the visible parts of the header that lie on each other. Runs in the page. */
export function findOverlaps(): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>("header :is(h1, code, button, #connection)")];
  const shown = parts.filter((part) => part.checkVisibility());
  return shown.flatMap((a, position) => {
    const { left, right, top, bottom } = a.getBoundingClientRect();
    return shown.slice(position + 1).flatMap((b) => {
      const other = b.getBoundingClientRect();
      const isApart =
        other.left >= right || other.right <= left || other.top >= bottom || other.bottom <= top;
      return isApart ? [] : [`${a.textContent} / ${b.textContent}`];
    });
  });
}
