import type { Report } from '../problem-report.ts';
import { positionAt, type Source } from './source.ts';
import type { Tree, TreeEntry, TreeNode } from './tree.ts';
import { duplicateHint, maxDepth, valueFault } from './value-fault.ts';

/** Thrown inside this file only, to leave the recursion. */
class JsonFault extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** The words of messages about faulty content. */
export interface JsonFileWords {
  /** The way out for an empty file. */
  readonly emptyHint: string;
  /** The field that the object must have. */
  readonly field: string;
}

const keysFile: JsonFileWords = { emptyHint: 'a file without keys is {"keys": {}}', field: 'keys' };

/**
 * Second step for a `keys_file` or price list that ends in `.json`, and for `capabilities.lock`. `JSON.parse` knows no
 * positions and takes the last of two equal names in silence, hence a parser of our own: linear, and it makes the same
 * tree that YAML becomes.
 */
export function parseJson(
  source: Source,
  report: Report,
  { emptyHint, field }: JsonFileWords = keysFile,
): Tree | undefined {
  const { text } = source;
  let at = 0;
  let faults = 0;

  const fault = (message: string): never => {
    throw new JsonFault(at, at >= text.length ? 'the text ends too early' : message);
  };
  const space = (): void => {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      at += 1;
    }
  };
  const string = (): string => {
    const start = at;
    if (text[at] !== '"') fault('expected a string in double quotes');
    for (at += 1; text[at] !== '"'; at += text[at] === '\\' ? 2 : 1) if (at >= text.length) fault('');
    at += 1;
    try {
      return JSON.parse(text.slice(start, at)) as string;
    } catch {
      at = start;
      return fault('this string is malformed');
    }
  };
  const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

  const value = (depth: number): TreeNode => {
    if (depth > maxDepth) fault(`values are nested deeper than ${maxDepth} levels`);
    const start = at;
    if (text[at] === '{') return map(start, depth);
    if (text[at] === '[') return list(start, depth);
    let plain: unknown;
    if (text[at] === '"') plain = string();
    else {
      literal.lastIndex = at;
      const found = literal.exec(text)?.[0] ?? fault('expected a value');
      at += found.length;
      plain = JSON.parse(found);
    }
    const wrong = valueFault(plain);
    if (wrong) {
      faults += 1;
      report.inText(source, { start, end: at }, wrong.name, wrong.message, { hint: wrong.hint });
    }
    return { start, end: at, value: plain };
  };
  const map = (start: number, depth: number): TreeNode => {
    const entries = new Map<string, TreeEntry>();
    const plain = Object.create(null) as Record<string, unknown>;
    at += 1;
    for (space(); text[at] !== '}'; ) {
      if (entries.size > 0) comma('}');
      const keyStart = at;
      const key = string();
      const keyEnd = at;
      const first = entries.get(key);
      if (first !== undefined) {
        faults += 1;
        const { line } = positionAt(source, first.keyStart);
        report.inText(
          source,
          { start: keyStart, end: keyEnd },
          'duplicate_key',
          `"${key}" occurs here for the second time, after line ${line}`,
          { hint: duplicateHint },
        );
      }
      space();
      if (text[at] !== ':') fault('expected a colon');
      at += 1;
      space();
      const node = value(depth + 1);
      entries.set(key, { keyStart, keyEnd, node });
      plain[key] = node.value;
      space();
    }
    at += 1;
    return { start, end: at, value: plain, entries };
  };
  const list = (start: number, depth: number): TreeNode => {
    const items: TreeNode[] = [];
    at += 1;
    for (space(); text[at] !== ']'; space()) {
      if (items.length > 0) comma(']');
      items.push(value(depth + 1));
    }
    at += 1;
    return { start, end: at, value: items.map((item) => item.value), items };
  };
  const comma = (close: string): void => {
    if (text[at] !== ',') fault(`expected a comma or ${close}`);
    at += 1;
    space();
  };

  try {
    space();
    if (at >= text.length) {
      report.inText(source, undefined, 'file_empty', 'the file is empty', {
        hint: emptyHint,
      });
      return undefined;
    }
    const root = value(0);
    space();
    if (at < text.length) fault('the text goes on after the end of the value');
    const tree = { source, root };
    report.parsed(tree);
    if (faults > 0) return undefined;
    if (root.entries) return tree;
    report.inText(
      source,
      { start: root.start, end: root.start + 1 },
      'yaml_root',
      `the file must be an object with a field "${field}"`,
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    report.inText(source, { start: error.at, end: error.at + 1 }, 'json_syntax', error.message);
    return undefined;
  }
}
