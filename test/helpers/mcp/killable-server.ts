/** A tool server in a process of its own, which a test can kill and start again at its port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../gate.ts';
import { freePort } from '../ports.ts';
import type { Owner } from './servers.ts';

const program = `
const { createServer } = require('node:http');
let holdsLists = false;
const held = [];
process.on('message', (told) => {
  if (told === 'hold lists') holdsLists = true;
  if (told === 'finish') for (const end of held.splice(0)) end();
});
const tool = (name) => ({ name, inputSchema: { type: 'object', properties: {} } });
createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const { id, method, params } = JSON.parse(body);
  const send = (result) => {
    const done = { resultType: 'complete', ttlMs: 0, cacheScope: 'public', ...result };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: done }));
  };
  if (method === 'server/discover')
    return send({ supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } } });
  if (method === 'subscriptions/listen') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const told = { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: {} };
    response.write('data: ' + JSON.stringify(told) + '\\n\\n');
    return process.send('listens');
  }
  if (method === 'tools/list') {
    if (!holdsLists) return send({ tools: [tool('wait'), tool('stream')] });
    return process.send('list');
  }
  const result = { resultType: 'complete', content: [{ type: 'text', text: params.name + ' is done' }] };
  if (params.name === 'wait') held.push(() => send(result));
  else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const progress = { progressToken: params._meta.progressToken, progress: 1 };
    const told = { jsonrpc: '2.0', method: 'notifications/progress', params: progress };
    response.write('data: ' + JSON.stringify(told) + '\\n\\n');
    held.push(() => response.end('data: ' + JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n\\n'));
  }
  process.send('call ' + params.name);
}).listen(Number(process.argv[1]), '127.0.0.1', () => process.send('listening'));
`;

export interface KillableServer {
  readonly url: string;
  /** Everything that its processes told of, in order: `call wait`, `call stream`, `list`, `listens`. */
  readonly told: readonly string[];
  start(): Promise<void>;
  /** Ends it as a machine that fails does. */
  kill(): Promise<void>;
  /** Answers all calls that wait. */
  finish(): void;
  /** From now on it answers no list. */
  holdLists(): void;
  /** Resolves when it has told so often of something. */
  tells(what: string, times: number): Promise<void>;
}

/** A server with the tools `wait` and `stream`, which end when `finish` says so. It is not started yet. */
export async function killableServer(owner: Owner): Promise<KillableServer> {
  const port = await freePort();
  const told: string[] = [];
  let child: ChildProcess | undefined;
  const kill = async () => {
    const ended = child;
    child = undefined;
    if (ended === undefined) return;
    ended.kill('SIGKILL');
    if (ended.exitCode === null && ended.signalCode === null) await once(ended, 'exit');
  };
  owner.after(kill);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    told,
    kill,
    async start() {
      const started = spawn(process.execPath, ['-e', program, String(port)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      child = started;
      let isListening = false;
      started.on('message', (what: string) => {
        if (what === 'listening') isListening = true;
        else told.push(what);
      });
      await until(() => isListening, 'the server listens');
    },
    finish: () => void child?.send('finish'),
    holdLists: () => void child?.send('hold lists'),
    tells: (what, times) =>
      until(() => told.filter((one) => one === what).length >= times, `it tells ${times} times: ${what}`),
  };
}
