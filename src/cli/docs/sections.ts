/** Markdown by its headings. */

export interface Section {
  /** The number of `#` in its heading. */
  readonly depth: number;
  readonly title: string;
  /** The part of its links behind the `#`. */
  readonly anchor: string;
  /** With its heading, up to the next one of any depth. */
  readonly lines: readonly string[];
}

/** Every line of a page is in one of its sections; what stands in fences is no heading. */
export function sectionsOf(markdown: string): readonly Section[] {
  const found: { depth: number; title: string; anchor: string; lines: string[] }[] = [];
  const taken = new Map<string, number>();
  let isFenced = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isFenced = !isFenced;
    const [, signs, title] = (!isFenced && /^(#{1,6}) (.+)$/.exec(line)) || [];
    if (signs !== undefined && title !== undefined) {
      const anchor = anchorOf(title);
      const before = taken.get(anchor) ?? 0;
      taken.set(anchor, before + 1);
      const own = before === 0 ? anchor : `${anchor}-${before}`;
      found.push({ depth: signs.length, title: plainWords(title), anchor: own, lines: [line] });
    } else found.at(-1)?.lines.push(line);
  }
  return found;
}

/** A section with those below it. Undefined where there is none of that anchor. */
export function sectionUnder(sections: readonly Section[], anchor: string): readonly string[] | undefined {
  const from = sections.findIndex((section) => section.anchor === anchor);
  const own = sections[from];
  if (own === undefined) return undefined;
  const after = sections.slice(from + 1);
  const end = after.findIndex(({ depth }) => depth <= own.depth);
  return [own, ...(end === -1 ? after : after.slice(0, end))].flatMap(({ lines }) => lines);
}

/** As forges make them: in lower case, without signs, hyphens for spaces. */
function anchorOf(title: string): string {
  return plainWords(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-');
}

/** Without the marks of code, emphasis and links. */
export function plainWords(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`+ ?(.+?) ?`+/g, '$1');
}
