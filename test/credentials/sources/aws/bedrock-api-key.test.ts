import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getToken } from '@aws/bedrock-token-generator';
import { bedrockApiKey } from '../../../../src/credentials/sources/aws/bedrock-api-key.ts';
import { Renewing } from './renewing.ts';

const prefix = 'bedrock-api-key-';
const hourMs = 3600_000;

/** What a key says, and its signature. */
function read(key: string): { readonly host: string; readonly parameters: Readonly<Record<string, string>> } {
  assert.ok(key.startsWith(prefix));
  const url = new URL(`https://${Buffer.from(key.slice(prefix.length), 'base64').toString()}`);
  return { host: url.host + url.pathname, parameters: Object.fromEntries(url.searchParams) };
}

const keys = {
  accessKeyId: 'AKIAEXAMPLEKEY000001',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};

for (const [what, identity] of [
  ['keys', keys],
  ['a session', { ...keys, sessionToken: 'session/with+signs==' }],
] as const) {
  test(`Bedrock's key of ${what} is the one that Amazon's generator makes at that time`, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 1, 28, 12, 34, 56) });
    for (const [lifetimeMs, expiresInSeconds] of [
      [900_000, 900],
      [12 * hourMs, 43_200],
      [36 * hourMs, 43_200],
    ] as const) {
      const made = bedrockApiKey(identity, 'eu-central-1', lifetimeMs, Date.now());
      const expected = await getToken({ credentials: identity, region: 'eu-central-1', expiresInSeconds });
      assert.deepEqual(read(made), read(expected));
    }
  });
}

test('a source that is to give a key of Bedrock makes it of the keys that it finds, for their time to live', async (t) => {
  const renewing = new Renewing(t, {});
  const source = { as: 'api_key', service: 'bedrock-mantle' } as const;
  const ofFile = { accessKey: keys.accessKeyId, secretKey: keys.secretAccessKey, sessionToken: undefined };
  const lasting = await renewing.renew({ ...source, keys: ofFile });
  assert.equal(lasting.value.kind, 'token');
  assert.equal(lasting.lifetimeMs, 12 * hourMs);
  const { host, parameters } = read(lasting.value.token);
  assert.equal(host, 'bedrock.amazonaws.com/');
  assert.match(parameters['X-Amz-Credential']!, /\/eu-central-1\/bedrock\/aws4_request$/);
  const session = await renewing.renew({ ...source, keys: { ...ofFile, sessionToken: 'session' } });
  assert.equal(session.lifetimeMs, undefined, 'how long a session of the file lasts nobody knows');
});

test('a key of Bedrock ends with the session that it is made of', async (t) => {
  const expiration = new Date(Date.now() + hourMs).toISOString();
  const renewing = new Renewing(t, {
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    AWS_SESSION_TOKEN: 'session',
    AWS_CREDENTIAL_EXPIRATION: expiration,
  });
  const { value, lifetimeMs } = await renewing.renew({ as: 'api_key' });
  assert.ok(lifetimeMs! <= hourMs && lifetimeMs! > hourMs - 10_000);
  assert.equal(value.kind, 'token');
  const { parameters } = read(value.token);
  assert.equal(parameters['X-Amz-Expires'], String(Math.floor(lifetimeMs! / 1000)));
  assert.equal(parameters['X-Amz-Security-Token'], 'session');
});
