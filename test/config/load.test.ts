import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type LoadOptions, loadConfig } from '../../src/config/load.ts';
import { formatProblems } from '../../src/config/problems.ts';
import { staticValue } from '../helpers/static-value.ts';
import { copyFixtures, minimal, temporaryFile, temporaryFolder } from './fixtures.ts';

const strict: LoadOptions = { env: {}, requireSecrets: true };
const lenient: LoadOptions = { env: {}, requireSecrets: false };
const load = (text: string, options: LoadOptions = strict) => loadConfig('-', { ...options, text });

test('a small file comes out complete, with the defaults of the schema', async () => {
  const { config, problems } = await load(minimal, {
    env: { STATE_DIRECTORY: '/var/lib/gateway:/other' },
    requireSecrets: true,
  });
  assert.deepEqual(problems, []);
  assert.ok(config);
  const { revision, ...rest } = config;
  assert.match(revision, /^[0-9a-f]{12}$/);
  assert.deepEqual(rest.listen, {
    address: { host: '127.0.0.1', port: 8443 },
    tls: { kind: 'self_signed' },
    clientCertificates: undefined,
    maxBodyBytes: 32 * 1024 * 1024,
    maxBufferedBytes: 512 * 1024 * 1024,
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 30_000,
    minBodyRate: 1024,
    keepAliveMs: 65_000,
    maxConnections: 10_000,
    heartbeatMs: undefined,
    origins: [],
    ownHeartbeatMs: 30_000,
    drainMs: 25_000,
    drainDelayMs: 0,
    healthPath: undefined,
  });
  assert.equal(rest.admin, undefined);
  assert.deepEqual(rest.log, { level: 'info', file: undefined, sample: 1, clientIp: 'full', exclude: [] });
  assert.deepEqual(rest.routing, {
    genericTags: 'every_endpoint',
    maxAttempts: 3,
    infer: 'prefer',
    circuit: { failures: 5, windowMs: 30_000, openMs: 10_000, maxOpenMs: 120_000 },
  });
  assert.deepEqual(rest.state, { dir: '/var/lib/gateway', keepsUsage: false, redis: undefined });
  assert.deepEqual(
    [...rest.models.values()],
    [
      {
        id: 'fast',
        at: { file: '<stdin>', line: 6, column: 3 },
        ownedBy: 'gateway',
        displayName: undefined,
        codex: undefined,
        sessionFrom: [
          'x-session-id',
          'x-claude-code-session-id',
          'session-id',
          'thread-id',
          'prompt_cache_key',
        ],
        spill: undefined,
        description: undefined,
        created: 0,
        balance: 'least_busy',
        queue: undefined,
        fallbacks: [],
        mirror: undefined,
        deployments: [
          {
            name: 'local',
            at: { file: '<stdin>', line: 8, column: 9 },
            model: 'fast',
            backend: 'local',
            upstreamModel: 'fast',
            limits: undefined,
            priority: 0,
            weight: 1,
            disabled: false,
            catalogue: undefined,
            price: undefined,
            endpoints: { chat_completions: ['streaming'] },
            relays: undefined,
            translations: undefined,
            accepts: undefined,
          },
        ],
      },
    ],
  );
});

test('a configuration is frozen all the way down and can be sent to another process', async (t) => {
  const folder = await copyFixtures(t);
  const env = { OPENAI_API_KEY: 'one', SET: 'two' };
  const { config } = await loadConfig(join(folder, 'good/most-fields.yaml'), { env, requireSecrets: true });
  assert.ok(config);
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    assert.ok(Object.isFrozen(value));
    for (const item of value instanceof Map ? value.values() : Object.values(value)) walk(item);
  };
  walk(config);
  assert.deepEqual(structuredClone(config), config);
});

test('the base URL may end in /v1 or not, and a path of the file replaces the whole path', async () => {
  for (const [url, path] of [
    ['https://a.example', '/v1/messages'],
    ['https://a.example/', '/v1/messages'],
    ['https://a.example/v1', '/v1/messages'],
    ['https://a.example/v1/', '/v1/messages'],
    ['https://a.example/openai/v1', '/openai/v1/messages'],
    ['https://a.example/openai', '/openai/v1/messages'],
    ['https://a.example/dev1', '/dev1/v1/messages'],
  ]) {
    const { config } = await load(
      minimal.replace('{ simulator: {} }', `{ url: "${url}", paths: { responses: /x } }`),
    );
    assert.equal(config?.backends.get('local')?.paths.messages, path, url);
    assert.equal(config?.backends.get('local')?.paths.responses, '/x');
  }
});

test('references are replaced inside values only, and what is written $${ stays', async () => {
  const env = { HOST: 'a.example', INJECT: '"}, evil: { url: "https://evil.example' };
  const backends = (url: string) =>
    minimal.replace(
      '{ simulator: {} }',
      () => `{ url: "${url}", headers: { x-literal: "$\${HOST} costs $5" } }`,
    );
  const { config } = await load(backends('https://${HOST}:${PORT:-8443}/${EMPTY:-}'), {
    env,
    requireSecrets: true,
  });
  const backend = config?.backends.get('local');
  assert.deepEqual(backend?.address, { kind: 'url', protocol: 'https:', hostname: 'a.example', port: 8443 });
  assert.equal(backend?.headers['x-literal'], '${HOST} costs $5');
  const injected = await load(backends('https://${INJECT}'), { env, requireSecrets: true });
  assert.equal(injected.config, undefined);
  assert.deepEqual(
    injected.problems.map(({ code }) => code),
    ['GW1406'],
  );
});

test('a secret file is trimmed at its end, and its path counts from the file that names it', async (t) => {
  const folder = await copyFixtures(t);
  const { config, problems, sources } = await loadConfig(join(folder, 'good/files.yaml'), {
    env: { ADMIN_TOKEN: '0123456789abcdef' },
    requireSecrets: true,
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(config?.backends.get('internal')?.credential, {
    kind: 'static',
    header: 'x-api-key',
    value: 'Token a-token-from-a-file',
  });
  const read = ['good/files.yaml', 'keys/keys.yaml', 'secrets/token', 'tls/server.crt', 'tls/server.key'];
  assert.deepEqual(
    [...sources].sort(),
    read.map((name) => join(folder, name)),
  );
  assert.deepEqual(config?.sources, sources);
});

test('the revision changes with the content of any file that was read, and with nothing else', async (t) => {
  const folder = await copyFixtures(t);
  const revision = async () => {
    const options = { env: { ADMIN_TOKEN: '0123456789abcdef' }, requireSecrets: true };
    return (await loadConfig(join(folder, 'good/files.yaml'), options)).config?.revision;
  };
  const first = await revision();
  assert.equal(await revision(), first);
  await writeFile(join(folder, 'secrets/token'), 'another\n');
  const second = await revision();
  assert.notEqual(second, first);
  await writeFile(join(folder, 'keys/keys.yaml'), 'keys: {}\n');
  assert.notEqual(await revision(), second);
});

test('without its secrets a file still comes out, with notes and with values that cannot be secrets', async (t) => {
  const text = `${minimal.replace('{ simulator: {} }', '{ url: "https://a.example", auth: { bearer: "${NOPE}" }, tls: { ca: nowhere.pem } }')}
keys:
  a: { secret: "\${file:nowhere}" }
  b: { secret: "\${NOPE}" }
`;
  const file = await temporaryFile(t, 'gateway.yaml', text);
  const checked = await loadConfig(file, lenient);
  assert.deepEqual(
    checked.problems.map(({ severity }) => severity),
    ['note', 'note', 'note', 'note'],
  );
  assert.equal(staticValue(checked.config?.backends.get('local')), 'Bearer <unset NOPE>');
  assert.equal(checked.config?.backends.get('local')?.tls.ca, '');
  assert.deepEqual(
    [...(checked.config?.keys.values() ?? [])].map(({ hashes }) => hashes),
    [[], []],
  );
  assert.ok(checked.sources.includes(join(dirname(file), 'nowhere.pem')), 'a reload can wait for the file');
  const served = await loadConfig(file, strict);
  assert.equal(served.config, undefined);
  assert.deepEqual(
    served.problems.map(({ severity }) => severity),
    ['error', 'error', 'error', 'error'],
  );
});

test('a secret is digested when it is read and is nowhere in the configuration', async () => {
  const text = `${minimal}keys:\n  a: { secret: "\${KEY}" }\n`;
  const { config } = await load(text, { env: { KEY: 'sk-something-secret' }, requireSecrets: true });
  const hash = createHash('sha256').update('sk-something-secret').digest('hex');
  assert.deepEqual(config?.keys.get('a')?.hashes, [hash]);
  assert.ok(!JSON.stringify([...(config?.keys ?? [])]).includes('sk-something-secret'));
});

test('problems of every section come out in one run, in the order of the file', async () => {
  const { config, problems } = await load(`version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true }, keep_alive: 5, max_body: 1M }
backends:
  a: { url: "https://a.example", aut: { bearer: x } }
  b: { url: ftp://b.example }
  c: 5
models:
  m:
    fallbacks: [n]
    deployments:
      - { backend: d, endpoints: { messages: [visoin] } }
      - { backend: c, endpoints: { mesages: [] } }
      - { endpoints: { messages: [] } }
keys:
  k: { hash: nonsense, models: [o], expires: 2027-02-30 }
tests:
  - { name: t, request: { endpoint: messages, model: m, key: q }, expect: { deployment: m/z } }
wrokers: 3
`);
  assert.equal(config, undefined);
  assert.deepEqual(
    problems.map(({ line, code }) => `${line} ${code}`),
    [
      '2 GW1204',
      '2 GW1205',
      '4 GW1201',
      '5 GW1406',
      '6 GW1204',
      '9 GW1302',
      '11 GW1301',
      '11 GW1304',
      '12 GW1201',
      '13 GW1203',
      '15 GW1205',
      '15 GW1302',
      '15 GW1403',
      '17 GW1303',
      '17 GW1305',
      '18 GW1201',
    ],
  );
});

test('more than fifty problems are counted, not listed', async () => {
  const { problems } = await load(
    `${minimal}${Array.from({ length: 60 }, (_, index) => `field_${index}: 1\n`).join('')}`,
  );
  assert.equal(problems.length, 60);
  const text = formatProblems(problems);
  assert.equal(text.match(/GW1201/g)?.length, 50);
  assert.ok(text.endsWith('... and 10 more problems'));
});

test('files that cannot be read are named, and looked for again by a reload', async (t) => {
  const folder = await temporaryFolder(t);
  const missing = join(folder, 'gateway.yaml');
  const absent = await loadConfig(missing, lenient);
  assert.deepEqual(
    absent.problems.map(({ file, line, message }) => ({ file, line, message })),
    [{ file: missing, line: 1, message: 'the file does not exist' }],
  );
  assert.deepEqual(absent.sources, [missing]);
  await mkdir(missing);
  assert.match((await loadConfig(missing, lenient)).problems[0]?.message ?? '', /is a directory/);
  await rm(missing, { recursive: true });
  await writeFile(missing, '');
  await truncate(missing, 16 * 1024 * 1024 + 1);
  assert.deepEqual(
    (await loadConfig(missing, lenient)).problems.map(({ code, message }) => [code, message]),
    [['GW1002', 'the file is larger than 16 MiB']],
  );
});

test('permissions that let too many in are warnings', async (t) => {
  const folder = await copyFixtures(t);
  await chmod(join(folder, 'good/files.yaml'), 0o646);
  await chmod(join(folder, 'keys/keys.yaml'), 0o642);
  await chmod(join(folder, 'secrets/token'), 0o644);
  await chmod(join(folder, 'tls/server.key'), 0o660);
  const options = { env: { ADMIN_TOKEN: '0123456789abcdef' }, requireSecrets: true };
  const { config, problems } = await loadConfig(join(folder, 'good/files.yaml'), options);
  assert.ok(config);
  assert.deepEqual(problems.map(({ code, severity, path }) => `${code} ${severity} ${path}`).sort(), [
    'GW1005 warning ',
    'GW1005 warning ',
    'GW1506 warning admin.tls.key',
    'GW1506 warning backends.internal.auth.value',
    'GW1506 warning backends.internal.tls.key',
    'GW1506 warning listen.tls.key',
  ]);
});

test('merge keys: what stands in the map wins, then the earlier of several sources', async () => {
  const { config, problems } = await load(
    `${minimal}x-a: &a { owned_by: a, created: 1 }
x-b: &b { owned_by: b, created: 2, fallbacks: [fast] }
`
      .replace(
        '  fast:',
        '  slow:\n    <<: [*a, *b]\n    owned_by: own\n    deployments: [{ backend: local, endpoints: { messages: [] } }]\n  fast:',
      )
      .replace(/^(version.*\n)([\s\S]*?)(x-a[\s\S]*)$/, '$1$3$2'),
  );
  assert.deepEqual(problems, []);
  const { ownedBy, created, fallbacks } = config?.models.get('slow') ?? {};
  assert.deepEqual({ ownedBy, created, fallbacks }, { ownedBy: 'own', created: 1, fallbacks: ['fast'] });
});

test('a byte order mark at the start and Windows line ends change nothing', async (t) => {
  const file = await temporaryFile(t, 'gateway.yaml', `\ufeff${minimal.replaceAll('\n', '\r\n')}`);
  const { config, problems } = await loadConfig(file, strict);
  assert.deepEqual(problems, []);
  assert.deepEqual(config?.models.get('fast')?.at.line, 6);
});

test('names that JavaScript gives a meaning are names like others', async () => {
  const text = minimal
    .replaceAll(
      'fast:',
      '__proto__:\n    deployments: [{ backend: constructor, endpoints: { messages: [] } }]\n  toString:',
    )
    .replace('local: {', 'constructor: { simulator: {} }\n  local: {');
  const { config, problems } = await load(text);
  assert.deepEqual(problems, []);
  assert.deepEqual([...(config?.models.keys() ?? [])], ['__proto__', 'toString']);
  const unknown = await load(minimal.replace('backend: local', 'backend: hasOwnProperty'));
  assert.deepEqual(
    unknown.problems.map(({ code }) => code),
    ['GW1301'],
  );
});

test('twenty thousand keys in a JSON file load in linear time', async (t) => {
  const keys = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => {
      const hash = `sha256:${createHash('sha256').update(String(index)).digest('hex')}`;
      return [`key-${index}`, { hash, models: ['f*'] }];
    }),
  );
  const file = await temporaryFile(t, 'gateway.yaml', `${minimal}keys_file: keys.json\n`);
  await writeFile(join(dirname(file), 'keys.json'), JSON.stringify({ keys }), { mode: 0o640 });
  const before = process.cpuUsage();
  const { config, problems } = await loadConfig(file, strict);
  const { user, system } = process.cpuUsage(before);
  assert.deepEqual(problems, []);
  assert.equal(config?.keys.size, 20_000);
  assert.ok((user + system) / 1e6 < 5, 'about half a second on an idle core; quadratic would be a minute');
});
