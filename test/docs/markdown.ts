/** The pages of the documentation, as tests read them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';

export const root = resolve(import.meta.dirname, '../..');

/** A page by its path from the root of the project. */
export function pageAt(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Every page that operators read, by its path: the README and all of `docs`. */
export const pagePaths: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];

/** A fenced block. */
export interface Block {
  /** `sh`, `yaml`; empty where none is said. */
  readonly language: string;
  /** What stands behind the language. */
  readonly note: string;
  readonly content: string;
}

/** In order. */
export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```(\w*)(?: (\w+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', note = '', content = '']) => ({ language, note, content }),
  );
}

/** The first block of a language that holds a part. */
export function blockWith(markdown: string, language: string, part: string): string {
  const found = blocksOf(markdown).find(
    (block) => block.language === language && block.content.includes(part),
  );
  assert.ok(found, `a ${language} block with ${part}`);
  return found.content;
}

/** The rows of the table that begins with this head, each as its cells. */
export function tableOf(markdown: string, head: string): readonly (readonly string[])[] {
  const start = [`${head}\n|---`, `${head}\n| ---`]
    .map((begin) => markdown.indexOf(begin))
    .find((at) => at !== -1);
  assert.ok(start !== undefined, head);
  const lines = markdown.slice(start).split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) => line.slice(2, -2).split(' | '));
}

export function unquoted(cell: string | undefined): string {
  return (cell ?? '').replaceAll('`', '');
}

/** The configuration that parts of other pages are parts of. */
export const shownConfig = blockWith(pageAt('docs/first-gateway.md'), 'yaml', 'version: 1');

/** A part of a configuration takes its place in the one that is shown whole. */
export function wholeConfig(yaml: string): string {
  if (yaml.includes('version: 1')) return yaml;
  const shown = parse(shownConfig);
  const part = parse(yaml);
  if (part.models === undefined)
    return stringify({ ...shown, ...part, keys: { ...shown.keys, ...part.keys } });
  // With models of its own it has backends for them, and the key and the tests of the whole are about others.
  const { tests: _, ...rest } = shown;
  const isUsed = ([name]: readonly [string, unknown]) => yaml.includes(`backend: ${name}`);
  const backends = Object.fromEntries(Object.entries({ ...shown.backends, ...part.backends }).filter(isUsed));
  const keys = { 'team-a': { secret: shown.keys['team-a'].secret } };
  return stringify({ ...rest, keys, ...part, backends });
}
