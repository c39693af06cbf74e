import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inspectConfig } from '../../src/check/lints/inspect.ts';
import { ModelNames } from '../../src/check/lints/model-names.ts';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { type CertificateFault, certificateFaults } from '../../src/config/certificates.ts';
import { loadConfig } from '../../src/config/load.ts';
import { temporaryFile, temporaryFolder } from '../config/fixtures.ts';
import { writeCertificate } from './certificate.ts';

const head = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
`;
const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Codes with the paths that they are told of. */
async function findings(
  text: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { config, problems } = await loadInspected('-', { text: head + text, env, requireSecrets: true });
  assert.ok(config, JSON.stringify(problems));
  return problems.map(({ code, path }) => `${code} ${path}`);
}

const backends = 'backends: { a: { simulator: {} }, b: { simulator: {} } }\n';

test('a capability that another deployment has everywhere is no trap, and one on completions alone is none', async () => {
  const models = (endpoints: string) => `models:
  m:
    deployments:
      - { backend: a, endpoints: { chat_completions: [vision], responses: [], completions: [streaming] } }
      - { backend: b, endpoints: ${endpoints} }
`;
  const trapped = await findings(backends + models('{ messages: [vision, tool_choice] }'));
  assert.deepEqual(trapped, []);
  assert.deepEqual(
    await findings(backends + models('{ chat_completions: [], messages: [vision, tool_choice] }')),
    [
      'GW1804 models.m.deployments[0].endpoints.chat_completions[0]',
      'GW1804 models.m.deployments[1].endpoints.messages[1]',
    ],
  );
  const called = `routing: { generic_tags: called_endpoint }\n${backends}${models('{ chat_completions: [], messages: [vision, tool_choice] }')}`;
  assert.deepEqual(await findings(called), []);
});

const two = `models:
  m: { deployments: [{ backend: a, endpoints: { chat_completions: [] } }] }
  n: { deployments: [{ backend: b, endpoints: { messages: [] } }] }
`;

test('rules and groups that nobody names are told with the keys of a keys_file, where it can be read', async (t) => {
  const limits = `rate_limits: { used: { requests: 1/s }, idle: { requests: 1/s } }
groups: { team: { rate_limit: used }, alone: { models: ["*"] } }
`;
  const said = async (keysFile: string, more = '') =>
    (await findings(`${backends}${two}${limits}${more}keys_file: ${JSON.stringify(keysFile)}\n`)).filter(
      (one) => /rate_limits|groups/.test(one),
    );
  const named = await temporaryFile(t, 'keys.yaml', `keys: { k: { hash: "${hash('k')}", group: team } }\n`);
  assert.deepEqual(await said(named), ['GW1811 rate_limits.idle', 'GW1819 groups.alone']);
  const all = `{ a: { hash: "${hash('a')}", group: team }, b: { hash: "${hash('b')}", group: alone, rate_limit: idle } }`;
  assert.deepEqual(await said(await temporaryFile(t, 'keys.yaml', `keys: ${all}\n`)), []);
  // A file without keys is one that keys will come to, and what can't be read says nothing.
  const own = `keys: { own: { hash: "${hash('own')}" } }\n`;
  assert.deepEqual(await said(await temporaryFile(t, 'keys.yaml', 'keys: {}\n'), own), []);
  const text = `${head}${backends}${two}${limits}${own}keys_file: "\${NO_SUCH_PLACE}"\n`;
  const { config, problems } = await loadInspected('-', { text, env: {}, requireSecrets: false });
  assert.ok(config);
  assert.deepEqual(
    problems.filter(({ path }) => /rate_limits|groups/.test(path)),
    [],
  );
});

test('with a keys_file, or without any key, nothing is out of reach: keys come later', async (t) => {
  const folder = await temporaryFolder(t);
  const keys = `keys:\n  k: { hash: "${hash('k')}", models: [m] }\n`;
  assert.deepEqual(await findings(backends + two), []);
  assert.deepEqual(await findings(backends + two + keys), ['GW1802 models.n']);
  const { writeFile } = await import('node:fs/promises');
  await writeFile(join(folder, 'more.yaml'), 'keys: {}\n', { mode: 0o640 });
  const text = `${backends}${two}${keys}keys_file: ${join(folder, 'more.yaml')}\n`;
  assert.deepEqual(await findings(text), []);
});

test('a disabled or expired key still counts as one that can reach a model', async () => {
  const keys = `keys:\n  k: { hash: "${hash('k')}", disabled: true, expires: 2020-01-01 }\n`;
  assert.deepEqual(await findings(backends + two + keys), []);
});

test('a key in the keys_file is pointed at there', async (t) => {
  const folder = await temporaryFolder(t);
  const { writeFile } = await import('node:fs/promises');
  await writeFile(join(folder, 'keys.yaml'), `keys:\n  k: { hash: "${hash('k')}", models: ["x*"] }\n`, {
    mode: 0o640,
  });
  const text = `${head}${backends}${two}keys_file: ${join(folder, 'keys.yaml')}\n`;
  const { problems } = await loadInspected('-', { text, env: {}, requireSecrets: true });
  assert.deepEqual(
    problems.map(({ code, file, line }) => [code, file, line]),
    [['GW1805', join(folder, 'keys.yaml'), 2]],
  );
});

test('base URLs that vendors document are no finding', async () => {
  for (const url of [
    'https://api.openai.com/v1',
    'https://example.openai.azure.com/openai/v1/',
    'https://api.groq.com/openai/v1',
    'https://api.fireworks.ai/inference/v1',
    'https://openrouter.ai/api/v1',
    'https://gateway.example.com/v2/team',
    'https://example.com/dev1',
  ]) {
    const text = `backends: { a: { url: "${url}", auth: { bearer: "\${KEY}" } } }\nmodels: { m: { deployments: [{ backend: a, endpoints: { chat_completions: [] } }] } }\n`;
    assert.deepEqual(await findings(text, { KEY: 'value-of-the-key' }), [], url);
  }
});

test('the dated paths of Azure are mended by one hint, whatever a deployment serves', async () => {
  const load = async (more: string) => {
    const text = `${head}backends: { a: { url: "https://x.openai.azure.com/openai/deployments/gpt-4o", auth: { header: api-key, value: "\${KEY}" }${more} } }\nmodels: { m: { deployments: [{ backend: a, endpoints: { chat_completions: [], embeddings: [], responses: [] } }] } }\n`;
    const { problems } = await loadInspected('-', {
      text,
      env: { KEY: 'value-of-the-key' },
      requireSecrets: true,
    });
    return problems.map(({ hint = '' }) => hint);
  };
  const [hint, ...others] = await load('');
  assert.deepEqual(others, []);
  const written = [...hint!.matchAll(/`(\w+: .*?)`/g)].map(([, field]) => `, ${field}`);
  assert.match(written[0]!, /responses: \/openai\/responses/);
  assert.deepEqual(await load(written.join('')), []);
});

test('a certificate is told of when little of its time is left, by its own measure', async (t) => {
  const folder = await temporaryFolder(t);
  const dayMs = 86_400_000;
  const now = Date.now();
  await writeCertificate(folder, 'own', now + 100 * dayMs);
  const [cert, key] = await Promise.all(
    ['own.crt', 'own.key'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const names = (at: number) =>
    certificateFaults(cert ?? '', key ?? '', at).map(({ name }: CertificateFault) => name);
  assert.deepEqual(names(now), []);
  assert.deepEqual(names(now + 85 * dayMs), []);
  assert.deepEqual(names(now + 87 * dayMs), ['certificate_expires_soon']);
  assert.deepEqual(names(now + 101 * dayMs), ['certificate_expired']);
});

test('patterns match as they do for keys, however many names there are', () => {
  const names = new ModelNames(['a', 'ab', 'abc', 'b/c', 'x:y']);
  assert.deepEqual(names.matching('ab'), ['ab']);
  assert.deepEqual(names.matching('ab*'), ['ab', 'abc']);
  assert.deepEqual(names.matching('*c'), ['abc', 'b/c']);
  assert.deepEqual(names.matching('*'), ['a', 'ab', 'abc', 'b/c', 'x:y']);
  assert.deepEqual(names.matching('z*'), []);
});

test('two thousand models and twenty-two thousand keys are looked at in well under a second', async (t) => {
  const lines = [head, backends, 'models:'];
  for (let index = 0; index < 2000; index += 1) {
    lines.push(`  m${index}:`, `    fallbacks: [m${(index + 1) % 2000}]`, '    deployments:');
    for (const name of ['a', 'b', 'c']) {
      const backend = name === 'c' ? 'a' : name;
      lines.push(`      - { backend: ${backend}, id: ${name}, endpoints: { chat_completions: [vision] } }`);
    }
  }
  const keys = Array.from({ length: 22_000 }, (_, index) => [
    `k${index}`,
    { hash: hash(String(index)), models: [`m${index % 2000}*`, `x${index}-*`] },
  ]);
  // JSON, which is read much sooner than YAML.
  const file = await temporaryFile(t, 'gateway.yaml', [...lines, 'keys_file: keys.json', ''].join('\n'));
  await writeFile(join(dirname(file), 'keys.json'), JSON.stringify({ keys: Object.fromEntries(keys) }), {
    mode: 0o640,
  });
  const { config } = await loadConfig(file, { env: {}, requireSecrets: true });
  assert.equal(config?.keys.size, 22_000);
  let said = 0;
  const say = () => {
    said += 1;
  };
  const found = {
    now: Date.now(),
    prices: { catalogue: undefined, maxAgeMs: 0 },
    has: () => false,
    isAbsent: () => false,
    itemPath: () => [],
    atValue: say,
    atKey: say,
  };
  const before = process.cpuUsage();
  inspectConfig(config, found);
  const { user, system } = process.cpuUsage(before);
  assert.ok(said > 0);
  assert.ok((user + system) / 1e6 < 1, `${(user + system) / 1e6} s`);
});

test('an endpoint of the file that no deployment serves, or that no key may call, is told', async () => {
  const text = (served: string, granted: string) => `${backends}
endpoints: { ocr: { path: /v1/ocr }, jobs: { path: "/v1/jobs/{id}", methods: [GET], model: { in: none }, backends: [a] } }
stateful: { ids: signed, endpoints: [files, responses], default: { files: a } }
models: { m: { deployments: [{ backend: a, endpoints: { chat_completions: [], responses: []${served} } }, { backend: b, priority: 1, endpoints: { responses: [] } }] } }
keys: { k: { hash: "${hash('k')}"${granted} } }
`;
  const told = async (served: string, granted: string) =>
    (await findings(text(served, granted))).filter((one) => one.startsWith('GW1872'));
  assert.deepEqual(await told('', ''), [
    'GW1872 endpoints.ocr',
    'GW1872 endpoints.jobs',
    'GW1872 stateful.endpoints[0]',
  ]);
  assert.deepEqual(await told(', ocr: []', ', endpoints: [all]'), ['GW1872 endpoints.jobs']);
  assert.deepEqual(await told(', ocr: []', ', endpoints: [all, jobs]'), []);
  const none = text(', ocr: []', '').replace(/^keys:.*$/m, '');
  assert.deepEqual(
    (await findings(none)).filter((one) => one.startsWith('GW1872')),
    [],
  );
});

test('servers of tools are told of as backends are: their address, their credential, their time limits', async () => {
  const servers = `mcp:
  servers:
    self: { url: "http://127.0.0.1:8443/mcp", private: true }
    short: { url: "https://tools.example.com/mcp", auth: { bearer: "\${TOKEN}" } }
    bare: { url: "https://bedrock-mantle.us-east-1.api.aws/mcp" }
    patient: { url: "https://more.example.com/mcp", timeouts: { idle: 5m, total: 1m } }
keys: { k: { hash: "${hash('k')}", tools: ["*"] } }
`;
  const told = await findings(backends + two + servers, { TOKEN: 'ya29.a0AfH6SMBx' });
  assert.deepEqual(
    told.filter((line) => line.includes('mcp')),
    [
      'GW1818 mcp.servers.self.url',
      'GW1840 mcp.servers.short.auth.bearer',
      'GW1815 mcp.servers.bare.url',
      'GW1814 mcp.servers.patient.timeouts.idle',
    ],
  );
});
