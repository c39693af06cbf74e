/** Whose contents are kept, as it is said before anything is served: by diff, by explain, by proofs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChanges } from '../../src/check/diff/describe-changes.ts';
import { diffConfigs, isSame } from '../../src/check/diff/diff.ts';
import { diffText } from '../../src/check/diff/diff-text.ts';
import { explain } from '../../src/check/explain/explain.ts';
import { explanationText } from '../../src/check/explain/text/explain-text.ts';
import { prove } from '../../src/check/prove/prove.ts';
import { loadConfig } from '../../src/config/load.ts';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

async function version(more: string, keys = ['a', 'b']) {
  const text = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models:
  m: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] }
  w-*: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] }
keys: { ${keys.map((id, index) => `${id}: { hash: "${hash(String(index))}" }`).join(', ')} }
${more}
`;
  const { config, trees, problems } = await loadConfig('-', {
    text,
    env: { SECRET: 'canary-of-a-bucket' },
    requireSecrets: true,
  });
  assert.ok(config, JSON.stringify(problems));
  return { config, trees };
}

const file = (more: string) => `content_log: { file: /tmp/contents, ${more} }`;

test('diff says whose contents begin to be kept and whose cease to be, for which models, and what else changes', async () => {
  const changes = async (before: string, after: string, keys?: string[]) => {
    const [old, now] = [await version(before), await version(after, keys)];
    const diff = diffConfigs(old, now);
    return { diff, text: diffText(diff), said: describeChanges(old.config, now.config) };
  };
  const begun = await changes('', file('keys: ["*"]'));
  assert.ok(!isSame(begun.diff));
  assert.match(
    begun.text,
    /^Whose contents are kept:\n {2}\+ a: its requests and answers are kept\n {2}\+ b: its/m,
  );
  const wider = await changes(file('keys: [a], models: [m]'), file('keys: [a], models: [m, "w-1*"]'));
  assert.deepEqual(wider.diff.contents, [{ key: 'a', is: 'kept', models: ['w-*'] }]);
  const over = await changes(file('keys: [a, b]'), file('keys: [b], keep: 90d'));
  assert.match(over.text, /^ {2}- a: its requests and answers are no longer kept$/m);
  assert.match(over.text, /content_log\.keep 30d -> 90d|content_log\.keep/);
  assert.deepEqual(over.said, ['content_log: keys, keep changed']);
  const fresh = await changes(file('keys: ["*"]'), file('keys: ["*"]'), ['a', 'b', 'c']);
  assert.deepEqual(fresh.diff.contents, [{ key: 'c', is: 'kept', models: null }]);
  const bucket = (name: string) =>
    `content_log: { keys: [a], s3: { bucket: ${name}, access_key: "\${SECRET}", secret_key: "\${SECRET}" } }`;
  const moved = await changes(bucket('one'), bucket('two'));
  assert.match(moved.text, /content_log\.s3/);
  assert.ok(!moved.text.includes('canary'));
});

test('explain says that what a key says is kept, or a share of it', async () => {
  const { config } = await version(file('keys: [a], models: [m], sample: 0.25'));
  const about = (key: string, model: string) =>
    explanationText(
      explain(config, { endpoint: 'chat_completions', model, models: [], tags: [], key, down: [] }),
    );
  assert.match(
    about('a', 'm'),
    /^The key's requests and answers are kept for 25 % of its requests \(content_log\)\.$/m,
  );
  assert.doesNotMatch(about('a', 'w-1'), /content_log/);
  assert.doesNotMatch(about('b', 'm'), /content_log/);
});

test('never with kept proves that contents are not kept, or names a key of which they are', async () => {
  const of = async (request: string, log: string) => {
    const { config } = await version(`${log}\nnever: [ { name: n, request: ${request}, kept: true } ]`);
    const [outcome] = prove(config);
    return [outcome!.verdict, outcome!.message];
  };
  assert.deepEqual(await of('{ key: a }', ''), ['proved', '']);
  assert.deepEqual(await of('{ key: b }', file('keys: [a]')), ['proved', '']);
  assert.deepEqual(await of('{ key: "*" }', file('keys: [a]')), [
    'broken',
    'requests and answers of key a are kept: content_log.keys matches it',
  ]);
  assert.deepEqual(await of('{}', file('keys: ["*"]')), [
    'broken',
    'requests and answers of key a are kept (so are those of 1 other key): content_log.keys matches it',
  ]);
  assert.deepEqual(await of('{ key: a, model: w-1 }', file('keys: [a], models: [m]')), ['proved', '']);
  assert.deepEqual(await of('{ key: a }', file('keys: [a], models: [m]')), [
    'broken',
    'requests of key a for m are kept: content_log.keys matches it',
  ]);
  assert.deepEqual(await of('{ key: a }', file('keys: [a], sample: 0')), ['proved', '']);
  assert.deepEqual((await of('{ key: nobody }', file('keys: [a]')))[0], 'empty');
});
