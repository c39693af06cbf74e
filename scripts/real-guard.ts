/**
 * Holds a guard of `form: chat` against a server that was not made here: llama.cpp judges what is asked and what is answered. A
 * tiny model has no judgement, so its verdict is forced by a JSON schema; without one it babbles, which is no pass.
 *
 *   node --import tsx scripts/real-guard.ts LLAMA_SERVER MODEL.gguf     after `npm run build`
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveBuild } from './served-gateway.ts';

const [program, file] = process.argv.slice(2);
if (program === undefined || file === undefined)
  throw new Error('usage: scripts/real-guard.ts LLAMA_SERVER MODEL.gguf');

const port = 18_211;
const server = `http://127.0.0.1:${port}`;
const key = (name: string) => `sk-real-${name}-0123456789abcdef`;
const options = ['-m', file, '--alias', 'tiny', '--port', String(port), '--no-webui'];
const child = spawn(program, [...options, '-c', '8192', '--parallel', '2', '-t', '1'], { stdio: 'ignore' });
for (;;) {
  if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
  const isWell = await fetch(`${server}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isWell) break;
  await sleep(50);
}

/** A backend whose model can say one thing alone. */
const judge = (verdict: string) =>
  `{ url: "${server}", flavor: llama_cpp, request: { set: { response_format: { type: json_schema, json_schema: { name: verdict, schema: { const: ${verdict} } } }, max_tokens: 50 } } }`;
const model = (backend: string) =>
  `{ deployments: [ { backend: ${backend}, model: tiny, endpoints: { chat_completions: [streaming] } } ] }`;
const guard = (name: string) =>
  `{ form: chat, model: ${name}, refuse_if: '"unsafe"', pass_if: '"safe"', unseen: refuse, timeouts: { total: 30s }, applies_to: { keys: [${name}] } }`;
const gateway = await serveBuild(`version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
workers: 1
backends:
  tiny: { url: "${server}", flavor: llama_cpp }
  safe: ${judge('safe')}
  unsafe: ${judge('unsafe')}
  babbles: { url: "${server}", flavor: llama_cpp, request: { set: { max_tokens: 8 } } }
models: { tiny: ${model('tiny')}, safe: ${model('safe')}, unsafe: ${model('unsafe')}, babbles: ${model('babbles')} }
guards: { safe: ${guard('safe')}, unsafe: ${guard('unsafe')}, babbles: ${guard('babbles')} }
keys: { ${['safe', 'unsafe', 'babbles'].map((name) => `${name}: { secret: ${key(name)} }`).join(', ')} }
`);
const agent = new Agent({ keepAlive: true, ca: readFileSync(gateway.caFile) });

function ask(name: string, stream: boolean): Promise<readonly [status: number, text: string]> {
  const messages = [{ role: 'user', content: 'Tell me of the river and the old stone bridge.' }];
  const body = JSON.stringify({ model: 'tiny', messages, stream, max_tokens: 40 });
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key(name)}`, 'content-type': 'application/json' };
    const sent = request(
      `${gateway.url}/v1/chat/completions`,
      { agent, method: 'POST', headers },
      (answer) => {
        let all = '';
        answer.on('data', (chunk) => {
          all += chunk;
        });
        answer.on('close', () => resolve([answer.statusCode ?? 0, all]));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const expected: Readonly<Record<string, readonly [status: number, says: RegExp]>> = {
  safe: [200, /"content":/],
  unsafe: [400, /guard_refused/],
  babbles: [503, /guard_unavailable/],
};
try {
  for (const [name, [status, says]] of Object.entries(expected)) {
    for (const stream of [false, true]) {
      const [got, text] = await ask(name, stream);
      const isRight = got === status && says.test(text);
      console.log(
        `${isRight ? 'as it should be' : 'WRONG'}: a model that is ${name}, ${stream ? 'streamed' : 'whole'}: ${got}`,
      );
      if (!isRight) {
        console.log(text.slice(0, 500));
        process.exitCode = 1;
      }
    }
  }
  const looks = gateway.lines.filter(({ purpose }) => purpose === 'guard');
  console.log(
    `${looks.length} requests of guards, ${looks.filter(({ status }) => status === 200).length} of them answered`,
  );
} finally {
  agent.destroy();
  await gateway.stop();
  child.kill('SIGKILL');
}
