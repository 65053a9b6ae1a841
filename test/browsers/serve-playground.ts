/** Builds the playground page with the packed package, and serves it. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build, type Plugin, preview } from "vite";
import { npm, packPackage } from "../support/npm.ts";

const root = resolve(import.meta.dirname, "../..");

/** The page must work under any path. */
const BASE_PATH = "/nursery/";

export interface Playground {
  url: string;
  /** URL of the page in a frame of a width in pixels. Some browser windows cannot be as narrow as a phone. */
  framed(width: number): string;
  /** The violations of the page's Content-Security-Policy that browsers have reported. */
  violations: Violation[];
  close(): Promise<void>;
}

export interface Violation {
  /** The blocked URL. */
  blocked: string;
  directive: string;
}

/** Builds the page in a temporary folder and serves it. */
export async function servePlayground(): Promise<Playground> {
  const app = await mkdtemp(join(tmpdir(), "plant-store-playground-"));
  const remove = () => rm(app, { recursive: true, force: true });
  const violations: Violation[] = [];
  try {
    await installApp(app);
    await build({ root: app, logLevel: "warn" });
    const server = await serve(app, violations);
    const [url = ""] = server.resolvedUrls?.local ?? [];
    const framed = (width: number) => new URL(`/framed?width=${width}`, url).href;
    return { url, framed, violations, close: () => server.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Installs the package and its dependencies from its tarball. The build tools are those of the project. */
async function installApp(app: string): Promise<void> {
  await writeFile(join(app, "package.json"), '{ "private": true, "type": "module" }');
  await npm(app, "install", await packPackage());
  for (const tool of ["vite", "msw"]) {
    await symlink(join(root, "node_modules", tool), join(app, "node_modules", tool));
  }
  const example = join(root, "examples/browser");
  const isSource = (path: string) => !/[/\\](node_modules|dist)$/.test(path);
  await cp(example, app, { recursive: true, filter: isSource });
}

async function serve(app: string, violations: Violation[]) {
  const policy = policyOf(await readFile(join(app, "dist/index.html"), "utf8"));
  return preview({
    root: app,
    base: BASE_PATH,
    logLevel: "warn",
    plugins: [reportViolations(policy, violations), framePage],
    preview: { host: "127.0.0.1", port: 0, open: false },
  });
}

function policyOf(html: string): string {
  const [, policy] = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
  if (policy === undefined) throw new Error("The playground's index.html has no Content-Security-Policy.");
  return policy;
}

/**
 * Sends the page's policy a second time in a report-only header, because a policy in a `<meta>` element cannot have
 * violations reported to a server.
 */
function reportViolations(policy: string, violations: Violation[]): Plugin {
  return {
    name: "report-violations",
    configurePreviewServer({ middlewares }) {
      middlewares.use("/violations", (request, response) => {
        readReport(request).then((violation) => violations.push(violation), console.error);
        response.writeHead(204).end();
      });
      middlewares.use((request, response, next) => {
        const header = `${policy}; report-uri /violations`;
        if (request.url === BASE_PATH) response.setHeader("Content-Security-Policy-Report-Only", header);
        next();
      });
    },
  };
}

async function readReport(request: IncomingMessage): Promise<Violation> {
  const body = (await request.setEncoding("utf8").toArray()).join("");
  const report = JSON.parse(body)["csp-report"];
  return { blocked: report["blocked-uri"], directive: report["effective-directive"] };
}

const framePage: Plugin = {
  name: "frame-page",
  configurePreviewServer({ middlewares }) {
    middlewares.use("/framed", (request, response) => {
      const width = new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("width");
      response.writeHead(200, { "content-type": "text/html" });
      response.end(
        `<!doctype html><iframe src="${BASE_PATH}" width="${width}" height="800" frameborder="0"></iframe>`,
      );
    });
  },
};
