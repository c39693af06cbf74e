import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { ProblemName } from '../problem-codes.ts';
import type { Report } from '../problem-report.ts';
import { templateAt } from './reference-slips.ts';
import { positionAt, type Source } from './source.ts';
import type { Span, TreeEntry, TreeNode } from './tree.ts';
import { duplicateHint, maxDepth, valueFault } from './value-fault.ts';
import { unfilledTemplate, unquotedStar } from './yaml-errors.ts';

/** The most uses of one anchor, counting the aliases inside it each time: no more than an honest file needs. */
const maxAliasUses = 1000;
/** The most values that aliases and merges may add in all; the checks that follow visit each of them. */
const maxAliasedValues = 1_000_000;

const plainTags = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

interface Anchor {
  /** Undefined while its content is being walked: an alias to it then is a cycle. */
  node: TreeNode | undefined;
  /** Values in it, and aliases in it, with those of aliases expanded. */
  values: number;
  aliases: number;
  uses: number;
}

/** Turns the parser's nodes into a tree, one visit each, and finds what the parser does not object to. */
export class YamlWalk {
  faults = 0;
  readonly #source: Source;
  readonly #report: Report;
  readonly #anchors = new Map<string, Anchor>();
  #values = 0;
  #aliases = 0;
  #aliased = 0;

  constructor(source: Source, report: Report) {
    this.#source = source;
    this.#report = report;
  }

  /** Undefined when the walk had to stop; lesser faults are reported and counted in `faults`. */
  tree(contents: unknown): TreeNode | undefined {
    try {
      return this.#node(contents as Node | null, 0, 0);
    } catch (error) {
      if (error instanceof Stop) return undefined;
      throw error;
    }
  }

  #node(node: Node | null, depth: number, fallback: number): TreeNode {
    this.#values += 1;
    if (node === null) return { start: fallback, end: fallback, value: null };
    const [start, end] = node.range ?? [fallback, fallback];
    if (depth > maxDepth)
      this.#stop({ start, end: start + 1 }, 'too_deep', `values are nested deeper than ${maxDepth} levels`);
    if (isAlias(node)) return this.#alias(node.source, { start, end });
    const name = 'anchor' in node ? node.anchor : undefined;
    if (name === undefined) return this.#content(node, depth, start, end);
    const anchor: Anchor = { node: undefined, values: 0, aliases: 0, uses: 0 };
    this.#anchors.set(name, anchor); // a later anchor of the same name replaces it, as YAML says
    const before = { values: this.#values, aliases: this.#aliases };
    anchor.node = this.#content(node, depth, start, end);
    anchor.values = this.#values - before.values + 1;
    anchor.aliases = this.#aliases - before.aliases;
    return anchor.node;
  }

  #content(node: Node, depth: number, start: number, end: number): TreeNode {
    this.#checkTag(node, start);
    if (isMap(node)) return this.#map(node, depth, start, end);
    if (isSeq(node)) return this.#list(node, depth, start, end);
    const value = isScalar(node) ? node.value : undefined;
    const wrong = valueFault(value);
    if (wrong) this.#fault({ start, end }, wrong.name, wrong.message, wrong.hint);
    return { start, end, value };
  }

  #list(list: YAMLSeq, depth: number, start: number, end: number): TreeNode {
    const items = list.items.map((item) => this.#node(item as Node | null, depth + 1, start));
    return { start, end, value: items.map((item) => item.value), items };
  }

  #map(map: YAMLMap, depth: number, start: number, end: number): TreeNode {
    const entries = new Map<string, TreeEntry>();
    const merged: TreeNode[] = [];
    for (const pair of map.items as Pair<Node | null, Node | null>[]) {
      if (isMergeKey(pair.key)) {
        merged.push(...this.#mergeSources(pair.value, depth, start));
        continue;
      }
      const key = this.#key(pair.key, start);
      const node = this.#node(pair.value, depth + 1, key.end);
      if (key.name === undefined) continue;
      const first = entries.get(key.name);
      if (first !== undefined) this.#duplicate(key, key.name, first);
      entries.set(key.name, { keyStart: key.start, keyEnd: key.end, node });
    }
    // The map's own values win, then those of the earlier source.
    for (const source of merged) {
      for (const [name, entry] of source.entries ?? []) if (!entries.has(name)) entries.set(name, entry);
    }
    const value = Object.create(null) as Record<string, unknown>;
    for (const [name, entry] of entries) value[name] = entry.node.value;
    return { start, end, value, entries };
  }

  #duplicate(key: Span, name: string, { keyStart }: TreeEntry): void {
    const { line } = positionAt(this.#source, keyStart);
    const message = `"${name}" occurs here for the second time, after line ${line}`;
    this.#fault(key, 'duplicate_key', message, duplicateHint);
  }

  #key(key: Node | null, mapStart: number): Span & { name: string | undefined } {
    const [start, end] = key?.range ?? [mapStart, mapStart + 1];
    if (isScalar(key) && typeof key.value === 'string') {
      this.#checkTag(key, start);
      const wrong = valueFault(key.value);
      if (wrong) this.#fault({ start, end }, wrong.name, wrong.message);
      return { start, end, name: key.value };
    }
    if (isAlias(key)) this.#fault({ start, end }, 'bad_key', 'an alias cannot be the name of a field');
    else if (isScalar(key) && key.value !== null && key.source !== undefined) {
      const kind = typeof key.value === 'number' ? 'a number' : `the value ${String(key.value)}`;
      const whole = typeof key.value === 'number' ? this.#numberBefore(start, end) : undefined;
      if (whole !== undefined)
        this.#fault(
          { start: start - whole.length - 1, end },
          'bad_key',
          `the comma ends the number ${whole}`,
          `write ${whole}.${key.source}, with a point`,
        );
      else
        this.#fault(
          { start, end },
          'bad_key',
          `the name ${key.source} looks like ${kind}; it needs quotes`,
          `write "${key.source}":`,
        );
      return { start, end, name: key.source }; // so that "1" beside 1 is seen as the duplicate that it is
    } else if (isScalar(key) || key === null) {
      const hint = key?.source
        ? `write "${key.source}": if it is meant as a name`
        : 'a name comes before the colon';
      this.#fault({ start, end }, 'bad_key', 'the name of a field is empty', hint);
    } else if (templateAt(this.#source.text, start) !== undefined) {
      const { start: from, text } = templateAt(this.#source.text, start)!;
      const { name, message, hint } = unfilledTemplate(text);
      this.#fault({ start: from, end: from + text.length }, name, message, hint);
    } else
      this.#fault(
        { start, end: start + 1 },
        'bad_key',
        'a list or a map cannot be the name of a field',
        'a value that begins with { or [ needs quotes',
      );
    return { start, end, name: undefined };
  }

  /** The whole part of a number whose fraction was taken for a name: `{ input: 0,25 }`. */
  #numberBefore(start: number, end: number): string | undefined {
    const { text } = this.#source;
    if (!/^\d+\s*[,}]/.test(text.slice(start, end + 20))) return undefined;
    return /[\s:](\d{1,15}),$/.exec(text.slice(Math.max(0, start - 20), start))?.[1];
  }

  #mergeSources(value: Node | null, depth: number, fallback: number): readonly TreeNode[] {
    const written = isSeq(value) ? (value.items as (Node | null)[]) : [value];
    const sources = written.map((item) => {
      if (!isAlias(item)) return this.#node(item, depth + 1, fallback);
      // Shared defaults may be merged into every model of a large file: only what they add up to is bounded.
      const [start, end] = item.range ?? [fallback, fallback];
      return this.#alias(item.source, { start, end }, 0);
    });
    if (sources.every((item) => item.entries)) return sources;
    const [start, end] = value?.range ?? [fallback, fallback];
    const hint = 'write `<<: *name` for an anchor `&name` on a map';
    this.#fault({ start, end }, 'bad_merge', '`<<` merges maps only', hint);
    return [];
  }

  #alias(name: string, span: Span, uses = 1): TreeNode {
    const anchor = this.#anchors.get(name);
    if (!anchor) {
      if (/^\w+$/.test(name)) {
        const hint = `write "*${name}" if it is meant as text`;
        return this.#stop(span, 'yaml_alias', `there is no anchor "&${name}" above this line`, hint);
      }
      const glob = unquotedStar(`*${name}`); // `*-mini` in a list of models is no alias
      return this.#stop(span, glob.name, glob.message, glob.hint);
    }
    if (!anchor.node) return this.#stop(span, 'yaml_alias', `the alias "*${name}" is inside its own anchor`);
    anchor.uses += uses;
    this.#aliases += 1 + anchor.aliases;
    this.#values += anchor.values;
    this.#aliased += anchor.values;
    if (anchor.uses * (anchor.aliases + 1) > maxAliasUses || this.#aliased > maxAliasedValues) {
      return this.#stop(
        span,
        'yaml_alias',
        `aliases used too often: "*${name}" makes the file too large`,
        `one anchor can be used ${maxAliasUses} times`,
      );
    }
    return anchor.node;
  }

  #checkTag(node: Node, start: number): void {
    if (node.tag === undefined || plainTags.has(node.tag)) return;
    const at = this.#source.text.lastIndexOf('!', Math.max(0, start - 1));
    const from = this.#source.text[at - 1] === '!' ? at - 1 : at;
    const [whole = '!', written = '!', variable] =
      /^(!\S*)(?: +([A-Za-z_]\w*)(?=\s))?/.exec(this.#source.text.slice(from)) ?? [];
    const isVariable = written.startsWith('!env') && variable !== undefined;
    const hint = isVariable ? `write "\${${variable}}"` : undefined;
    this.#fault(
      { start: from, end: from + (isVariable ? whole : written).length },
      'yaml_tag',
      `the tag ${written} is not supported`,
      hint,
    );
  }

  #fault(span: Span, name: ProblemName, message: string, hint?: string): void {
    this.faults += 1;
    this.#report.inText(
      this.#source,
      { start: span.start, end: Math.max(span.end, span.start + 1) },
      name,
      message,
      { hint },
    );
  }

  #stop(span: Span, name: ProblemName, message: string, hint?: string): never {
    this.#fault(span, name, message, hint);
    throw new Stop();
  }
}

/** Leaves the walk; the reason is in the report. */
class Stop extends Error {}

function isMergeKey(key: Node | null): boolean {
  return (
    isScalar(key) && (typeof key.value === 'symbol' || (key.value === '<<' && key.type === Scalar.PLAIN))
  );
}
