/** Writes values as TypeScript, on as few lines as are readable. */

const MAX_LINE = 46;

/** Ids keep all digits: a bigint is written as `9007199254740993n`. */
export function formatValue(value: unknown, indent = ""): string {
  if (Array.isArray(value)) {
    return formatMembers(
      "[",
      value.map((item) => formatValue(item, `${indent}  `)),
      "]",
      indent,
    );
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const texts = members.map(([key, member]) => `${formatKey(key)}: ${formatValue(member, `${indent}  `)}`);
    return formatMembers("{", texts, "}", indent);
  }
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function formatMembers(open: string, members: string[], close: string, indent: string): string {
  if (members.length === 0) return open + close;
  const space = open === "{" ? " " : "";
  const line = `${open}${space}${members.join(", ")}${space}${close}`;
  if (line.length + indent.length <= MAX_LINE && !line.includes("\n")) return line;
  const lines = members.map((member) => `${indent}  ${member},\n`).join("");
  return `${open}\n${lines}${indent}${close}`;
}

const formatKey = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
