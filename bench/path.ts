/**
 * The files and functions on the path of one whole chat completion, by coverage: `npm run bench:path`. Work at the
 * loading of modules does not count, nor does work by the clock while no request runs.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../src/config/load.ts';
import { startGateway } from '../src/embedded/embedded-gateway.ts';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const secret = 'sk-path-0123456789';
const dir = mkdtempSync(join(tmpdir(), 'gateway-path-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));

const backend = createServer((asked, answer) => {
  asked.resume().on('end', () => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        model: 'a',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
      }),
    );
  });
}).listen(0, '127.0.0.1');
await once(backend, 'listening');
const upstream = (backend.address() as AddressInfo).port;

const text = `
version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
log: { file: ${JSON.stringify(join(dir, 'log'))} }
state: { dir: ${JSON.stringify(dir)} }
backends: { one: { url: "http://127.0.0.1:${upstream}", auth: { bearer: ${secret} } } }
models:
  a:
    deployments:
      - { backend: one, price: { input: 1, output: 2 }, capabilities: [streaming], endpoints: { chat_completions: [vision] } }
rate_limits: { busy: { requests: 1000000/min, tokens: 1000000000/min, concurrency: 100 } }
keys: { path: { secret: ${secret}, rate_limit: busy } }
`;
const { config, problems } = await loadConfig('path.yaml', { text, requireSecrets: true });
if (config === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
const gateway = await startGateway(config);
const ca = readFileSync(gateway.caFile!, 'utf8');

async function ask(): Promise<void> {
  const asked = request({
    host: '127.0.0.1',
    port: gateway.address.port,
    path: '/v1/chat/completions',
    method: 'POST',
    ca,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  });
  asked.end(JSON.stringify({ model: 'a', messages: [{ role: 'user', content: 'Hello' }] }));
  const [answer] = await once(asked, 'response');
  await answer.resume().toArray();
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
}

const inspector = new Session();
inspector.connect();
await inspector.post('Profiler.enable');
for (let warm = 0; warm < 20; warm += 1) await ask();
await sleep(1500);
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await inspector.post('Profiler.takePreciseCoverage');
await ask();
const { result } = await inspector.post('Profiler.takePreciseCoverage');
const files = new Map<string, number>();
for (const { url, functions } of result) {
  const path = url.startsWith('file:') ? fileURLToPath(url.split('?')[0]!) : url;
  if (!path.startsWith(src)) continue;
  // The rest of a loaded module has no name and counts once.
  const called = functions.filter(({ ranges, functionName }) => functionName !== '' && ranges[0]!.count > 0);
  if (called.length > 0) files.set(relative(src, path), called.length);
}
for (const [file, functions] of [...files].sort()) console.log(`${String(functions).padStart(4)} ${file}`);
const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
console.log(`${files.size} files, ${functions} functions`);
await gateway.stop();
backend.close();
process.exit(0);
