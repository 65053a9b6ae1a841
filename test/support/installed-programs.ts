/** Programs that some tests need and that npm does not install. */
import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of Chromium, or `undefined` if it is not installed. */
export function findChromium(): string | undefined {
  return ["chromium", "chromium-browser", "google-chrome"].map(findProgram).find(Boolean);
}

/** The path of Firefox, or `undefined` if it is not installed. */
export function findFirefox(): string | undefined {
  return ["firefox-esr", "firefox"].map(findProgram).find(Boolean);
}

/** The programs that drive WebKitGTK. */
export interface WebKit {
  /** Speaks WebDriver. */
  driver: string;
  /** The browser. */
  miniBrowser: string;
  /** Runs a program in a virtual display. */
  xvfbRun: string;
}

/** The programs of WebKitGTK, or `undefined` if one of them is missing. */
export function findWebKit(): WebKit | undefined {
  const [driver, xvfbRun] = [findProgram("WebKitWebDriver"), findProgram("xvfb-run")];
  const miniBrowser = findMiniBrowser();
  return driver && xvfbRun && miniBrowser ? { driver, miniBrowser, xvfbRun } : undefined;
}

/** MiniBrowser is not in PATH: it is in /usr/lib/<architecture>/<version>. */
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

/** The path of a program that is in PATH. */
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
  /** Its usual name. */
  name: string;
  /** The Debian packages that install it. */
  packages: string[];
  isInstalled: boolean;
}

/** Programs that the tests need. */
const REQUIREMENTS: Requirement[] = [
  { name: "Chromium", packages: ["chromium"], isInstalled: findChromium() !== undefined },
  { name: "Firefox", packages: ["firefox-esr"], isInstalled: findFirefox() !== undefined },
  {
    name: "WebKitGTK",
    packages: ["webkit2gtk-driver", "xvfb", "xauth"],
    isInstalled: findWebKit() !== undefined,
  },
  { name: "curl", packages: ["curl"], isInstalled: findProgram("curl") !== undefined },
  { name: "Python", packages: ["python3"], isInstalled: findProgram("python3") !== undefined },
  { name: "pytest", packages: ["python3-pytest"], isInstalled: findProgram("pytest") !== undefined },
  { name: "jq", packages: ["jq"], isInstalled: findProgram("jq") !== undefined },
  { name: "Redis", packages: ["redis-server"], isInstalled: findProgram("redis-server") !== undefined },
  { name: "Go", packages: ["golang"], isInstalled: findProgram("go") !== undefined },
  { name: "Ruby", packages: ["ruby"], isInstalled: findProgram("ruby") !== undefined },
  { name: "Java", packages: ["default-jdk-headless"], isInstalled: findProgram("javac") !== undefined },
];

/** Programs that the tests need and that are not installed. */
export const missingRequirements = () => REQUIREMENTS.filter(({ isInstalled }) => !isInstalled);
