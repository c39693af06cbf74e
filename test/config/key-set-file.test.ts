import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import { minimal } from './fixtures.ts';

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const usable = { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig' }] };
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });

/** What is found in a file that takes an issuer's keys from `jwks`. */
async function found(jwks: string, dir: string) {
  const issuer = `{ issuer: "https://a.example.com", audience: llm, jwks: ${JSON.stringify(jwks)}, rules: [{ when: {}, key: ci }] }`;
  const file = join(dir, 'gateway.yaml');
  const text = `${minimal}keys: { ci: {} }\n`;
  writeFileSync(file, `${text}identity: { issuers: { a: ${issuer} } }\n`);
  const { problems, sources } = await loadConfig(file, { env: {}, requireSecrets: true });
  return {
    problems: problems.map(({ code, severity, message, hint }) => ({ code, severity, message, hint })),
    sources,
  };
}

const folder = (t: TestContext) => scratchFolder(t);

test('a key set file without a usable key is an error, and a reload follows once it is another', async (t) => {
  const dir = folder(t);
  const file = join(dir, 'keys.json');
  for (const [content, says] of [
    ['', 'holds no JSON object'],
    ['{ "keys": [', 'holds no JSON object'],
    ['[]', 'holds no JSON object'],
    ['{}', 'has no `keys`'],
    ['{ "keys": [] }', 'has no key that a token can be checked with'],
    [JSON.stringify({ keys: [weak] }), 'has no key that a token can be checked with'],
    [
      JSON.stringify({ keys: [{ ...usable.keys[0], use: 'enc' }] }),
      'has no key that a token can be checked with',
    ],
  ] as const) {
    writeFileSync(file, content);
    const { problems, sources } = await found('keys.json', dir);
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [['GW1607', 'error']],
      content,
    );
    assert.ok(problems[0]!.message.includes(says), problems[0]!.message);
    assert.ok(sources.includes(file));
  }
  mkdirSync(join(dir, 'folder.json'));
  assert.deepEqual(
    (await found('folder.json', dir)).problems.map(({ code }) => code),
    ['GW1607'],
  );
});

test('what the hint says of a key set file is taken: the set of the issuer, or its URL', async (t) => {
  const dir = folder(t);
  const file = join(dir, 'keys.json');
  writeFileSync(file, '');
  const { problems } = await found('keys.json', dir);
  assert.equal(
    problems[0]?.hint,
    'write what the issuer publishes there, `{"keys": [...]}`, or name its URL',
  );
  writeFileSync(file, JSON.stringify(usable));
  assert.deepEqual(await found('keys.json', dir).then(({ problems: left }) => left), []);
  assert.deepEqual((await found('https://a.example.com/keys', dir)).problems, []);
});

test('a key set file that is not there yet is no error, and a reload follows once it is', async (t) => {
  const dir = folder(t);
  const { problems, sources } = await found('later.json', dir);
  assert.deepEqual(
    problems.map(({ code, severity }) => [code, severity]),
    [['GW1863', 'warning']],
  );
  assert.ok(sources.includes(join(dir, 'later.json')));
});

test('a key set that was saved with a byte order mark is one', async (t) => {
  const dir = folder(t);
  writeFileSync(join(dir, 'keys.json'), `\ufeff${JSON.stringify(usable)}`);
  assert.deepEqual((await found('keys.json', dir)).problems, []);
});
