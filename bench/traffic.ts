/**
 * Time and memory of `gateway diff --traffic` for a log of a million lines: `npm run bench:traffic`, after
 * `npm run build`. As an argument another number of lines.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayProgram } from '../test/helpers/program.ts';

const lines = Number(process.argv[2] ?? 1_000_000);
const bounds = { seconds: 60, mebibytes: 300 } as const;
const [models, keys, backends] = [200, 1000, 20] as const;

/** With `moved` every tenth model has another first deployment. */
function configText(moved: boolean): string {
  const backend = (at: number) => `b${at % backends}`;
  const endpoints = 'endpoints: { chat_completions: [streaming, vision, function_calling] }';
  return [
    'version: 1',
    'listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }',
    'backends:',
    ...Array.from({ length: backends }, (_, at) => `  b${at}: { simulator: {} }`),
    'models:',
    ...Array.from({ length: models }, (_, at) => {
      const first = moved && at % 10 === 0 ? 2 : 0;
      return `  m${at}: { deployments: [{ backend: ${backend(at + first)}, ${endpoints} }, { backend: ${backend(at + 1)}, priority: 1, ${endpoints} }] }`;
    }),
    'keys:',
    ...Array.from(
      { length: keys },
      (_, at) => `  k${at}: { hash: "sha256:${at.toString(16).padStart(64, '0')}" }`,
    ),
    '',
  ].join('\n');
}

const tagSets = [[], ['vision'], ['streaming'], ['chat_completions:vision', 'streaming'], ['web_search']];

/** Lines as the gateway writes them. Few keys send most of the requests, as it is. */
function logLine(at: number): string {
  const key = Math.floor(keys * ((at * 0.618034) % 1) ** 4);
  const model = (key * 7 + (at % 5)) % models;
  const [tags = [], needs] = [tagSets[at % tagSets.length], at % 3 === 0 ? ['streaming', 'vision'] : []];
  return `${JSON.stringify({
    level: 'info',
    time: new Date(1_795_000_000_000 + at).toISOString(),
    id: `01k${at.toString(36).padStart(12, '0')}`,
    client: `10.0.${at % 250}.${key % 250}`,
    key: `k${key}`,
    method: 'POST',
    host: 'gateway.example.com',
    path: '/v1/chat/completions',
    user_agent: 'OpenAI/Python 2.1.0',
    endpoint: 'chat_completions',
    model: `m${model}`,
    deployment: `m${model}/b${model % backends}`,
    ...(tags.length > 0 && { tags }),
    ...(needs.length > 0 && { needs }),
    stream: true,
    status: 200,
    ms: 812.4,
    first_byte_ms: 211.9,
    input_tokens: 1234,
    output_tokens: 321,
    certainty: 'measured',
    cost_usd: 0.00231,
    attempts: [{ deployment: `m${model}/b${model % backends}`, outcome: 'answered', status: 200, ms: 812.1 }],
    upstream_id: 'chatcmpl-0123456789abcdef',
    msg: 'request',
  })}\n`;
}

async function writeLog(file: string): Promise<void> {
  const stream = createWriteStream(file);
  for (let at = 0; at < lines; at += 1) if (!stream.write(logLine(at))) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

const folder = mkdtempSync(join(tmpdir(), 'gateway-traffic-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const [log, before, after] = ['access.log', 'old.yaml', 'new.yaml'].map((name) => join(folder, name));
writeFileSync(before!, configText(false));
writeFileSync(after!, configText(true));
await writeLog(log!);
console.log(
  `${lines} lines, ${Math.round(statSync(log!).size / 1024 / 1024)} MiB; ${models} models, ${keys} keys`,
);

const begun = performance.now();
const child = spawn(
  process.execPath,
  [gatewayProgram, 'diff', '--format', 'json', '--traffic', log!, before!, after!],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
let out = '';
child.stdout.setEncoding('utf8').on('data', (part: string) => {
  out += part;
});
let peakKiB = 0;
const watch = setInterval(() => {
  const [, kib] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  peakKiB = Math.max(peakKiB, Number(kib ?? 0));
}, 50);
child.once('exit', () => clearInterval(watch));
const [code] = await once(child, 'close');
const seconds = (performance.now() - begun) / 1000;
const mebibytes = peakKiB / 1024;
const report = code === 0 ? JSON.parse(out) : undefined;
console.log(
  `${seconds.toFixed(1)} s (at most ${bounds.seconds}), ${Math.round(mebibytes)} MiB at its peak (at most ${bounds.mebibytes})`,
);
console.log(`${report?.requests} requests compared, ${report?.changed.elsewhere} go elsewhere`);
const isWithin = report?.requests === lines && seconds <= bounds.seconds && mebibytes <= bounds.mebibytes;
process.exitCode = isWithin ? 0 : 1;
