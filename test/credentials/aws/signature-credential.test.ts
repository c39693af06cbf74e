import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { canonicalRequest } from '../../../src/credentials/aws/canonical-request.ts';
import { ServerClock } from '../../../src/credentials/aws/server-clock.ts';
import { signature, stringToSign } from '../../../src/credentials/aws/sign.ts';
import { SignatureCredential } from '../../../src/credentials/aws/signature-credential.ts';
import { signingKey } from '../../../src/credentials/aws/signing-key.ts';
import { CredentialMissing, type CredentialRefusal } from '../../../src/credentials/credential.ts';
import { MessageToAuthorize } from '../../../src/http/client/message-to-authorize.ts';
import { credentialContract, message } from '../contract.ts';
import { exampleConfig, exampleKeys, HeldKeys } from './held-keys.ts';

credentialContract('aws signature', () => {
  const held = new HeldKeys();
  return { credential: new SignatureCredential(exampleConfig, held), lose: () => held.swap(undefined) };
});

const noonMs = Date.UTC(2026, 1, 28, 12);
const minuteMs = 60_000;

/** Clocks that are set from outside, and what was told of corrections. */
function clocks(nowMs = noonMs) {
  const told: number[] = [];
  const set = { nowMs, monotonicMs: 0, told };
  const clock = new ServerClock(
    (offsetMs) => told.push(offsetMs),
    () => set.nowMs,
    () => set.monotonicMs,
  );
  return { set, clock };
}

function refusal(
  errorType: string,
  generation: number,
  headers: IncomingHttpHeaders = {},
): CredentialRefusal {
  return { status: 403, headers: { 'x-amzn-errortype': errorType, ...headers }, generation };
}

async function signedBy(credential: SignatureCredential, body?: string): Promise<MessageToAuthorize> {
  const sent = message(credential, body);
  await credential.authorize(sent);
  return sent;
}

/** The signature that these headers should have. */
function expectedSignature(
  sent: MessageToAuthorize,
  secretAccessKey: string,
  names: readonly string[],
): string {
  const date = sent.header('x-amz-date')!;
  const scope = { day: date.slice(0, 8), region: 'eu-central-1', service: 'bedrock' };
  const [path = '', query = ''] = sent.path.split('?');
  const bodySha256 = createHash('sha256').update(Buffer.concat(sent.body)).digest('hex');
  const headers = names.map((name) => [name, sent.header(name)!] as const);
  const canonical = canonicalRequest({ method: sent.method, path, query, headers, bodySha256 });
  return signature(signingKey(secretAccessKey, scope), stringToSign(canonical, date, scope));
}

test('host, date and session are signed, and nothing else that a proxy may change', async () => {
  const { clock } = clocks();
  const held = new HeldKeys();
  const credential = new SignatureCredential(exampleConfig, held, clock);
  const sent = await signedBy(credential);
  const signed = expectedSignature(sent, exampleKeys.secretAccessKey, ['host', 'x-amz-date']);
  assert.equal(sent.header('x-amz-date'), '20260228T120000Z');
  assert.equal(
    sent.header('authorization'),
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLEKEYS00001/20260228/eu-central-1/bedrock/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signed}`,
  );
  held.swap({ ...exampleKeys, sessionToken: 'session/with+signs==' });
  const session = await signedBy(credential);
  assert.equal(session.header('x-amz-security-token'), 'session/with+signs==');
  const names = ['host', 'x-amz-date', 'x-amz-security-token'];
  const expected = expectedSignature(session, exampleKeys.secretAccessKey, names);
  assert.ok(
    session.header('authorization')!.endsWith(`SignedHeaders=${names.join(';')}, Signature=${expected}`),
  );
});

test('other keys and another day are signed with a key of their own', async () => {
  const { set, clock } = clocks(Date.UTC(2026, 1, 28, 23, 59, 59));
  const held = new HeldKeys();
  const credential = new SignatureCredential(exampleConfig, held, clock);
  const names = ['host', 'x-amz-date'];
  const check = async (secret: string) => {
    const sent = await signedBy(credential);
    assert.ok(sent.header('authorization')!.endsWith(expectedSignature(sent, secret, names)));
    return sent.header('x-amz-date');
  };
  assert.equal(await check(exampleKeys.secretAccessKey), '20260228T235959Z');
  set.nowMs += 1000;
  assert.equal(await check(exampleKeys.secretAccessKey), '20260301T000000Z');
  held.swap({ ...exampleKeys, secretAccessKey: 'another/secret' });
  await check('another/secret');
});

test('a large body is hashed a mebibyte at a time, others having their turn, and is signed with the time after it', async () => {
  const { set, clock } = clocks();
  const credential = new SignatureCredential(exampleConfig, new HeldKeys(), clock);
  const body = [Buffer.alloc(700_000, 'a'), Buffer.alloc(5_000_000, 'b'), Buffer.from('c')];
  const sent = new MessageToAuthorize(credential, { ...parts, body });
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const authorized = credential.authorize(sent);
  assert.ok(authorized instanceof Promise);
  set.nowMs += 1000;
  await authorized;
  clearImmediate(timer);
  assert.ok(turns >= 5, `${turns} turns`);
  assert.equal(sent.header('x-amz-date'), '20260228T120001Z');
  const expected = expectedSignature(sent, exampleKeys.secretAccessKey, ['host', 'x-amz-date']);
  assert.ok(sent.header('authorization')!.endsWith(expected));
});

test('up to a mebibyte nothing waits', () => {
  const credential = new SignatureCredential(exampleConfig, new HeldKeys());
  const whole = new MessageToAuthorize(credential, {
    ...parts,
    body: [Buffer.alloc(1024 * 1024 - 1), Buffer.from('a')],
  });
  assert.equal(typeof credential.authorize(whole), 'number');
});

test('keys that go away while a large body is hashed sign nothing', async () => {
  const held = new HeldKeys();
  const credential = new SignatureCredential(exampleConfig, held);
  const sent = new MessageToAuthorize(credential, { ...parts, body: [Buffer.alloc(3 * 1024 * 1024)] });
  const authorized = credential.authorize(sent);
  held.swap(undefined);
  await assert.rejects(async () => authorized, CredentialMissing);
  assert.equal(sent.headerLines, parts.headerLines);
});

for (const errorType of [
  'InvalidSignatureException',
  'RequestExpired:http://internal.example/',
  'ns#RequestExpired',
]) {
  test(`after ${errorType} the server's time is taken over once a minute, with one more try for whatever was signed before`, async () => {
    const { set, clock } = clocks();
    const held = new HeldKeys();
    const credential = new SignatureCredential(exampleConfig, held, clock);
    const before = await credential.authorize(message(credential));
    const date = new Date(noonMs + 3600_000).toUTCString();
    assert.equal(credential.refused(refusal(errorType, before, { date })), true);
    assert.equal(credential.refused(refusal(errorType, before, { date })), true, 'one that was under way');
    assert.deepEqual(set.told, [3600_000]);
    assert.equal((await signedBy(credential)).header('x-amz-date'), '20260228T130000Z');
    const after = await credential.authorize(message(credential));
    assert.deepEqual(held.refusals, []);

    const back = new Date(noonMs).toUTCString();
    set.monotonicMs += minuteMs - 1;
    assert.equal(credential.refused(refusal(errorType, after, { date: back })), false, 'too soon');
    assert.equal(held.refusals.length, 1, 'it may be the keys');
    set.monotonicMs += 1;
    assert.equal(credential.refused(refusal(errorType, after, { date: back })), true);
    assert.deepEqual(set.told, [3600_000, 0]);
    assert.equal((await signedBy(credential)).header('x-amz-date'), '20260228T120000Z');
  });
}

test('a wrong signature at the right time is of wrong keys: they are renewed, and the clock stays', async () => {
  const { set, clock } = clocks();
  const held = new HeldKeys();
  const credential = new SignatureCredential(exampleConfig, held, clock);
  const generation = await credential.authorize(message(credential));
  const near = new Date(noonMs + 239_000).toUTCString();
  for (const date of [near, 'no date', undefined, '']) {
    const headers = date === undefined ? {} : { date };
    assert.equal(credential.refused(refusal('InvalidSignatureException', generation, headers)), false);
  }
  assert.deepEqual(set.told, []);
  assert.deepEqual(
    held.refusals.map((one) => one.generation),
    [1, 1, 1, 1],
  );
});

test('a session that is over is renewed, and the request repeated where newer keys are there', async () => {
  const held = new HeldKeys();
  const credential = new SignatureCredential(exampleConfig, held);
  const generation = await credential.authorize(message(credential));
  for (const errorType of ['ExpiredTokenException', 'ExpiredToken', 'UnrecognizedClientException']) {
    assert.equal(credential.refused(refusal(errorType, generation)), false);
  }
  assert.equal(credential.refused({ status: 401, headers: {}, generation }), false);
  assert.equal(credential.refused({ status: 403, headers: {}, generation }), false);
  held.swap({ ...exampleKeys, secretAccessKey: 'another/secret' });
  assert.equal(credential.refused(refusal('ExpiredTokenException', generation)), true);
  assert.deepEqual(
    held.refusals.map((one) => one.generation),
    [1, 1, 1, 1, 1, 1],
  );
});

test('what keys may not do is no reason to renew them', async () => {
  const held = new HeldKeys();
  const credential = new SignatureCredential(exampleConfig, held);
  const generation = await credential.authorize(message(credential));
  assert.equal(credential.refused(refusal('AccessDeniedException', generation)), false);
  assert.deepEqual(held.refusals, []);
});

test('whoever has no use for it any more lets go of its keys', () => {
  const held = new HeldKeys();
  new SignatureCredential(exampleConfig, held).close();
  assert.equal(held.isReleased, true);
});

const parts = {
  method: 'POST',
  path: '/model/m/invoke',
  host: 'bedrock-runtime.eu-central-1.amazonaws.com',
  headerLines: 'host: bedrock-runtime.eu-central-1.amazonaws.com\r\n',
};
