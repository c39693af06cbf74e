/** What operators see of tool servers, and do with them, while the gateway serves with two workers. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { ToolServer as ToolServerState } from '../../../src/admin/contract/tool-servers.ts';
import { gateway as command } from '../../cli/recorder.ts';
import { type Gate, gate, until } from '../../helpers/gate.ts';
import { begin } from '../../helpers/gateway.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { ownerOfFile, readToken, type Served, serve } from '../../helpers/serve.ts';
import {
  modern,
  type Rpc,
  startOlderServer,
  startToolServer,
  type ToolServer,
  tool,
} from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const key = 'sk-operating-0123456789';
const dir = dirOf(owner);
const file = join(dir, 'gateway.yaml');
let good: ToolServer;
let watched: ToolServer;
let watchedOld: ToolServer;
let served: Served;
let slow: Gate;

before(async () => {
  good = await startToolServer(owner, {
    tools: [tool('echo'), tool('slow')],
    prompts: [{ name: 'hello' }],
    instructions: 'Be kind.',
  });
  watched = await startToolServer(owner);
  watchedOld = await startOlderServer(owner);
  slow = gate();
  const echo = good.answers.get('tools/call')!;
  good.answers.set('tools/call', async (params, call) => {
    if (params.name === 'slow') await slow.opened;
    return echo(params, call);
  });
  const health = 'private: true, health: { interval: 100ms }';
  writeFileSync(
    file,
    [
      'version: 1',
      'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
      `admin: { address: "127.0.0.1:${await freePort()}", read_token: ${readToken}, token: live-admin-token-0123 }`,
      'workers: 2',
      'backends: { local: { simulator: {} } }',
      'models: { good: { deployments: [{ id: echo, backend: local, endpoints: { chat_completions: [] } }] } }',
      'routing: { circuit: { failures: 100 } }',
      'mcp:',
      '  servers:',
      `    good: { url: "${good.url}/mcp", private: true, tools: ["echo", "slow"] }`,
      `    watched: { url: "${watched.url}/mcp", ${health} }`,
      `    watched-old: { url: "${watchedOld.url}/mcp", ${health} }`,
      `    nobody: { url: "http://127.0.0.1:${await freePort()}/mcp", private: true }`,
      `keys: { all: { secret: ${key}, tools: ["*"] } }`,
    ].join('\n'),
  );
  served = await serve(owner, '', { file, env: { STATE_DIRECTORY: dir } });
});

const call = (method: string, params: object = {}, path = '/mcp') =>
  served.call(path, { key, ...modern(method, params) });
const callTool = (name: string, path?: string) => call('tools/call', { name, arguments: {} }, path);

/** The names in the lists of so many fresh connections, of which each worker gets some. */
async function listed(path?: string): Promise<readonly string[]> {
  const lists = new Set<string>();
  for (let count = 0; count < 4; count += 1) {
    const { json } = await call('tools/list', {}, path);
    lists.add(json.result.tools.map((one: Rpc) => one.name).join(' '));
  }
  return [...lists];
}

const untilListed = (names: string, path?: string) =>
  until(async () => String(await listed(path)) === names, `both workers list: ${names}`);

async function stateOf(server: string): Promise<ToolServerState> {
  const { tool_servers: all } = await served.status();
  return all.find((one) => one.server === server)!;
}

const metrics = async () => (await served.admin('/metrics')).text;

const all = 'good__echo good__slow watched__echo watched-old__echo';

test('status tells of each server its state, revision, lists, and its last error in words', async () => {
  await untilListed(all);
  await call('prompts/list');
  const { listed: at, ...state } = await stateOf('good');
  assert.match(at!, /^2\d{3}-/);
  assert.deepEqual(state, {
    server: 'good',
    standing: 'well',
    workers_out: 0,
    out: null,
    last_error: null,
    revision: '2026-07-28',
    tools: 2,
    prompts: 1,
    resources: null,
    templates: null,
    held_back: null,
    drained: null,
    drained_tools: [],
  });
  assert.equal((await stateOf('watched-old')).revision, '2025-11-25');
  assert.match((await stateOf('nobody')).last_error!.error, /127\.0\.0\.1|ECONNREFUSED|connect/);
  const { out, exitCode, err } = await command(['status', '--config', file]);
  assert.equal(exitCode, 0, err + out);
  assert.match(out, /^tools +good: available; speaks 2026-07-28; 2 tools, 1 prompt$/m);
  assert.match(out, /^tools +watched-old: available; speaks 2025-11-25; 1 tool$/m);
  assert.match(out, /^tools +nobody: available; the last request failed at \S+: .+; no list kept$/m);
});

test('a drained tool leaves lists and calls at once, and its calls in flight go on', async () => {
  const inFlight = callTool('good__slow');
  await until(() => good.messages.some(({ params }) => params?.name === 'slow'), 'the call is there');
  const { told } = await listening();
  const drained = await command(['drain', 'good/slow', '--config', file]);
  assert.match(drained.out, /^good\/slow is drained since \S+ \(by token\); gateway resume undoes that\n$/);
  await untilListed('good__echo watched__echo watched-old__echo');
  await told;
  for (const [name, path] of [
    ['good__slow', '/mcp'],
    ['slow', '/mcp/good'],
  ] as const) {
    const { status, json } = await callTool(name, path);
    assert.deepEqual([status, json.error.code, json.error.data.code], [200, -32602, 'unknown_tool']);
    assert.match(json.error.message, /There is no such tool here/);
  }
  slow.open();
  assert.equal((await inFlight).json.result.content[0].text, 'slow {}');
  const [one] = (await stateOf('good')).drained_tools;
  assert.deepEqual([one!.tool, one!.by], ['good/slow', 'token']);
  await until(
    () => served.logs.some((line) => line['audit'] === 'tool drained' && line['tool'] === 'good/slow'),
    'the log tells of it',
  );
  assert.match((await command(['status', '--config', file])).out, /^drained +good\/slow \(until/m);
});

test('a name of a deployment and of a tool is refused until somebody says which is meant', async () => {
  const both = await command(['drain', 'good/echo', '--config', file]);
  assert.equal(both.exitCode, 2);
  assert.match(
    both.err,
    /"good\/echo" is a deployment and a tool .* say which by --kind deployment or --kind tool/,
  );
  const one = await command(['drain', 'good/echo', '--kind', 'tool', '--config', file, '--format', 'json']);
  const { drained, ...rest } = JSON.parse(one.out);
  assert.deepEqual([rest, drained.by], [{ tool: 'good/echo', listed: true }, 'token']);
  await untilListed('watched__echo watched-old__echo');
  const back = await command(['resume', 'good/echo', '--config', file]);
  assert.equal(back.out, 'good/echo may be called again\n');
  const wrong = await command(['drain', 'good/ecko', '--config', file]);
  assert.match(wrong.err, /no deployment, tool server or tool is named "good\/ecko" there/);
  const absent = await command(['drain', 'watched/ecko', '--config', file]);
  assert.match(absent.out, /; its server lists no such tool at the moment/);
  await command(['resume', 'watched/ecko', '--config', file]);
});

test('a drained server leaves the lists and answers 503, also after a restart, until it is resumed', async () => {
  const drained = await command(['drain', 'good', '--config', file]);
  assert.equal(drained.exitCode, 0, drained.err);
  await untilListed('watched__echo watched-old__echo');
  const refused = async (name: string, path?: string) => {
    const { status, headers, json } = await callTool(name, path);
    assert.deepEqual([status, json.error.data.code], [503, 'no_healthy_deployment']);
    assert.ok(Number(headers['retry-after']) >= 10);
    assert.match(json.error.message, /The server good is out of service for the moment/);
  };
  await refused('good__echo');
  await refused('echo', '/mcp/good');
  assert.deepEqual(await listed('/mcp/good'), ['']);
  assert.equal((await stateOf('good')).standing, 'drained');
  assert.match(await metrics(), /^gateway_mcp_server_out\{server="good",reason="drained"\} 2$/m);
  assert.match((await command(['status', '--config', file])).out, /^tools +good: drained; speaks/m);
  served.child.kill('SIGTERM');
  await served.ended;

  served = await serve(owner, '', { file, env: { STATE_DIRECTORY: dir } });
  assert.deepEqual(served.logs.find(({ msg }) => msg === 'tools are drained')?.['tools'], [
    'good/slow',
    'good',
  ]);
  await untilListed('watched__echo watched-old__echo');
  await refused('good__echo');
  for (const name of ['good', 'good/slow']) await command(['resume', name, '--config', file]);
  await untilListed(all);
  assert.equal((await callTool('good__echo')).status, 200);
});

for (const [name, server] of [
  ['watched', () => watched],
  ['watched-old', () => watchedOld],
] as const) {
  test(`a server whose health check fails leaves the lists, answers 503, and comes back: ${name}`, async () => {
    await untilListed(all);
    const asked = server().messages.map(({ method }) => method);
    assert.ok(asked.includes(name === 'watched' ? 'server/discover' : 'ping'), String(asked));
    server().instead = (_seen, response) => void response.writeHead(500).end('oh');
    await untilListed(all.replace(new RegExp(` ${name}__echo`), ''));
    const reply = await callTool(`${name}__echo`);
    assert.deepEqual([reply.status, reply.json.error.data.code], [503, 'no_healthy_deployment']);
    assert.equal(reply.headers['retry-after'], '1');
    const { standing, out, last_error: error } = await stateOf(name);
    assert.deepEqual([standing, out], ['down', 'its health check says that it is down']);
    assert.match(error!.error, /500/);
    server().instead = undefined;
    await untilListed(all);
    assert.equal((await callTool(`${name}__echo`)).status, 200);
    assert.equal((await stateOf(name)).last_error, null);
    const figures = await metrics();
    assert.doesNotMatch(figures, new RegExp(`gateway_mcp_server_out\\{server="${name}"`));
    // Its file names no tool of it, so that what it makes up is no series.
    assert.doesNotMatch(figures, new RegExp(`gateway_mcp_tool_calls_total\\{server="${name}"`));
    assert.match(
      figures,
      /^gateway_mcp_tool_calls_total\{server="good",tool="echo",outcome="answered"\} 1$/m,
    );
    const isSaid = (words: RegExp) =>
      served.logs.some(({ msg, server: of }) => of === name && words.test(String(msg)));
    await until(() => isSaid(/health check of a tool server fails/), 'the log tells that it fails');
    await until(() => isSaid(/health check of a tool server succeeds again/), 'and that it is well');
  });
}

/** Listens for changes of tools: `told` resolves with the first. */
async function listening(): Promise<{ readonly told: Promise<void> }> {
  const asked = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const answer: IncomingMessage = await begin(served, '/mcp', { key, ...asked });
  let text = '';
  answer.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await until(() => text.includes('acknowledged'), 'it listens');
  const isTold = () => text.includes('notifications/tools/list_changed');
  return { told: until(isTold, 'it is told of a change').then(() => void answer.destroy()) };
}
