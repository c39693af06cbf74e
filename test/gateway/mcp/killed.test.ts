/** A tool server whose process is killed, a file that no longer has it, another process of the gateway: none hangs. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { takeOver } from '../../helpers/builds.ts';
import { until } from '../../helpers/gate.ts';
import { begin, type Reply, readReply } from '../../helpers/gateway.ts';
import { liveText } from '../../helpers/live.ts';
import { type KillableServer, killableServer } from '../../helpers/mcp/killable-server.ts';
import { dirOf } from '../../helpers/ports.ts';
import { gatewayProgram } from '../../helpers/program.ts';
import { ownerOfFile, type Served, serve } from '../../helpers/serve.ts';
import { meta, modern, type Rpc } from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const key = 'sk-killed-0123456789';
const env = { STATE_DIRECTORY: dirOf(owner) };
let server: KillableServer;
let served: Served;

const text = (servers: string) =>
  liveText({
    keys: `{ all: { secret: ${key}, tools: ["*"] } }`,
    more: `routing: { circuit: { failures: 100 } }\nmcp: { servers: { ${servers} } }`,
  });
const both = () => `sim: { simulator: true }, own: { url: "${server.url}", private: true }`;

before(async () => {
  server = await killableServer(owner);
  served = await serve(owner, text(both()), { env });
});

const call = async (method: string, params: object = {}) =>
  readReply(await begin(served, '/mcp', { key, ...modern(method, params) }));
const callTool = (name: string) =>
  call('tools/call', { name: `own__${name}`, arguments: {}, _meta: { ...meta, progressToken: 'p' } });

async function listed(): Promise<readonly string[]> {
  const { json } = await call('tools/list');
  return json.result.tools.map((one: Rpc) => one.name).filter((name: string) => name.startsWith('own'));
}

const allListed = () => until(async () => (await listed()).length === 2, 'its tools are in the list');

/** A call in flight: the server has it. */
async function inFlight(name: 'wait' | 'stream'): Promise<{ readonly reply: Promise<Reply> }> {
  const times = server.told.filter((one) => one === `call ${name}`).length + 1;
  const reply = callTool(name);
  reply.catch(() => {});
  await server.tells(`call ${name}`, times);
  return { reply };
}

/** The last event of a stream. */
const lastEvent = ({ text: said }: Reply): Rpc =>
  JSON.parse(
    said
      .trim()
      .split('\n\n')
      .at(-1)!
      .replace(/^event: message\ndata: /, ''),
  );

test('a server that is not there at the start has no tools in the list; with its start they come', async () => {
  assert.deepEqual(await listed(), []);
  const { status, json } = await callTool('wait');
  assert.deepEqual([status, json.error.data.code, json.id], [502, 'upstream_unreachable', 1]);
  await server.start();
  await allListed();
});

test('a server that is killed in mid-call: the client learns that it may have been done, and nothing is sent twice', async () => {
  const waiting = await inFlight('wait');
  const streaming = await inFlight('stream');
  await server.kill();
  const { status, json } = await waiting.reply;
  assert.deepEqual([status, json.error.data.code, json.id], [502, 'upstream_unreachable', 1]);
  assert.match(json.error.message, /may have been done/);
  const cut = await streaming.reply;
  const { error, id } = lastEvent(cut);
  assert.deepEqual([cut.status, error.data.code, id], [200, 'upstream_interrupted', 1]);
  await server.start();
  await allListed();
  assert.deepEqual(
    server.told.filter((one) => one.startsWith('call')),
    ['call wait', 'call stream'],
  );
});

test('a server that is killed while it lists: the others are listed, and it is back with its process', async () => {
  server.holdLists();
  const asked = call('tools/list');
  await server.tells('list', 1);
  await server.kill();
  const { json } = await asked;
  assert.ok(json.result.ttlMs <= 1000);
  assert.deepEqual(
    json.result.tools.map((one: Rpc) => one.name),
    ['sim__echo', 'sim__slow', 'sim__failing', 'sim__ask'],
  );
  await server.start();
  await allListed();
});

test('a client that listens hears of the lists of a server again that was killed', async () => {
  const answer = await begin(served, '/mcp', {
    key,
    ...modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
  });
  let said = '';
  answer.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  await until(() => said.includes('acknowledged'), 'it listens');
  await server.tells('listens', 1);
  await server.kill();
  await server.start();
  await until(() => said.includes('tools/list_changed'), 'it is told that the list may have changed');
  answer.destroy();
});

test('a reload without a server ends no call of it, and from then on there is no such tool', async () => {
  await allListed();
  const { reply } = await inFlight('wait');
  const other = await inFlight('stream');
  await served.save(text('sim: { simulator: true }'));
  await served.reloaded('applied');
  assert.deepEqual(await listed(), []);
  assert.equal((await callTool('wait')).json.error.data.code, 'unknown_tool');
  assert.deepEqual(
    (await served.status()).tool_servers.map(({ server: name }) => name),
    ['sim'],
  );
  server.finish();
  assert.equal((await reply).json.result.content[0].text, 'wait is done');
  assert.equal(lastEvent(await other.reply).result.content[0].text, 'stream is done');
  await served.save(text(both()));
  await served.reloaded('applied');
  await allListed();
});

test('another process of the gateway takes over: calls in flight end where they are, new ones go there', async () => {
  const { reply } = await inFlight('wait');
  const other = await inFlight('stream');
  const { code, err, pid } = await takeOver(owner, gatewayProgram, served.file, env);
  assert.equal(code, 0, err);
  assert.notEqual(pid, served.child.pid);
  const anew = await inFlight('wait');
  server.finish();
  assert.equal((await reply).json.result.content[0].text, 'wait is done');
  assert.equal(lastEvent(await other.reply).result.content[0].text, 'stream is done');
  assert.equal((await anew.reply).json.result.content[0].text, 'wait is done');
  assert.equal(await served.ended, 0);
});
