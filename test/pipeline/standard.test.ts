import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const standard = readFileSync('src/pipeline/standard.ts', 'utf8');

test('every file of a stage is one of the stages of a request', () => {
  const files = readdirSync('src/pipeline/stages', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  // Those of guards and of tools are loaded where a file names some.
  const used = ['standard.ts', 'guards/make-guards.ts', 'mcp/make-tool-stages.ts'].flatMap((file) => {
    const text = readFileSync(`src/pipeline/${file}`, 'utf8');
    const imported = text.matchAll(/import \{ (\w+) \} from '\.\.?\/stages\/([\w/-]+\.ts)'/g);
    const assembled = text.slice(text.lastIndexOf('\nimport '));
    return [...imported].filter(([, stage]) => assembled.includes(`${stage}(`)).map(([, , stage]) => stage);
  });
  assert.deepEqual([...new Set(used)].sort(), files.sort());
});

test('the table of the life of a request has the stages in their order', () => {
  const stages = [...standard.matchAll(/^ {4}\[\s*'([\w ]+)',/gm)].map(([, name]) => name);
  assert.ok(stages.length > 10);
  const [, table = ''] = readFileSync('docs/architecture.md', 'utf8').split(
    '| stage | writes | may end it with |',
  );
  const rows = table.slice(0, table.indexOf('\n\n')).matchAll(/^\| ([a-z][\w ]*) \|/gm);
  assert.deepEqual(
    [...rows].map(([, name]) => name),
    stages,
  );
});
