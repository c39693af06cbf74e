import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const standard = readFileSync('src/pipeline/standard.ts', 'utf8');

test('every file of a stage is one of the stages of a request', () => {
  const files = readdirSync('src/pipeline/stages', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const imported = [...standard.matchAll(/import \{ (\w+) \} from '\.\/stages\/([\w/-]+\.ts)'/g)];
  const assembled = standard.slice(standard.indexOf('export function standardStages'));
  const used = imported.filter(([, stage]) => assembled.includes(`${stage}(`)).map(([, , file]) => file);
  assert.deepEqual(used.sort(), files.sort());
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
