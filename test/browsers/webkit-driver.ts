/** WebKitGTK, by WebDriver. Its window needs a screen: xvfb-run gives it one that nobody sees. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Builder, By, Key as Keys, type WebDriver, type WebElement } from "selenium-webdriver";
import type { WebKit } from "../support/installed-programs.ts";
import { makeHome } from "./driver-home.ts";
import { type ColorScheme, type PageDriver, recordConsole } from "./page-driver.ts";

const KEYS = { Tab: Keys.TAB, Enter: Keys.ENTER };

/** Starts WebKitGTK's MiniBrowser. */
export async function startWebKit(programs: WebKit, colorScheme: ColorScheme): Promise<PageDriver> {
  const service = await startService(programs);
  const scheme = colorScheme === "dark" ? ["--dark-mode"] : [];
  const options = { binary: programs.miniBrowser, args: ["--automation", ...scheme] };
  try {
    const webDriver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(service.url)
      .withCapabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options })
      .build();
    const close = async () => {
      await webDriver.quit().finally(service.end);
    };
    return drive(webDriver, close);
  } catch (error) {
    await service.end();
    throw error;
  }
}

/** A command that ends when its standard input does, so also where this process is killed. */
const UNTIL_INPUT_ENDS = 'exec 3<&0; "$@" & program=$!; { read -r _ <&3; kill $program; } & wait $program';

/** Starts WebKitWebDriver, and waits until it answers. */
async function startService({ driver, xvfbRun }: WebKit) {
  const { env, remove } = await makeHome();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const command = ["sh", "-c", UNTIL_INPUT_ENDS, "sh", driver, `--port=${port}`, "--host=127.0.0.1"];
  const child = spawn(xvfbRun, ["--auto-servernum", ...command], { env, stdio: ["pipe", "ignore", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const ended = once(child, "close");
  const end = async () => {
    child.stdin.end();
    await ended;
    await remove();
  };
  while (!(await answers(url))) {
    await delay(20);
    if (child.exitCode === null) continue;
    await end();
    throw new Error(`WebKitWebDriver ended before it was ready:\n${printed}`);
  }
  return { url, end };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function drive(webDriver: WebDriver, close: () => Promise<void>): PageDriver {
  /** By the name that the browser itself gives an element. */
  async function find(selector: string, name: string): Promise<WebElement> {
    for (const element of await webDriver.findElements(By.css(selector))) {
      if ((await element.getAccessibleName()) === name) return element;
    }
    throw new Error(`The page has no ${selector} named "${name}".`);
  }
  return {
    async open(url) {
      await webDriver.get(url);
      await webDriver.executeScript(recordConsole);
    },
    async fill(label, text) {
      const field = await find("input", label);
      await field.clear();
      if (text !== "") await field.sendKeys(text); // WebDriver takes no empty one.
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
    press: (key) => webDriver.actions().sendKeys(KEYS[key]).perform(),
    type: (text) => webDriver.actions().sendKeys(text).perform(),
    run: (script: unknown, argument?: unknown) =>
      webDriver.executeScript(`return (${script})(arguments[0])`, argument),
    readConsole: () => webDriver.executeScript("return window.recordedConsole ?? []"),
    close,
  };
}
