/** Programs that some tests need and that npm does not install. */
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
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

/** Not one that is in PATH before it: the guide says how this version behaves. */
export const DEBIAN_GO = "/usr/bin/go";

/** A Debian package of a library has no program, but this file; `undefined` if it is not installed. */
const findFile = (path: string) => (existsSync(path) ? path : undefined);
/** Servers are in a folder that may not be in PATH. */
export const findServer = (name: string) => findProgram(name) ?? findFile(`/usr/sbin/${name}`);
const findPhpExtension = (name: string) => findFile(`/etc/php/8.2/mods-available/${name}.ini`);
const findPythonModule = (name: string) => findFile(`/usr/lib/python3/dist-packages/${name}`);

/** What the tests need, and the Debian packages that install it. */
const REQUIREMENTS: [found: unknown, ...packages: string[]][] = [
  [findChromium(), "chromium"],
  [findFirefox(), "firefox-esr"],
  [findWebKit(), "webkit2gtk-driver", "xvfb", "xauth"],
  [findProgram("curl"), "curl"],
  [findProgram("python3"), "python3"],
  [findFile("/usr/lib/python3.11/ensurepip"), "python3-venv"],
  [findProgram("mvn"), "maven"],
  [findProgram("pytest"), "python3-pytest"],
  [findProgram("jq"), "jq"],
  [findProgram("strace"), "strace"],
  ...["gojq", "miller:mlr", "sqlite3", "csvkit:csvjson"].map((names): [unknown, string] => {
    const [name = "", program = name] = names.split(":");
    return [findProgram(program), name];
  }),
  [findPythonModule("pandas"), "python3-pandas"],
  [findFile("/usr/lib/postgresql"), "postgresql"],
  [findProgram("zsh"), "zsh"],
  [findProgram("redis-server"), "redis-server"],
  [findFile(DEBIAN_GO), "golang"],
  [findProgram("ruby"), "ruby"],
  [findProgram("javac"), "default-jdk-headless"],
  [findProgram("php"), "php-cli"],
  ...["curl", "sqlite3"].map((name): [unknown, string] => [findPhpExtension(name), `php-${name}`]),
  [findProgram("wget"), "wget"],
  [findServer("apache2"), "apache2-bin"],
  [findFile("/usr/share/modsecurity-crs/owasp-crs.load"), "libapache2-mod-security2", "modsecurity-crs"],
  ...["haproxy", "lighttpd", "squid"].map((name): [unknown, string] => [findServer(name), name]),
  [findServer("nginx"), "nginx-light"],
  [findServer("varnishd"), "varnish"],
  [findProgram("escript"), "erlang-base", "erlang-inets"],
  [findProgram("httpclient"), "ruby-httpclient"],
  [findFile("/usr/share/java/okhttp.jar"), "libokhttp-java"],
  [findFile("/usr/share/perl5/LWP/UserAgent.pm"), "libwww-perl"],
  ...["flask", "requests", "httpx", "aiohttp", "httplib2"].map((name): [unknown, string] => [
    findPythonModule(name),
    `python3-${name}`,
  ]),
];

/** Debian packages of programs that the tests need and that are not installed. */
export const missingPackages = (): string[] =>
  REQUIREMENTS.flatMap(([found, ...packages]) => (found === undefined ? packages : []));
