import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ServerClock } from '../../src/credentials/aws/server-clock.ts';
import { SignatureCredential } from '../../src/credentials/aws/signature-credential.ts';
import type { Holding } from '../../src/credentials/holder.ts';
import { CredentialHolders } from '../../src/credentials/holders.ts';
import { sourceId } from '../../src/credentials/source-uses.ts';
import { startAmazonServer } from '../credentials/aws/amazon-server.ts';
import { type AwsKeys, exampleConfig, exampleKeys, HeldKeys } from '../credentials/aws/held-keys.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { begin, configText, type Reply, readReply } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';

const session: AwsKeys = {
  ...exampleKeys,
  accessKeyId: 'ASIAEXAMPLEKEY000002',
  sessionToken: 'session/with+signs==',
};
const unknown: AwsKeys = { ...exampleKeys, accessKeyId: 'AKIANOBODYKNOWS00003' };

interface Backend {
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** A gateway whose models `m0`, `m1` ... are on a server of Amazon's, each in its own way. */
async function start(
  t: TestContext,
  url: string,
  held: Holding,
  backends: readonly Backend[] = [{}],
  clock?: ServerClock,
) {
  const serving = 'endpoints: { chat_completions: [] }';
  return startInside(
    t,
    configText({
      backends: `{ ${backends
        .map(({ path, query }, index) => {
          const paths = path === undefined ? '' : `, paths: { chat_completions: ${JSON.stringify(path)} }`;
          const fixed = query === undefined ? '' : `, query: ${JSON.stringify(query)}`;
          return `b${index}: { url: ${url}, auth: { bearer: from-the-file }${paths}${fixed} }`;
        })
        .join(', ')} }`,
      models: `{ ${backends
        .map(
          (_, index) => `m${index}: { deployments: [ { backend: b${index}, model: upstream, ${serving} } ] }`,
        )
        .join(', ')} }`,
    }),
    [],
    () => new SignatureCredential(exampleConfig, held, clock),
  );
}

async function call(gateway: Inside, model = 'm0', content = 'hello', query = ''): Promise<Reply> {
  const body = { model, messages: [{ role: 'user', content }] };
  const headers = {
    'x-amz-date': '20200101T000000Z',
    'x-amz-content-sha256': 'forged',
    'x-amz-other': 'kept',
  };
  return readReply(await begin(gateway, `/v1/chat/completions${query}`, { body, headers }));
}

const backends: readonly Backend[] = [
  {},
  { path: '/model/us.anthropic.claude-3-5-sonnet-20241022-v2:0/invoke' },
  { path: '/model/us.anthropic.claude-3-5-sonnet-20241022-v2%3A0/invoke' },
  {
    path: '/model/arn%3Aaws%3Abedrock%3Aeu-central-1%3A123456789012%3Aapplication-inference-profile%2Fabc/invoke',
  },
  { path: "/model/caf%C3%A9%20%28a%29!'()*~@$/invoke" },
  { path: '/model/%E6%A8%A1%E5%9E%8B/invoke' },
  { query: { 'api-version': '2025-04-01-preview', b: 'one+two%20', a: 'x/y:z', empty: '' } },
  { query: { z: '1', A: '~*(2)', 'a=b': '&' } },
];

for (const [what, keys] of [
  ['keys', exampleKeys],
  ['a session', session],
] as const) {
  test(`what the gateway signs with ${what} is what Amazon's library expects, whatever the path, query and body`, async (t) => {
    const url = await startAmazonServer(t, [keys]);
    const gateway = await start(t, url, new HeldKeys(keys), backends);
    for (const index of backends.keys()) {
      const reply = await call(gateway, `m${index}`, 'héllo 模型 \u{1f600}');
      assert.equal(reply.status, 200, reply.text);
    }
    for (const query of ['?beta=true', '?b=%zz&b=2&&a', '?=x&y=1=2&y=%41', '?%e6%a8%a1=%E5%9E%8B&~=*']) {
      const reply = await call(gateway, 'm6', 'hello', query);
      assert.equal(reply.status, 200, reply.text);
    }
    for (const bytes of [1, 65_536, 1024 * 1024, 3_000_000]) {
      const reply = await call(gateway, 'm0', 'x'.repeat(bytes));
      assert.equal(reply.status, 200, reply.text);
    }
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => call(gateway, 'm1', String(index))),
    );
    assert.deepEqual(new Set(many.map(({ status }) => status)), new Set([200]));
  });
}

for (const aheadSeconds of [3600, -3600]) {
  test(`where Amazon's clock is ${aheadSeconds} s ahead one request is repeated, and no client hears of it`, async (t) => {
    const url = await startAmazonServer(t, [exampleKeys], aheadSeconds);
    const told: number[] = [];
    const held = new HeldKeys();
    const gateway = await start(t, url, held, [{}], new ServerClock((offsetMs) => told.push(offsetMs)));
    for (let round = 0; round < 3; round += 1) assert.equal((await call(gateway)).status, 200);
    assert.equal(told.length, 1);
    assert.ok(Math.abs(told[0]! - aheadSeconds * 1000) < 3000, `${told[0]}`);
    assert.deepEqual([...gateway.keep.live.retries], [['credentials_stale', 1]]);
    assert.deepEqual(held.refusals, []);
  });
}

for (const keys of [exampleKeys, session]) {
  const what = keys.sessionToken === undefined ? 'signature' : "session's token";
  test(`a ${what} that a backend repeats reaches no client`, async (t) => {
    const backend = await startBackend(t, (seen, response, request) => {
      const { authorization, 'x-amz-security-token': token } = seen.headers;
      return json(completion(`you sent ${token ?? authorization}`))(seen, response, request);
    });
    const holders = new CredentialHolders();
    const id = sourceId(exampleConfig.source);
    holders.take([
      { id, generation: 1, value: keys, usableForMs: Number.POSITIVE_INFINITY, problem: undefined },
    ]);
    const gateway = await start(t, backend.url, holders.hold(exampleConfig.source));
    const reply = await call(gateway);
    assert.deepEqual([reply.status, reply.headers['x-gateway-error']], [502, 'upstream_invalid']);
    assert.doesNotMatch(reply.text, /AWS4|session/);
  });
}

test('a session that is over is renewed, and the request repeated with the newer one', async (t) => {
  const url = await startAmazonServer(t, [session]);
  const held = new HeldKeys({ ...session, sessionToken: 'over' });
  const gateway = await start(t, url, held);
  const refused = await call(gateway);
  assert.equal(refused.headers['x-gateway-error'], 'upstream_auth');
  assert.equal(held.refusals[0]!.headers['x-amzn-errortype']!.slice(0, 21), 'ExpiredTokenException');
  held.swap(session);
  assert.equal((await call(gateway)).status, 200);
});

test('keys that Amazon does not know are renewed, and serve no client meanwhile', async (t) => {
  const url = await startAmazonServer(t, [exampleKeys]);
  const held = new HeldKeys(unknown);
  const gateway = await start(t, url, held);
  assert.equal((await call(gateway)).headers['x-gateway-error'], 'upstream_auth');
  held.swap({ ...exampleKeys, secretAccessKey: 'wrong' });
  assert.equal((await call(gateway)).headers['x-gateway-error'], 'upstream_auth');
  held.swap(exampleKeys);
  assert.equal((await call(gateway)).status, 200);
  assert.deepEqual(
    held.refusals.map(({ generation }) => generation),
    [1, 2],
  );
});
