/**
 * Writes the guide of all public types, docs/types.md, which also shows a review the changes of the API: `npm run build && npx
 * node scripts/api-report.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import ts from "typescript";
import { builtFile } from "./built-file.ts";

const root = resolve(import.meta.dirname, "..");
const dist = dirname(builtFile("index.d.ts"));

export const reportPath = resolve(root, "docs/types.md");

const HEAD = `---
title: Public types
group: Project
---

# Public types

Every entry point, and what it exports. Types without \`export\` cannot be imported. [\`scripts/api-report.ts\`](https://github.com/example-org/plant-store-sdk/blob/main/scripts/api-report.ts) writes this page from the built declarations.
`;

export function createApiReport(): string {
  const entries = readEntries();
  const program = ts.createProgram(
    entries.map(({ path }) => path),
    // Without the libraries, whose types the report leaves out.
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [], noLib: true },
  );
  const checker = program.getTypeChecker();
  const reported = new Map<ts.Symbol, string>();
  const sections = entries.map(({ name, path }) => {
    const file = program.getSourceFile(path);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${path} is missing or empty.`);
    return reportEntry(name, checker.getExportsOfModule(module), checker, reported);
  });
  return `${HEAD}${sections.join("")}`;
}

/** The entry points in package.json that have types. */
function readEntries(): { name: string; path: string }[] {
  const { name, exports } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
  return Object.entries<{ import?: { types?: string } }>(exports).flatMap(([subpath, target]) => {
    const types = target.import?.types;
    return types === undefined ? [] : [{ name: name + subpath.slice(1), path: resolve(root, types) }];
  });
}

/**
 * The exports of an entry point, and the types that they refer to. A declaration that an earlier entry point exports is
 * listed by its name only.
 */
function reportEntry(
  name: string,
  exported: ts.Symbol[],
  checker: ts.TypeChecker,
  reported: Map<ts.Symbol, string>,
): string {
  /** Names that earlier entry points export, by entry point. */
  const reexported = new Map<string, string[]>();
  const queue: ts.Symbol[] = [];
  for (const symbol of exported.toSorted(byName)) {
    const target = resolveAlias(symbol, checker);
    const entry = reported.get(target);
    if (entry === undefined) queue.push(target);
    else reexported.set(entry, [...(reexported.get(entry) ?? []), symbol.name]);
  }
  for (const symbol of queue) reported.set(symbol, name);

  const lines = [...reexported].map(([entry, names]) => `export { ${names.join(", ")} } from "${entry}";`);
  const isExported = new Set(queue);
  // The queue grows in the loop: a type that a public declaration refers to is public too, even if it is not exported.
  for (const symbol of queue) {
    for (const declaration of symbol.declarations ?? []) {
      lines.push(`${isExported.has(symbol) ? "export " : ""}${print(declaration)}`);
      for (const type of findReferencedTypes(declaration, checker)) {
        if (reported.has(type)) continue;
        reported.set(type, name);
        queue.push(type);
      }
    }
  }
  return `\n## ${name}\n\n\`\`\`typescript\n${lines.join("\n\n")}\n\`\`\`\n`;
}

function byName(a: ts.Symbol, b: ts.Symbol): number {
  return a.name < b.name ? -1 : 1;
}

function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The types of this package that a declaration refers to. */
function findReferencedTypes(declaration: ts.Node, checker: ts.TypeChecker): Set<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      const target = symbol && resolveAlias(symbol, checker);
      if (target?.declarations?.some(isOfThisPackage)) found.add(target);
    }
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found;
}

function isOfThisPackage(declaration: ts.Declaration): boolean {
  const { parent } = statementOf(declaration);
  return parent !== undefined && ts.isSourceFile(parent) && resolve(parent.fileName).startsWith(dist);
}

const printer = ts.createPrinter({ removeComments: true });

function print(declaration: ts.Declaration): string {
  const text = printer.printNode(
    ts.EmitHint.Unspecified,
    statementOf(declaration),
    declaration.getSourceFile(),
  );
  // The printer indents with four spaces.
  return text
    .replace(/^(export )?(declare )?/, "")
    .replace(/^ +/gm, (indent) => indent.slice(indent.length / 2));
}

/** A variable declaration is in a list, which is in a statement. */
function statementOf(declaration: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

if (import.meta.main) writeFileSync(reportPath, createApiReport());
