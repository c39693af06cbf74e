import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { completion, json, startBackend } from '../../helpers/backend.ts';
import { type Pair, TestAuthority } from '../../helpers/client-certificates.ts';
import { until } from '../../helpers/gate.ts';
import { begin, configText, readReply, startGateway } from '../../helpers/gateway.ts';
import { audience, TestIssuer } from '../../helpers/issuer.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { freePort } from '../../helpers/ports.ts';
import { scratchFolder } from '../../helpers/scratch.ts';
import { type Served, serve } from '../../helpers/serve.ts';

const spiffe = 'spiffe://example.com/ns/prod/sa/search';
const search = [
  { type: 'url', value: spiffe },
  { type: 'dns', value: 'search.example.com' },
] as const;
const both = 'sk-both-0123456789abcdef';

/** The status of a request with a certificate, and the socket it came over. */
function caller(t: TestContext, { port, ca }: Pick<Served, 'port' | 'ca'>, pair?: Pair, keepAlive = false) {
  const agent = new Agent({ keepAlive, maxSockets: 1, ...pair });
  t.after(() => agent.destroy());
  return async (
    key: string | null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number | string> => {
    try {
      const reply = await begin({ port, ca, agent }, '/v1/chat/completions', { key, body: hello, headers });
      return (await readReply(reply)).status;
    } catch (error) {
      return String((error as NodeJS.ErrnoException).code);
    }
  };
}

const fingerprintOf = ({ cert }: Pair) => new X509Certificate(cert).fingerprint256;

test('a certificate reaches the key that names it, and one with a secret needs both', async (t) => {
  const authority = await TestAuthority.make();
  const other = await TestAuthority.make('CN=others');
  const mine = await authority.sign({ san: search });
  const pinned = await authority.sign({ subject: 'CN=pinned' });
  const named = await authority.sign({ subject: 'CN=batch,OU=prod,O=Example' });
  const keys = `{ test: { secret: sk-test-0123456789abcdef },
    search: { certificate: { san: "${spiffe}" } },
    pinned: { certificate: { fingerprint: "${fingerprintOf(pinned)}" } },
    batch: { certificate: { subject: "O=Example, OU=prod, CN=batch" } },
    off: { disabled: true, certificate: { san: off.example.com } },
    both: { secret: ${both}, certificate: { san: SEARCH.example.com } } }`;
  const listen = '{ address: "127.0.0.1:0", tls: { self_signed: true, client_ca: clients.pem } }';
  const served = await serve(t, liveText({ listen, keys }), { files: { 'clients.pem': authority.ca } });
  const nobody = caller(t, served);
  assert.equal(await nobody(null), 401);
  assert.equal(await nobody('sk-test-0123456789abcdef'), 200);
  assert.equal(await nobody(both), 401);
  const service = caller(t, served, mine);
  assert.equal(await service(null), 200);
  assert.equal(await service(both), 200);
  assert.equal(await service('sk-test-0123456789abcdef'), 200);
  assert.equal(await service('sk-wrong-0123456789abcdef'), 401);
  assert.equal(await caller(t, served, pinned)(null), 200);
  assert.equal(await caller(t, served, pinned)(both), 401);
  assert.equal(await caller(t, served, named)(null), 200);
  for (const [pair, why] of [
    [await other.sign({ san: search }), 'of another authority'],
    [await authority.sign({ san: search, endsMs: Date.now() - 1000 }), 'expired'],
    [await authority.sign({ san: [{ type: 'dns', value: 'off.example.com' }] }), 'of a key that is disabled'],
    [await authority.sign({ san: [{ type: 'dns', value: `${spiffe}` }] }), 'with the name as another kind'],
    [await authority.sign({ subject: 'CN=batch,OU=prod,O=Example,C=XX' }), 'with more in its subject'],
    [
      await authority.sign({ subject: 'CN=x\\, URI:spiffe://example.com/ns/prod/sa/search' }),
      'with a name inside a name',
    ],
  ] as const) {
    assert.equal(await caller(t, served, pair)(null), 401, why);
  }
  const reasons = () => served.logs.flatMap(({ reason }) => (typeof reason === 'string' ? reason : []));
  for (const reason of [
    /needs its certificate as well, which did not come/,
    /which is another one than that/,
    /and it is not trusted \([A-Z_]+\)/,
    /leads to no key by itself/,
  ]) {
    await until(() => reasons().some((line) => reason.test(line)), `${reason} is in the log`);
  }
});

test('where certificates are required nobody connects without one', async (t) => {
  const authority = await TestAuthority.make();
  const other = await TestAuthority.make('CN=others');
  const listen =
    '{ address: "127.0.0.1:0", tls: { self_signed: true, client_ca: clients.pem, client_auth: required } }';
  const served = await serve(t, liveText({ listen }), { files: { 'clients.pem': authority.ca } });
  const key = 'sk-test-0123456789abcdef';
  assert.equal(await caller(t, served, await authority.sign())(key), 200);
  assert.notEqual(await caller(t, served)(key), 200);
  assert.notEqual(await caller(t, served, await other.sign())(key), 200);
});

test('a reload takes another authority and another key without a dropped connection', async (t) => {
  const old = await TestAuthority.make('CN=old');
  const fresh = await TestAuthority.make('CN=fresh');
  const listen = '{ address: "127.0.0.1:0", tls: { self_signed: true, client_ca: clients.pem } }';
  const text = (keys: string) =>
    liveText({ listen, keys: `{ test: { secret: sk-test-0123456789abcdef }, ${keys} }` });
  const known = `search: { certificate: { san: "${spiffe}" } }`;
  const served = await serve(t, text(known), { files: { 'clients.pem': old.ca } });
  const before = caller(t, served, await old.sign({ san: search }), true);
  assert.equal(await before(null), 200);

  await served.save(old.ca + fresh.ca, 'clients.pem');
  await served.reloaded('applied');
  const after = caller(t, served, await fresh.sign({ san: search }), true);
  assert.equal(await before(null), 200);
  assert.equal(await after(null), 200);

  await served.save(fresh.ca, 'clients.pem');
  await served.reloaded('applied');
  assert.equal(await before(null), 401);
  assert.equal(await before('sk-test-0123456789abcdef'), 200, 'the connection is as it was');
  assert.equal(await after(null), 200);

  await served.save(text('none: { certificate: { san: none.example.com } }'));
  await served.reloaded('applied');
  assert.equal(await after(null), 401);
  assert.equal(await after('sk-test-0123456789abcdef'), 200);
});

test('a reload begins and ceases to ask for certificates', async (t) => {
  const authority = await TestAuthority.make();
  const port = await freePort();
  const text = (more: string) =>
    liveText({
      listen: `{ address: "127.0.0.1:${port}", tls: { self_signed: true${more} } }`,
      keys: `{ test: { secret: sk-test-0123456789abcdef }, search: { certificate: { san: "${spiffe}" } } }`,
    });
  const served = await serve(t, text(''), { files: { 'clients.pem': authority.ca } });
  const pair = await authority.sign({ san: search });
  assert.equal(await caller(t, served, pair)(null), 401);
  await served.save(text(', client_ca: clients.pem'));
  await served.reloaded('applied');
  assert.equal(await caller(t, served, pair)(null), 200);
  await served.save(text(''));
  await served.reloaded('applied');
  assert.equal(await caller(t, served, pair)(null), 401);
});

test('a token that is bound to a certificate is good with that one alone', async (t) => {
  const issuer = await TestIssuer.start(t);
  const authority = await TestAuthority.make();
  const mine = await authority.sign();
  const dir = scratchFolder(t);
  writeFileSync(join(dir, 'clients.pem'), authority.ca);
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({
      listen: `{ address: "127.0.0.1:0", tls: { self_signed: true, client_ca: "${join(dir, 'clients.pem')}" } }`,
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ first: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      keys: '{ service: {} }',
      more: `identity: { issuers: { main: { issuer: "${issuer.url}", audience: "${audience}", rules: [ { when: {}, key: service } ] } } }`,
    }),
  );
  const thumbprint = createHash('sha256').update(new X509Certificate(mine.cert).raw).digest('base64url');
  const token = await issuer.token({ cnf: { 'x5t#S256': thumbprint } });
  assert.equal(await caller(t, gateway, mine)(token), 200);
  assert.equal(await caller(t, gateway)(token), 401);
  assert.equal(await caller(t, gateway, await authority.sign())(token), 401);
  assert.equal(await caller(t, gateway, mine)(token), 200);
});

test('a balancer sends the certificate in the header that the file names, and nobody else can', async (t) => {
  const authority = await TestAuthority.make();
  const mine = await authority.sign({ san: search });
  const backend = await startBackend(t, json(completion('hi')));
  const start = (tls: string) =>
    startGateway(
      t,
      configText({
        listen: `{ address: "127.0.0.1:0", tls: ${tls} }`,
        backends: `{ main: { url: "${backend.url}" } }`,
        models: '{ first: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
        keys: `{ search: { certificate: { san: "${spiffe}" } }, test: { secret: sk-test-0123456789abcdef } }`,
      }),
    );
  const behind = await start('{ terminated_by: [127.0.0.1], client_certificate_header: X-Client-Cert }');
  const status = async (
    headers: Readonly<Record<string, string>>,
    port = behind.gateway.address.port,
    key?: string,
  ) => {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(hello),
      headers: {
        'content-type': 'application/json',
        'x-forwarded-proto': 'https',
        ...(key && { authorization: `Bearer ${key}` }),
        ...headers,
      },
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  const der = `:${new X509Certificate(mine.cert).raw.toString('base64')}:`;
  assert.equal(await status({ 'x-client-cert': der }), 200);
  assert.equal(await status({ 'x-client-cert': encodeURIComponent(mine.cert) }), 200);
  assert.equal(await status({ 'x-client-cert': encodeURI(mine.cert) }), 200);
  const expired = await authority.sign({ san: search, endsMs: Date.now() - 1000 });
  for (const header of [
    '',
    'x',
    '%',
    `${der},${der}`,
    der.slice(1),
    encodeURIComponent(mine.cert + mine.cert),
    encodeURIComponent(expired.cert),
  ]) {
    assert.equal(await status({ 'x-client-cert': header }), 401, header.slice(0, 20));
  }
  assert.equal(await status({ 'client-cert': der }), 401);
  assert.equal(
    await status({ 'x-client-cert': der, 'client-cert': der }, undefined, 'sk-test-0123456789abcdef'),
    200,
  );
  const sent = Object.keys(backend.seen.at(-1)!.headers);
  assert.ok(!sent.some((name) => name.includes('cert')), sent.join());
  const unnamed = await start('{ terminated_by: [127.0.0.1] }');
  assert.equal(await status({ 'x-client-cert': der }, unnamed.gateway.address.port), 401);
});
