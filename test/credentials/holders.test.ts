import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type {
  CredentialSource,
  FileSource,
  TokenCredentialConfig,
} from '../../src/config/types/credentials.ts';
import { CredentialHolders } from '../../src/credentials/holders.ts';
import { credentialsWith } from '../../src/credentials/index.ts';
import { SecretValue } from '../../src/credentials/secret-value.ts';
import { sourceId, sourcesOf } from '../../src/credentials/source-uses.ts';
import { credentialContract, message } from './contract.ts';

const source: FileSource = { kind: 'file', file: '/run/secrets/token' };
const id = sourceId(source);
const config: TokenCredentialConfig = {
  kind: 'token',
  source,
  header: 'authorization',
  prefix: 'Bearer ',
  beside: { 'x-goog-user-project': 'billing' },
  withheld: ['x-goog-api-key'],
};

/** Holders under a clock that the test sets, and what they tell. */
function made() {
  const state = { nowMs: 1000 };
  const refused: [string, number][] = [];
  const holders = new CredentialHolders(
    (of, generation) => refused.push([of, generation]),
    () => state.nowMs,
  );
  return { state, refused, holders };
}

function item(generation: number, token: string, usableForMs = 60_000, problem?: string) {
  return { id, generation, value: { kind: 'token', token } as const, usableForMs, problem };
}

credentialContract('token', () => {
  const { state, holders } = made();
  holders.take([item(1, 'first-0123456789abc')]);
  return {
    credential: credentialsWith(holders)(config),
    lose: () => {
      state.nowMs += 60_000;
    },
  };
});

test('a token goes into its header behind its prefix, with what goes beside it', () => {
  const { holders } = made();
  holders.take([item(1, 'first-0123456789abc')]);
  const sent = message(credentialsWith(holders)(config));
  const credential = credentialsWith(holders)({ ...config, prefix: '' });
  assert.equal(credential.authorize(sent), 1);
  assert.equal(sent.header('authorization'), 'first-0123456789abc');
  assert.equal(sent.header('x-goog-user-project'), 'billing');
  assert.deepEqual(credential.headers, ['authorization', 'x-goog-user-project', 'x-goog-api-key']);
});

test('a value is used until its time is over, by a clock that nobody sets, and says why it is not', () => {
  const { state, holders } = made();
  const credential = credentialsWith(holders)(config);
  assert.equal(credential.missing, 'none has come yet');
  holders.take([{ ...item(0, ''), value: undefined, usableForMs: 0, problem: 'the endpoint answers 500' }]);
  assert.equal(credential.missing, 'none has come yet: the endpoint answers 500');
  holders.take([item(1, 'first-0123456789abc', 500)]);
  assert.equal(credential.missing, undefined);
  state.nowMs += 499;
  assert.equal(credential.missing, undefined);
  state.nowMs += 1;
  assert.equal(credential.missing, 'the last one ran out');
  holders.take([item(1, 'first-0123456789abc', 0, 'invalid_client')]);
  assert.equal(credential.missing, 'the last one ran out: invalid_client');
  holders.take([item(2, 'second-0123456789ab', Number.POSITIVE_INFINITY)]);
  assert.equal(credential.missing, undefined);
});

test('a refusal of the newest value is told, one of an older value is answered with the newer', () => {
  const { holders, refused } = made();
  holders.take([item(1, 'first-0123456789abc')]);
  const credential = credentialsWith(holders)(config);
  assert.equal(credential.refused({ status: 401, headers: {}, generation: 1 }), false);
  assert.deepEqual(refused, [[id, 1]]);
  holders.take([item(2, 'second-0123456789ab')]);
  assert.equal(credential.refused({ status: 401, headers: {}, generation: 1 }), true);
  assert.equal(credential.refused({ status: 403, headers: {}, generation: 2 }), false);
  assert.equal(refused.length, 1, 'a 403 that does not say so is not about the credential');
  for (const type of ['ExpiredTokenException', 'UnrecognizedClientException', 'RequestExpired']) {
    credential.refused({ status: 403, headers: { 'x-amzn-errortype': type }, generation: 2 });
  }
  assert.equal(refused.length, 4);
});

test('what may stand in no answer is the token as it is, unless it is too short to be a secret', () => {
  const { holders } = made();
  const credential = credentialsWith(holders)(config);
  assert.equal(credential.secret, undefined);
  holders.take([item(1, 'first-0123456789abc')]);
  assert.equal(String(credential.secret), 'first-0123456789abc');
  holders.take([item(2, 'EMPTY')]);
  assert.equal(credential.secret, undefined);
});

test('two backends with one source hold the same value, and it goes when neither uses it nor anybody renews it', () => {
  const { holders } = made();
  holders.take([item(1, 'first-0123456789abc')]);
  const credentials = [
    credentialsWith(holders)(config),
    credentialsWith(holders)({ ...config, header: 'api-key' }),
  ];
  holders.forget([id]);
  credentials[0]!.close();
  credentials[0]!.close();
  assert.equal(credentials[1]!.missing, undefined);
  assert.equal(credentialsWith(holders)(config).missing, undefined, 'it is still used');
  const { holders: others } = made();
  others.take([item(1, 'first-0123456789abc')]);
  others.forget([id]);
  assert.equal(credentialsWith(others)(config).missing, 'none has come yet');
});

test('a source is what all its fields say, in whatever order they stand', () => {
  const other: CredentialSource = { file: '/run/secrets/token', kind: 'file' };
  assert.equal(sourceId(source), sourceId(other));
  assert.notEqual(sourceId(source), sourceId({ ...source, file: '/run/secrets/token2' }));
  const uses = sourcesOf([
    { name: 'a', credential: config },
    { name: 'b', credential: { kind: 'static', header: 'authorization', value: 'x' } },
    { name: 'c', credential: undefined },
    { name: 'd', credential: { ...config, source: other, header: 'api-key' } },
    { name: 'e', credential: { ...config, source: { kind: 'file', file: '/e' } } },
  ]);
  assert.deepEqual(
    uses.map(({ backends }) => backends),
    [['a', 'd'], ['e']],
  );
});

test('a secret prints itself as one, and holders print nothing of it', () => {
  const secret = new SecretValue({ token: 'canary-0123456789' });
  const { holders } = made();
  holders.take([item(1, 'canary-0123456789')]);
  const credential = credentialsWith(holders)(config);
  for (const shown of [secret, { deep: [secret] }, holders, credential, holders.hold(source)]) {
    for (const text of [
      JSON.stringify(shown),
      String(shown),
      `${shown}`,
      inspect(shown, { depth: 9, showHidden: true }),
    ]) {
      assert.doesNotMatch(text ?? '', /canary/);
    }
  }
  assert.equal(`${secret}`, '[secret]');
  assert.equal(JSON.stringify({ secret }), '{"secret":"[secret]"}');
  assert.match(inspect({ secret }), /\[secret\]/);
});
