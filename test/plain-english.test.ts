/** Plain English, as CONTRIBUTING.md describes it: words that are gone, and rule 10 on comments. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const folders = ['src', 'dashboard', 'scripts', 'bench'];

const question = /^(?:What|How|Where|Whether|Who)\b/i;

/** The first line of every comment, with its line number. */
function* beginnings(text: string): Generator<readonly [line: number, words: string]> {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const block = /(?:^|\s|\{)\/\*+(.*)$/.exec(line);
    if (block !== null) {
      const words = (block[1] ?? '').trim();
      yield [index + 1, words === '' ? (lines[index + 1] ?? '').replace(/^\s*\*\s?/, '') : words];
    }
    const single = /^(.*?)(?<![:'"`])\/\/\s(.*)$/.exec(line);
    if (single === null) continue;
    const isContinued = single[1]?.trim() === '' && /^\s*\/\//.test(lines[index - 1] ?? '');
    if (!isContinued) yield [index + 1, single[2] ?? ''];
  }
}

/** The hand-written sources below a folder. */
function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|mjs|css)$/.test(name) && !/generated|node_modules/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

function questionsBelow(folder: string): readonly string[] {
  return sourcesBelow(folder).flatMap((file) =>
    [...beginnings(readFileSync(join(root, file), 'utf8'))]
      .filter(([, words]) => question.test(words))
      .map(([line, words]) => `${file}:${line}: ${words}`),
  );
}

test('a comment states what a thing is or does, and does not begin as a question', () => {
  assert.deepEqual(folders.flatMap(questionsBelow), []);
});

/** Words with a better one in `docs/glossary.md`. */
const gone: readonly (readonly [word: RegExp, better: string])[] = [
  [/\bunder way\b/i, 'in flight'],
  [/\bthought away\b/i, 'a simulated outage'],
  [/\bwhole again\b/i, 'resets in'],
  [/\btake down\b/i, 'drain, or simulate an outage'],
  [/\bunwell\b/i, 'unhealthy'],
  [/\busual endpoints\b/i, 'all endpoints'],
  [/\bprocess(?:es)? that supervises?\b/i, 'the supervisor'],
  [/\b(?:is|are) told\b/i, 'gets, learns'],
  [/\bsays? so\b/i, 'a verb that says what is said'],
];

/** `README.md` and all pages below `docs`; generated pages too, as their words come from the code. */
function pages(): readonly string[] {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  return ['README.md', ...below.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)].sort();
}

test('each thing has one word, on every page', () => {
  for (const path of pages()) {
    const found = readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        gone
          .filter(([word]) => word.test(line))
          .map(([word, better]) => `${path}:${index + 1}: not ${word.source} but ${better}`),
      );
    assert.deepEqual(found, []);
  }
});

test('each thing has that word in messages, too', () => {
  const found = ['src', 'dashboard'].flatMap((folder) =>
    sourcesBelow(folder).flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          isComment.test(line) ? [] : textsIn(line).map((text) => [index + 1, text]),
        )
        .flatMap(([line, text]) =>
          gone
            .filter(([word]) => word.test(String(text)))
            .map(([word, better]) => `${file}:${line}: not ${word.source} but ${better}`),
        ),
    ),
  );
  assert.deepEqual(found, []);
});

const isComment = /^\s*(?:\/\/|\/?\*)/;

/** The texts of more than a word in a line of code. */
function textsIn(line: string): readonly string[] {
  return [...line.matchAll(/(['"`])((?:(?!\1).)*\s(?:(?!\1).)*)\1/g)].map(([, , text = '']) => text);
}
