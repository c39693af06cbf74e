import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalog } from '../src/errors.ts';

/** What serves requests: nothing else answers a client. */
const serving = ['api', 'http', 'identity', 'keys', 'limits', 'pipeline', 'routing'];

const texts = serving.flatMap((part) =>
  readdirSync(join('src', part), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join('src', part, file), 'utf8')),
);

function neverRaised(codes: readonly string[]): readonly string[] {
  return codes.filter((code) => !texts.some((text) => text.includes(`'${code}'`)));
}

test('every error of the catalogue is raised somewhere', () => {
  assert.deepEqual(neverRaised(Object.keys(catalog)), []);
});

test('one that nothing raises is found', () => {
  assert.deepEqual(neverRaised(['invalid_json', 'model_retired']), ['model_retired']);
});
