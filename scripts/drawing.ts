/** Draws small SVG pictures that can be read on a phone, in light and dark. */

/** In px. At this width, text is still readable on a phone, which is 360 px wide. */
export const WIDTH = 400;
const MARGIN = 12;
const LINE_HEIGHT = 18;

/** What a part of a picture means. Each has a color in the style. */
export type Tone = "good" | "bad" | "maybe" | "plain";

const STYLE = `
  svg { --back: #fbfdfb; --box: #edf4ef; --ink: #1c2620; --soft: #4f5d55; --line: #7b8a81;
    --good: #17653a; --bad: #a8231b; --maybe: #855000; }
  @media (prefers-color-scheme: dark) { svg { --back: #161b18; --box: #242d28; --ink: #e4ece6; --soft: #aebbb3;
    --line: #7f8f86; --good: #7fd6a0; --bad: #ff958b; --maybe: #f2b75f; } }
  text { fill: var(--ink); font: 14px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  .small { font-size: 13px; fill: var(--soft); }
  .code { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }
  .strong { font-weight: 600; }
  .soft { fill: var(--soft); }
  .good { fill: var(--good); } .bad { fill: var(--bad); } .maybe { fill: var(--maybe); }
  rect { fill: var(--box); stroke: var(--line); }
  .back { fill: var(--back); stroke: none; }
  path { fill: none; stroke: var(--line); stroke-width: 1.5; }
  .dashed { stroke-dasharray: 4 4; }`;

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The whole file. The description says what the picture shows to a person who cannot see it. */
export function picture(title: string, description: string, height: number, parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description">
<title id="title">${escapeXml(title)}</title>
<desc id="description">${escapeXml(description)}</desc>
<style>${STYLE}
</style>
<rect class="back" width="${WIDTH}" height="${height}" rx="8"/>
${parts.join("\n")}
</svg>
`;
}

export interface TextOptions {
  /** Class names of the style, such as `"small good"`. */
  look?: string;
  anchor?: "start" | "middle" | "end";
}

export function text(x: number, y: number, content: string, { look, anchor }: TextOptions = {}): string {
  const attributes = `${look ? ` class="${look}"` : ""}${anchor ? ` text-anchor="${anchor}"` : ""}`;
  return `<text x="${x}" y="${y}"${attributes}>${escapeXml(content)}</text>`;
}

/** Lines of text below each other. */
export function lines(x: number, y: number, contents: string[], options?: TextOptions): string {
  return contents.map((content, index) => text(x, y + index * LINE_HEIGHT, content, options)).join("\n");
}

/** A box with a label in its middle. */
export function box(
  x: number,
  y: number,
  width: number,
  label: string,
  look = "strong",
  height = 30,
): string {
  const rect = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`;
  return `${rect}\n${text(x + width / 2, y + 20, label, { look, anchor: "middle" })}`;
}

/** A line with a head at its end, through points such as `[[0, 0], [0, 10]]`. */
export function arrow(points: [number, number][], look?: string): string {
  const [[x1, y1], [x2, y2]] = points.slice(-2) as [[number, number], [number, number]];
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn: number) =>
    [x2 - 8 * Math.cos(angle + turn), y2 - 8 * Math.sin(angle + turn)].map(Math.round).join(" ");
  const head = `<path d="M${wing(0.5)} L${x2} ${y2} L${wing(-0.5)}"/>`;
  return `${line(points, look)}${head}`;
}

export function line(points: [number, number][], look?: string): string {
  const path = points.map((point) => point.join(" ")).join(" L");
  return `<path${look ? ` class="${look}"` : ""} d="M${path}"/>`;
}

/** A step of a sequence. Actors are named by their index. */
export type Step =
  | { heading: string; tone: Tone }
  | { from: number; to: number; label: string; lost?: boolean; time?: string }
  | { at: number; note: string; tone?: Tone }
  | { wait: string[]; at: number };

/** Actors beside each other, and what happens between them, from top to bottom. */
export function sequence(title: string, description: string, actors: string[], steps: Step[]): string {
  const gap = (WIDTH - 2 * 60) / (actors.length - 1);
  const middle = (actor: number) => 60 + actor * gap;
  const parts: string[] = [];
  let y = 52;
  for (const step of steps) {
    const [drawn, height] = drawStep(step, y, middle);
    parts.push(drawn);
    y += height;
  }
  const actorBoxes = actors.map((name, actor) => box(middle(actor) - 50, MARGIN, 100, name));
  const lifelines = actors.map((_, actor) =>
    line(
      [
        [middle(actor), 42],
        [middle(actor), y],
      ],
      "dashed",
    ),
  );
  return picture(title, description, y + MARGIN, [...lifelines, ...actorBoxes, ...parts]);
}

function drawStep(step: Step, y: number, middle: (actor: number) => number): [drawn: string, height: number] {
  if ("heading" in step) {
    const width = WIDTH - 2 * MARGIN;
    return [box(MARGIN, y + 10, width, step.heading, `strong code ${step.tone}`), 46];
  }
  if ("wait" in step) {
    const height = step.wait.length * LINE_HEIGHT + 20;
    const x = middle(step.at);
    const bar = `<rect x="${x - 5}" y="${y + 6}" width="10" height="${height - 8}" rx="3"/>`;
    return [`${bar}\n${lines(x + 16, y + 24, step.wait)}`, height];
  }
  if ("note" in step) return [note(middle(step.at), y, step.note, step.tone ?? "plain"), 36];
  const [start, end] = [middle(step.from), middle(step.to)];
  const label = [
    text((start + end) / 2, y + 16, step.label, { look: "small", anchor: "middle" }),
    ...(step.time === undefined ? [] : [text(MARGIN, y + 28, step.time, { look: "small" })]),
  ].join("\n");
  if (!step.lost) {
    const points: [number, number][] = [
      [start, y + 24],
      [end + (start < end ? -2 : 2), y + 24],
    ];
    return [`${label}\n${arrow(points)}`, 32];
  }
  const half = start + (end - start) * 0.4;
  const cut = line([
    [start, y + 24],
    [half, y + 24],
  ]);
  const cross = text(half, y + 30, "✕", { look: "strong bad", anchor: "middle" });
  return [`${label}\n${cut}${cross}`, 34];
}

/** A box on a lifeline, moved so that it stays inside the picture. */
function note(x: number, y: number, content: string, tone: Tone): string {
  const width = content.length * 7.4 + 26;
  const left = Math.min(Math.max(x - width / 2, MARGIN), WIDTH - MARGIN - width);
  return box(Math.round(left), y + 4, Math.round(width), content, tone, 28);
}

/** The screen of a terminal. Lines that start with `$` are what a person typed. Long lines are broken between words. */
export function terminal(title: string, description: string, screen: string): string {
  const tones: Record<string, string> = { $: "strong", "#": "soft", "✓": "good", "✗": "bad", "?": "maybe" };
  const broken = screen
    .trimEnd()
    .split("\n")
    .flatMap((content) =>
      breakLine(content).map((part) => ({ part, tone: tones[content.trim().charAt(0)] })),
    );
  const drawn = broken.map(({ part, tone }, index) =>
    text(MARGIN, 50 + index * LINE_HEIGHT, part, { look: tone ? `code ${tone}` : "code" }),
  );
  const dots = [0, 1, 2].map((dot) => `<circle cx="${20 + dot * 16}" cy="18" r="5" fill="var(--line)"/>`);
  return picture(title, description, 50 + broken.length * LINE_HEIGHT, [...dots, ...drawn]);
}

/** As many characters as fit beside each other in most fonts. */
const COLUMNS = 47;

function breakLine(content: string): string[] {
  const indent = /^ */.exec(content)?.[0] ?? "";
  const broken: string[] = [];
  let rest = content;
  while (rest.length > COLUMNS && rest.lastIndexOf(" ", COLUMNS) > indent.length + 2) {
    const end = rest.lastIndexOf(" ", COLUMNS);
    broken.push(rest.slice(0, end));
    rest = `${indent}  ${rest.slice(end).trimStart()}`;
  }
  return [...broken, rest];
}
