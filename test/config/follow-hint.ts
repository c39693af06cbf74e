import type { Problem } from '../../src/config/problems.ts';

/** A text with the place of a problem in it. */
class Draft {
  readonly #lines: string[];
  readonly #problem: Problem;

  constructor(text: string, problem: Problem) {
    this.#lines = text.split('\n');
    this.#problem = problem;
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  get #line(): string {
    return this.#lines[this.#problem.line - 1] ?? '';
  }

  /** What the carets are under. */
  get marked(): string {
    const { column, endColumn, line, endLine } = this.#problem;
    return this.#line.slice(column - 1, endLine === line ? endColumn - 1 : undefined);
  }

  mark(replacement: string): void {
    const { column } = this.#problem;
    const rest = this.#line.slice(column - 1 + this.marked.length);
    this.set(`${this.#line.slice(0, column - 1)}${replacement}${rest}`);
  }

  /** One more field beside the one that is marked. */
  beside(field: string): void {
    const before = this.#line.slice(0, this.#problem.column - 1);
    if (/^\s+[\w-]+: $/.test(before)) this.set(`${this.#line}\n${/^\s*/.exec(before)?.[0]}${field}`);
    else this.mark(`${this.marked}, ${field}`);
  }

  /** A field more in the map whose name is marked, or at whose first field the mark is; at the end of the whole file. */
  inside(field: string): void {
    const { path, line, column } = this.#problem;
    const before = this.#line.slice(0, column - 1);
    const rest = this.#line.slice(column - 1);
    const [, name, isFlow] = /^([\w-]+: *)?(\{)?/.exec(rest) ?? [];
    if (path === '') this.#lines.push(field, '');
    else if (isFlow !== undefined)
      this.set(`${before}${rest.replace(/\{ */, () => `{ ${field}, `).replace(', }', ' }')}`);
    else if (name === undefined || path.endsWith(']'))
      this.set(`${before}${field}\n${' '.repeat(column - 1)}${rest}`);
    else {
      const indent = /^\s*/.exec(this.#lines[line] ?? '')?.[0] ?? '';
      this.#lines.splice(line, 0, indent + field);
    }
  }

  set(line: string): void {
    this.#lines[this.#problem.line - 1] = line;
  }

  remove(): void {
    this.#lines.splice(this.#problem.line - 1, 1);
  }

  indent(spaces: number): void {
    this.set(' '.repeat(spaces) + this.#line.trimStart());
  }
}

/**
 * Does what a hint says, as somebody would who reads it literally and knows nothing else. Undefined where it says
 * nothing that could be done without knowing more.
 */
export function followed(text: string, problem: Problem): string | undefined {
  const draft = new Draft(text, problem);
  const { hint = '', message } = problem;
  const fields = [...hint.matchAll(/`([\w-]+: (?:\{[^`]*\}|[^`]+))`/g)].map(([, field = '']) => field);
  const [, whole] = /^write (https?:\S+?|\/\S+?)(?:,|;|$)/.exec(hint) ?? [];
  const [, meant] = /\(did you mean "([^"]+)"\?\)/.exec(message) ?? [];
  const [, spaces] = /^indent it by (\d+) spaces/.exec(hint) ?? [];
  const [, name, old] = /^write `([^`]+)`.* in place of `([^`]+)`/.exec(hint) ?? [];
  const [, , value] =
    /^(write|put it in quotes:|put a space behind the colon:)(?: (?:an? )?[\w ]+, such as)? (`[^`]+`|"[^"]+":?|\{.*?\}(?=,|$)|\d+ USD\/\w+|\[.*\]|\S+)/.exec(
      hint,
    ) ?? [];
  const [, more] = /^write `([\w-]+: [^`]+)` in (?:`[^`]+`|the file|this entry)/.exec(hint) ?? [];
  if (more !== undefined) draft.inside(more);
  else if (spaces !== undefined) draft.indent(Number(spaces));
  else if (/ beside /.test(hint)) for (const field of fields.reverse()) draft.beside(field);
  else if (whole !== undefined) {
    draft.mark(whole);
    const query = fields.find((field) => field.startsWith('query: '));
    if (query !== undefined) return besideBackend(draft.text, problem, query);
  } else if (meant !== undefined) {
    const [, wrong] = /(?:named|field|capability|language) "([^"]+)"/.exec(message) ?? [];
    draft.mark(
      wrong !== undefined && draft.marked.includes(wrong) ? draft.marked.replace(wrong, meant) : meant,
    );
  } else if (name !== undefined && old !== undefined) draft.mark(draft.marked.replace(old, name));
  else if (/remove the line$|^delete the line/.test(hint)) draft.remove();
  else if (value !== undefined && !/^(?:NAME|`NAME|https:\/\/|\$\{NAME\},)/.test(value)) {
    const written = value.replace(/^`(.*)`$/, '$1').replace(/,$/, '');
    // The beginning of a reference is marked, of a number that is a name all but the colon.
    draft.mark(written.endsWith(':') ? written.slice(0, -1) : written);
  } else return undefined;
  return draft.text;
}

/** One more field of the backend that a problem's path leads to, written as a block. */
function besideBackend(text: string, { path }: Problem, field: string): string {
  const [, backend = ''] = /^backends\.([\w-]+)/.exec(path) ?? [];
  return text.replace(
    new RegExp(`^( *)${backend}:$`, 'm'),
    (line, indent: string) => `${line}\n${indent}  ${field}`,
  );
}
