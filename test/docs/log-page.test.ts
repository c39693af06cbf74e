/** The page on the log has all that the code writes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  accessLogFields,
  attemptLogFields,
  auditWords,
  logCalls,
  textsIn,
} from '../../scripts/generate-log.ts';
import { attemptFields, messages, requestFields } from '../../scripts/log-words.ts';
import { usageSum } from '../../src/admin/contract/usage.ts';
import { accessLog } from '../../src/pipeline/access-log.ts';
import { pageAt, root } from './markdown.ts';

const calls = logCalls();
const known = Object.values(messages).flat();
const remedy = 'messages stand in scripts/log-words.ts, with what they tell; then `npm run generate`';

test('every message that the code logs is explained, and no other', () => {
  const said = new Set(calls.flatMap(({ says }) => says));
  said.delete('request'); // has a part of its own
  const explained = known.filter(({ spoken }) => spoken === undefined).map(({ says }) => says);
  assert.deepEqual(
    [...said].filter((text) => !known.some(({ says }) => says === text)),
    [],
    remedy,
  );
  assert.deepEqual(
    explained.filter((text) => !said.has(text)),
    [],
    `no longer logged: ${remedy}`,
  );
  assert.ok(said.size > 60);
});

test('what is said elsewhere than where it is logged stands there', () => {
  for (const { says, spoken } of known) {
    if (spoken === undefined) continue;
    const texts = textsIn(readFileSync(join(root, 'src', spoken.file), 'utf8'));
    const isThere = texts.some((text) => text.length > 12 && says.startsWith(text.trim()));
    assert.ok(isThere, `${spoken.file}: ${says}`);
  }
  // Each of these says something that was put together before; its messages are in the list above by hand.
  assert.deepEqual(
    calls.flatMap(({ file, unread }) => (unread === undefined ? [] : [file])),
    [
      'admin/usage/usage-store.ts',
      'supervisor/key-sets/renewed-key-set.ts',
      'supervisor/primary.ts',
      'supervisor/reload/reloader.ts',
      'supervisor/reload/state-folder.ts',
      'supervisor/worker-pool.ts',
    ],
    remedy,
  );
});

test("every field of a request's line is explained, in the order of the line", () => {
  assert.deepEqual(Object.keys(requestFields), accessLogFields(), remedy);
  assert.deepEqual(Object.keys(attemptFields).sort(), [...attemptLogFields()].sort(), remedy);
});

test('a line that is written has the fields that the page names, and so have its attempts', () => {
  let written = '';
  const attempt = { model: 'm', deployment: 'd', outcome: 'failed', status: 500, startMs: 0, ms: 1.5 };
  const event = {
    id: 'id',
    at: 0,
    client: '127.0.0.1',
    key: 'k',
    method: 'POST',
    path: '/v1/messages',
    chain: [],
    tags: ['vision'],
    needs: [],
    status: 502,
    code: 'upstream_invalid',
    ms: 2,
    model: 'm',
    deployment: 'd',
    attempts: [attempt],
  };
  const log = accessLog((line) => (written += line), {
    level: 'info',
    sample: 1,
    exclude: [],
    admitsKeyless: () => true,
  });
  log(event as unknown as Parameters<typeof log>[0], { isUnlogged: false } as Parameters<typeof log>[1]);
  const line = JSON.parse(written);
  for (const name of Object.keys(line)) assert.ok(Object.hasOwn(requestFields, name), name);
  for (const name of Object.keys(line.attempts[0])) assert.ok(Object.hasOwn(attemptFields, name), name);
});

test('the page names every act of operators, and every field of usage', () => {
  const page = pageAt('docs/reference/log.md');
  assert.ok(auditWords().length > 10);
  for (const word of auditWords()) assert.ok(page.includes(`\`${word}\``), word);
  for (const name of Object.keys(usageSum.fields)) assert.ok(page.includes(`\`${name}\``), name);
});
