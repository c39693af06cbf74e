/** JSON as somebody writes it who wants a text to pass: escapes where none are needed, names twice, spaces anywhere. */

/** Draws a number below a bound. */
export type Draw = (below: number) => number;

/** The same numbers each time. */
export function drawing(seed: number): Draw {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param decoy What stands beside a value of the same name; left out for none. */
export function oddJson(value: unknown, draw: Draw, decoy?: unknown): string {
  if (typeof value === 'string') return oddString(value, draw);
  if (Array.isArray(value))
    return `[${space(draw)}${value.map((one) => oddJson(one, draw, decoy)).join(',')}${space(draw)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).flatMap(([name, inner]) => {
    const own = `${oddString(name, draw)}${space(draw)}:${space(draw)}${oddJson(inner, draw, decoy)}`;
    if (decoy === undefined || draw(3) > 0) return [own];
    const other = `${oddString(name, draw)}:${JSON.stringify(decoy)}`;
    return draw(2) === 0 ? [own, other] : [other, own];
  });
  return `{${space(draw)}${shuffled(members, draw).join(`${space(draw)},`)}}`;
}

function oddString(text: string, draw: Draw): string {
  let written = '"';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const needsEscape = unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit < 0xe000);
    if (needsEscape || draw(3) === 0) {
      const digits = unit.toString(16).padStart(4, '0');
      written += `\\u${draw(2) === 0 ? digits : digits.toUpperCase()}`;
    } else written += text[at];
  }
  return `${written}"`;
}

function space(draw: Draw): string {
  return [' ', '\n', '\t', '\r\n', '', '', '', ''][draw(8)]!;
}

/** Members of one name stay in their order. */
function shuffled(members: readonly string[], draw: Draw): readonly string[] {
  const from = members.length === 0 ? 0 : draw(members.length);
  return [...members.slice(from), ...members.slice(0, from)];
}
