/** Programs of this machine that some tests need, and that npm does not bring. */
import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of Chromium, by whichever of its usual names; `undefined` where there is none. */
export function findChromium(): string | undefined {
  return ["chromium", "chromium-browser", "google-chrome"].map(findProgram).find(Boolean);
}

/** The path of Firefox; `undefined` where there is none. */
export function findFirefox(): string | undefined {
  return ["firefox-esr", "firefox"].map(findProgram).find(Boolean);
}

/** The programs by which a test drives WebKitGTK. */
export interface WebKit {
  /** Speaks WebDriver. */
  driver: string;
  /** The browser, a window with a page. */
  miniBrowser: string;
  /** Gives the window a screen that nobody sees. */
  xvfbRun: string;
}

/** The programs of WebKitGTK; `undefined` where one of them is missing. */
export function findWebKit(): WebKit | undefined {
  const [driver, xvfbRun] = [findProgram("WebKitWebDriver"), findProgram("xvfb-run")];
  const miniBrowser = findMiniBrowser();
  return driver && xvfbRun && miniBrowser ? { driver, miniBrowser, xvfbRun } : undefined;
}

/** WebKitGTK's own browser is on no path, but in a folder of its version, in one of the architecture. */
function findMiniBrowser(): string | undefined {
  return listFolder("/usr/lib")
    .flatMap((architecture) =>
      ["webkit2gtk-4.1", "webkitgtk-6.0"].map((version) => join(architecture, version)),
    )
    .map((folder) => join(folder, "MiniBrowser"))
    .find(isExecutable);
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path).map((name) => join(path, name));
  } catch {
    return [];
  }
}

/** The path of a program that a shell would find by its name. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Requirement {
  /** As people call it. */
  name: string;
  /** Debian's packages that bring it. */
  packages: string[];
  isInstalled: boolean;
}

/** What the tests need beyond what npm installs. */
const REQUIREMENTS: Requirement[] = [
  { name: "Chromium", packages: ["chromium"], isInstalled: findChromium() !== undefined },
  { name: "Firefox", packages: ["firefox-esr"], isInstalled: findFirefox() !== undefined },
  {
    name: "WebKitGTK",
    packages: ["webkit2gtk-driver", "xvfb", "xauth"],
    isInstalled: findWebKit() !== undefined,
  },
  { name: "curl", packages: ["curl"], isInstalled: findProgram("curl") !== undefined },
];

/** The requirements that this machine does not meet. */
export const missingRequirements = () => REQUIREMENTS.filter(({ isInstalled }) => !isInstalled);
