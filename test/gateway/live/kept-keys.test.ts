/** What of a rejected reload holds all the same, and what it leaves as it was: the keys of clients, and those of issuers. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gateway } from '../../cli/recorder.ts';
import { until } from '../../helpers/gate.ts';
import { secret } from '../../helpers/gateway.ts';
import { audience, TestIssuer } from '../../helpers/issuer.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { ownerOfFile, readToken, type Served, serve } from '../../helpers/serve.ts';

const second = 'sk-second-0123456789abcdef';
const withKey = `keys: { second: { secret: ${second} } }\n`;
const owner = ownerOfFile();

interface Running {
  readonly served: Served;
  readonly issuer: TestIssuer;
  readonly text: (parts: { readonly jwks?: string; readonly listen?: string }) => string;
}

let started: Promise<Running> | undefined;
/** One gateway for the whole file: each test leaves it serving the first text. */
function running(): Promise<Running> {
  started ??= start();
  return started;
}

async function start(): Promise<Running> {
  const issuer = await TestIssuer.start(owner);
  const dir = dirOf(owner);
  const admin = `"127.0.0.1:${await freePort()}"`;
  const text: Running['text'] = ({ jwks = 'good.json', listen }) =>
    liveText({
      admin,
      keys: `{ test: { secret: ${secret} }, service: {} }\nkeys_file: keys.yaml`,
      more: `identity: { issuers: { main: { issuer: "${issuer.url}", audience: "${audience}", jwks: "${jwks}", rules: [{ when: {}, key: service }] } } }`,
      ...(listen !== undefined && { listen }),
    });
  writeFileSync(join(dir, 'good.json'), JSON.stringify({ keys: issuer.keys }));
  writeFileSync(join(dir, 'keys.yaml'), withKey);
  writeFileSync(join(dir, 'gateway.yaml'), text({}));
  const served = await serve(owner, '', { file: join(dir, 'gateway.yaml') });
  return { served, issuer, text };
}

/** The answers to some requests on fresh connections, so that each of two workers is asked. */
async function statuses(served: Served, key: string): Promise<readonly number[]> {
  const asked = Array.from({ length: 4 }, () => served.call('/v1/chat/completions', { key, body: hello }));
  return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
}

test('the keys of an issuer stay where those that a changed file names can not be had', async () => {
  const { served, issuer, text } = await running();
  const token = await issuer.token();
  assert.deepEqual(await statuses(served, token), [200]);

  await served.save('{ "keys": [] }', 'empty.json');
  await served.save(text({ jwks: 'empty.json' }));
  assert.match(
    (await served.reloaded('rejected'))?.problems ?? '',
    /has no key that a token[^\n]*\n +error GW1607/,
  );
  assert.deepEqual(await statuses(served, token), [200]);

  for (const [jwks, why] of [
    [
      'later.json',
      /^identity\.issuers\.main: \S+later\.json can not be read \(ENOENT\); the keys .* work and stay/,
    ],
    [`${issuer.url}/keys`, /^identity\.issuers\.main: .* answered 404; the keys .* work and stay/],
  ] as const) {
    issuer.status = 404;
    await served.save(text({ jwks }));
    assert.match((await served.reloaded('rejected'))?.problems ?? '', why);
    assert.deepEqual(await statuses(served, token), [200]);
  }
  issuer.status = 200;
  await served.save(text({ jwks: 'later.json' }));
  await served.reloaded('rejected');
  await served.save(JSON.stringify({ keys: issuer.keys }), 'later.json');
  await served.reloaded('applied');
  assert.deepEqual(await statuses(served, token), [200]);
  await served.save(text({}));
  await served.reloaded('applied');
});

test('status says of each issuer why its keys could not be renewed', async () => {
  const { served, issuer } = await running();
  await served.save('{', 'good.json');
  await until(async () => (await served.status()).key_sets[0]?.error != null, 'the file is read');
  assert.deepEqual(await statuses(served, await issuer.token()), [200]);
  const status = () =>
    gateway(['status', '--config', served.file], { env: { GATEWAY_READ_TOKEN: readToken } });
  const broken = await status();
  assert.match(broken.out, /^issuer +main has the 1 key of before: \S+good\.json holds no JSON object$/m);
  assert.equal(broken.exitCode, 1);
  await served.save(JSON.stringify({ keys: issuer.keys }), 'good.json');
  await until(async () => (await served.status()).key_sets[0]?.error === null, 'the file is read');
  assert.doesNotMatch((await status()).out, /^issuer/m);
});

test('a key that is taken out of keys_file is refused though this host can not follow the main file', async () => {
  const { served, issuer, text } = await running();
  const taken = new URL(issuer.url).port;
  const main = text({ listen: `{ address: "127.0.0.1:${taken}", tls: { self_signed: true } }` });
  await served.save(main);
  assert.match((await served.reloaded('rejected'))?.problems ?? '', /EADDRINUSE|in use/);
  assert.deepEqual(await statuses(served, second), [200]);
  await served.save('keys: {}\n', 'keys.yaml');
  const record = await served.reloaded('rejected');
  assert.equal(record?.cause, 'host');
  assert.deepEqual(await statuses(served, second), [401]);
  assert.deepEqual(await statuses(served, secret), [200]);
  await served.save(withKey, 'keys.yaml');
  await served.save(text({}));
  await served.reloaded('applied');
  assert.deepEqual(await statuses(served, second), [200]);
});
