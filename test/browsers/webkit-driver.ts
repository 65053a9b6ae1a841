/** Controls WebKitGTK with WebDriver. Its window needs a display: xvfb-run provides a virtual one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Builder, By, Key as Keys, type WebDriver, type WebElement } from "selenium-webdriver";
import type { WebKit } from "../../scripts/installed-programs.ts";
import { findFreePort } from "../support/servers.ts";
import { createHome } from "./browser-home.ts";
import type { PageDriver } from "./page-driver.ts";

const KEYS = { Tab: Keys.TAB, Enter: Keys.ENTER };

/** Starts WebKitGTK's MiniBrowser. */
export async function startWebKit(programs: WebKit): Promise<PageDriver> {
  const service = await startService(programs);
  const options = { binary: programs.miniBrowser, args: ["--automation"] };
  try {
    const webDriver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(service.url)
      .withCapabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options })
      .build();
    const close = async () => {
      await webDriver.quit().finally(service.stop);
    };
    return createDriver(webDriver, close);
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** Runs a program until standard input is closed. So it also ends if this process is killed. */
const RUN_UNTIL_INPUT_CLOSES =
  'exec 3<&0; "$@" & program=$!; { read -r _ <&3; kill $program; } & wait $program';

interface Service {
  url: string;
  stop(): Promise<void>;
}

/** Another program may take the free port before the driver does. */
const MAX_STARTS = 5;

/** Starts WebKitWebDriver and waits until it is ready. */
async function startService(programs: WebKit, start = 1): Promise<Service> {
  const { driver, xvfbRun } = programs;
  const { env, remove } = await createHome();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const command = ["sh", "-c", RUN_UNTIL_INPUT_CLOSES, "sh", driver, `--port=${port}`, "--host=127.0.0.1"];
  const child = spawn(xvfbRun, ["--auto-servernum", ...command], { env, stdio: ["pipe", "ignore", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const closed = once(child, "close");
  const stop = async () => {
    child.stdin.end();
    await closed;
    await remove();
  };
  while (!(await isReady(url))) {
    await delay(20);
    if (child.exitCode === null) continue;
    await stop();
    if (start < MAX_STARTS) return startService(programs, start + 1);
    throw new Error(`WebKitWebDriver exited before it was ready:\n${printed}`);
  }
  return { url, stop };
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function createDriver(webDriver: WebDriver, close: () => Promise<void>): PageDriver {
  /** Finds an element by its accessible name. */
  async function find(selector: string, name: string): Promise<WebElement> {
    for (const element of await webDriver.findElements(By.css(selector))) {
      // WebKitGTK fails instead of naming a hidden element.
      if ((await element.getAccessibleName().catch(() => undefined)) === name) return element;
    }
    throw new Error(`The page has no ${selector} named "${name}".`);
  }
  return {
    open: (url) => webDriver.get(url),
    async fill(label, text) {
      const field = await find("input", label);
      // Not `clear`, which causes no `input` event.
      await webDriver.executeScript("arguments[0].select()", field);
      await field.sendKeys(text === "" ? Keys.BACK_SPACE : text);
    },
    async choose(label) {
      const control = await find("input", label);
      if (!(await control.isSelected())) await control.click();
    },
    async select(label, option) {
      const control = await find("select", label);
      await (await control.findElement(By.xpath(`./option[.=${JSON.stringify(option)}]`))).click();
    },
    click: async (button) => (await find("button", button)).click(),
    async setWidth(width) {
      await webDriver.manage().window().setRect({ width, height: 800 });
      // The window is never narrower than its toolbar, so the page is enlarged instead.
      const shown: number = await webDriver.executeScript("return innerWidth");
      await webDriver.executeScript(`document.documentElement.style.zoom = ${Math.max(1, shown / width)}`);
    },
    press: (key) => webDriver.actions().sendKeys(KEYS[key]).perform(),
    type: (text) => webDriver.actions().sendKeys(text).perform(),
    run: (script: unknown, argument?: unknown) =>
      webDriver.executeScript(`return (${script})(arguments[0])`, argument),
    close,
  };
}
