/**
 * The public types as one text, from the built declarations: a change of the API shows in a review as a change of
 * test/package/api-report.md. `npm run api-report` writes it anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";

const root = resolve(import.meta.dirname, "..");
const dist = resolve(root, "dist");

export const reportPath = resolve(root, "test/package/api-report.md");

const HEAD = `# Public types

Written by \`npm run api-report\` from the built declarations, without their comments.
`;

/** @throws where the package is not built. */
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
    if (module === undefined) throw new Error(`${path} is missing or empty: run \`npm run build\` first.`);
    return reportEntry(name, checker.getExportsOfModule(module), checker, reported);
  });
  return `${HEAD}${sections.join("")}`;
}

/** The entry points that have types, as package.json names them. */
function readEntries(): { name: string; path: string }[] {
  const { name, exports } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
  return Object.entries<{ import?: { types?: string } }>(exports).flatMap(([subpath, target]) => {
    const types = target.import?.types;
    return types === undefined ? [] : [{ name: name + subpath.slice(1), path: resolve(root, types) }];
  });
}

/** An entry point's exports: declarations in full where they come first, then the types that these name. */
function reportEntry(
  name: string,
  exported: ts.Symbol[],
  checker: ts.TypeChecker,
  reported: Map<ts.Symbol, string>,
): string {
  const known = new Map<string, string[]>();
  const queue: ts.Symbol[] = [];
  for (const symbol of exported.toSorted(byName)) {
    const target = resolveAlias(symbol, checker);
    const elsewhere = reported.get(target);
    if (elsewhere === undefined) queue.push(target);
    else known.set(elsewhere, [...(known.get(elsewhere) ?? []), symbol.name]);
  }
  for (const symbol of queue) reported.set(symbol, name);

  const lines = [...known].map(([entry, names]) => `export { ${names.join(", ")} } from "${entry}";`);
  const isExported = new Set(queue);
  // Grows while it is walked: what a declaration names but no entry point exports is public all the same.
  for (const symbol of queue) {
    for (const declaration of symbol.declarations ?? []) {
      lines.push(`${isExported.has(symbol) ? "export " : ""}${print(declaration)}`);
      for (const named of findNamedTypes(declaration, checker)) {
        if (reported.has(named)) continue;
        reported.set(named, name);
        queue.push(named);
      }
    }
  }
  return `\n## ${name}\n\n\`\`\`ts\n${lines.join("\n\n")}\n\`\`\`\n`;
}

function byName(a: ts.Symbol, b: ts.Symbol): number {
  return a.name < b.name ? -1 : 1;
}

function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The types of this package that a declaration names. */
function findNamedTypes(declaration: ts.Node, checker: ts.TypeChecker): Set<ts.Symbol> {
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
  // The printer indents by four.
  return text
    .replace(/^(export )?(declare )?/, "")
    .replace(/^ +/gm, (indent) => indent.slice(indent.length / 2));
}

/** A variable's declaration stands within a list within its statement. */
function statementOf(declaration: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

if (import.meta.main) writeFileSync(reportPath, createApiReport());
