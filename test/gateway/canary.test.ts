/**
 * Secrets that stand nowhere else in the world go through every fault there is, with the most talkative log, and are
 * then looked for in everything that the gateway has said to anybody but the backend.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';
import { formatProblems } from '../../src/config/problems.ts';
import { startGateway } from '../../src/embedded/embedded-gateway.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { simulatorFaults, startSimulator } from '../../src/simulator/index.ts';
import { startCollector } from '../helpers/collector.ts';
import { until } from '../helpers/gate.ts';
import { begin, readReply } from '../helpers/gateway.ts';

const canaries = {
  CLIENT_KEY: 'sk-canary-client-5d1f0c9b7e',
  WRONG_KEY: 'sk-canary-wrong-7be2a6f1c4',
  BACKEND_KEY: 'canary-backend-0c44d1a97b',
  BACKEND_HEADER: 'canary-header-9ad41b6c02',
  ADMIN_TOKEN: 'canary-admin-token-e5f7c3',
  READ_TOKEN: 'canary-read-token-18ab4d',
  COLLECTOR_KEY: 'canary-collector-6f2e8a1b',
} as const;
const prompt = 'canary prompt 3c7d52e9f0';

/** Every fault by a name that selects it: `N` becomes a number that makes sense there. */
const models = [
  'healthy',
  'refused',
  ...Object.keys(simulatorFaults).map((name) =>
    name === 'fault-N' || name.startsWith('fault-N-')
      ? name.replace('N', '503').replace('N', '1')
      : name.replace('N', '2'),
  ),
  'fault-401',
  'fault-403',
  'fault-404',
  'fault-429',
];

const timeouts = '{ connect: 500ms, first_byte: 300ms, idle: 300ms, progress: 300ms, total: 900ms }';

function fileText(backendPort: number, collector: string): string {
  return `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: "\${ADMIN_TOKEN}", read_token: "\${READ_TOKEN}" }
log: { level: trace }
tracing: { otlp: "${collector}", headers: { X-Collector-Key: "\${COLLECTOR_KEY}" } }
state: { dir: state }
backends:
  faulty:
    url: http://127.0.0.1:${backendPort}
    auth: { bearer: "\${BACKEND_KEY}" }
    headers: { X-Account: "\${BACKEND_HEADER}" }
    timeouts: ${timeouts}
  nobody: { url: "http://127.0.0.1:1", auth: { bearer: "\${BACKEND_KEY}" }, timeouts: ${timeouts} }
models:
${models.map((id) => `  ${id}: { deployments: [ { backend: ${id === 'refused' ? 'nobody' : 'faulty'}, endpoints: { chat_completions: [streaming], messages: [], responses: [] } } ] }`).join('\n')}
keys:
  team-a: { secret: "\${CLIENT_KEY}", rate_limit: { requests: 100000/min, concurrency: 1000 } }
`;
}

const bodies = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: prompt }] },
  '/v1/messages': { max_tokens: 10, messages: [{ role: 'user', content: prompt }] },
  '/v1/responses': { input: prompt },
} as const;

test('no secret shows in a log line, an answer, a metric, a page or a trace, whatever a backend does', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-canary-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const simulator = await startSimulator({ exclusive: true });
  t.after(() => simulator.close());
  const collector = await startCollector(t);
  const file = join(dir, 'gateway.yaml');
  writeFileSync(file, fileText(simulator.port, collector.url), { mode: 0o600 });
  const { config, problems } = await loadConfig(file, { env: canaries, requireSecrets: true });
  assert.ok(config, formatProblems(problems));

  let logged = '';
  const log = openLog('trace', {
    write(line: string) {
      logged += line;
    },
  });
  const gateway = await startGateway(config, { log });
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await gateway.stop();
    isOpen = false;
  };
  t.after(stop);

  let answered = '';
  const ca = readFileSync(gateway.caFile!, 'utf8');
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  t.after(() => agent.destroy());
  const to = { port: gateway.address.port, ca, agent };
  const send = async (path: string, body: object, key: string, headers: Record<string, string> = {}) => {
    const reply = await readReply(await begin(to, path, { body, key, headers }));
    answered += `${JSON.stringify(reply.headers)}\n${reply.text}\n`;
    return reply.status;
  };
  const requests = models.flatMap((model) =>
    Object.entries(bodies).flatMap(([path, body]) =>
      [false, true].map(
        (stream) => () => send(path, { model, stream, ...body }, canaries.CLIENT_KEY).catch(() => 0),
      ),
    ),
  );
  const seen = new Set<number>();
  const work = async () => {
    for (let next = requests.pop(); next !== undefined; next = requests.pop()) seen.add(await next());
  };
  await Promise.all(Array.from({ length: 32 }, work));
  assert.ok(
    [200, 404, 429, 502, 503, 504].every((status) => seen.has(status)),
    [...seen].join(' '),
  );
  await send('/v1/chat/completions', bodies['/v1/chat/completions'], canaries.WRONG_KEY);
  await send('/v1/messages', bodies['/v1/messages'], canaries.CLIENT_KEY, {
    'x-api-key': canaries.WRONG_KEY,
  });
  await send(`/v1/${canaries.CLIENT_KEY.slice(0, 4)}`, {}, canaries.CLIENT_KEY);

  const admin = `http://127.0.0.1:${gateway.adminAddress!.port}`;
  const ask = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(`${admin}${path}`, { redirect: 'manual', ...options });
    const text = await response.text();
    answered += `${[...response.headers].filter(([name]) => name !== 'set-cookie').join('\n')}\n${text}\n`;
    return response;
  };
  const asPerson = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: admin };
  const signIn = (token: string) =>
    ask('/api/session', { method: 'POST', headers: asPerson, body: JSON.stringify({ token }) });
  await signIn(canaries.WRONG_KEY);
  const signedIn = await signIn(canaries.ADMIN_TOKEN);
  assert.ok(signedIn.ok, String(signedIn.status));
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const session = cookie.slice(cookie.indexOf('=') + 1);
  assert.ok(session.length >= 32);
  await until(async () => {
    const response = await fetch(`${admin}/api/requests`, { headers: { cookie } });
    return ((await response.json()) as { newest: number }).newest > models.length;
  }, 'the requests have arrived');
  const pages = ['/', '/status', '/readyz?verbose', '/metrics', '/dashboard', '/api/session', '/api/gateway'];
  const lists = [
    'overview',
    'models',
    'keys',
    'limits',
    'names',
    'config',
    'reloads',
    'requests',
    'usage',
    'openapi.json',
  ];
  for (const path of [...pages, ...lists.map((name) => `/api/${name}`)])
    await ask(path, { headers: { ...asPerson, cookie } });
  await ask('/metrics', { headers: { authorization: `Bearer ${canaries.READ_TOKEN}` } });
  await ask('/metrics', { headers: { authorization: `Bearer ${canaries.WRONG_KEY}` } });
  await ask(`/api/nothing?token=${canaries.WRONG_KEY.slice(0, 3)}`, { headers: { cookie } });
  await stop();

  const traced = collector.bodies.join('\n');
  assert.ok(traced.includes('gen_ai.request.model'));
  assert.ok(logged.includes('an attempt failed') && logged.includes('"msg":"request"'));
  assert.ok(answered.includes('gateway_requests_total'));
  const digests = Object.values(canaries).map((secret) => createHash('sha256').update(secret).digest('hex'));
  for (const [where, text] of Object.entries({ logged, answered, traced })) {
    for (const secret of [...Object.values(canaries), ...digests, session]) {
      const at = text.indexOf(secret);
      assert.equal(at, -1, `in what was ${where}: ...${text.slice(Math.max(0, at - 200), at + 20)}`);
    }
  }
  for (const [where, text] of Object.entries({ logged, traced })) {
    assert.ok(!text.includes(prompt), `what was asked is in what was ${where}`);
  }
});
