import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');

/** A gateway whose backend frames its answers in two ways, and what comes of one faulty and one sound request. */
const program = `
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { configText, secret } from './test/helpers/gateway.ts';
import { startInside } from './test/helpers/inside.ts';

let asked = 0;
const backend = createServer((socket) => socket.on('error', () => {}).on('data', (bytes) => {
  if (!String(bytes).startsWith('POST')) return;
  asked += 1;
  socket.write('HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: 2\\r\\n' +
    'Transfer-Encoding: chunked\\r\\n\\r\\n2\\r\\n{}\\r\\n0\\r\\n\\r\\n');
})).listen(0, '127.0.0.1');
await once(backend, 'listening');
const ends = [];
const { port } = await startInside({ after: (end) => ends.push(end) }, configText({
  listen: '{ address: "127.0.0.1:0", tls: { terminated_by: [127.0.0.1] } }',
  backends: '{ main: { url: "http://127.0.0.1:' + backend.address().port + '" } }',
  models: '{ fast: { deployments: [{ backend: main, endpoints: { chat_completions: [] } }] } }',
}));

const body = '{"model":"fast","messages":[{"role":"user","content":"hello"}]}';
async function statusOf(framing, sent) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('POST /v1/chat/completions HTTP/1.1\\r\\nHost: gateway\\r\\nX-Forwarded-Proto: https\\r\\nAuthorization: Bearer ' +
    secret + '\\r\\nContent-Type: application/json\\r\\n' + framing + '\\r\\n\\r\\n' + sent);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return Number(String(answer).slice(9, 12));
}
const length = 'Content-Length: ' + body.length;
const chunked = body.length.toString(16) + '\\r\\n' + body + '\\r\\n0\\r\\n\\r\\n';
const smuggled = await statusOf(length + '\\r\\nTransfer-Encoding: chunked', chunked);
const before = asked;
const sound = await statusOf(length, body);
console.log(JSON.stringify({ smuggled, before, sound, after: asked > 0 }));
for (const end of ends) await end();
backend.close();
process.exit(0);
`;

test('a process that is told to parse HTTP leniently still parses it strictly, on both sides', () => {
  const options = ['--insecure-http-parser', '--import', 'tsx', '--input-type=module', '-e', program];
  const told = execFileSync(process.execPath, options, { encoding: 'utf8', cwd: root });
  assert.deepEqual(JSON.parse(told), { smuggled: 400, before: 0, sound: 502, after: true });
});
