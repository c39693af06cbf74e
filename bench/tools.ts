/**
 * `npm run bench:tools`: what tools cost, of a gateway that runs apart. A `tools/call` of 1 KB may cost at most 1.1 times what
 * a chat completion of that size does, by time on a core; ten servers of 50 tools are listed in 5 ms of it from lists that
 * are kept. Prints a line each, with how busy the machine was, and exits with 1 where something is not as it should be.
 * `--requests 1000` sends so many in a round.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { argv, exit, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { type Apart, startApart } from '../test/helpers/apart.ts';
import { configText, secret } from '../test/helpers/gateway.ts';
import { meta, tool } from '../test/helpers/tool-server.ts';

const { values } = parseArgs({
  args: argv.slice(2),
  options: { requests: { type: 'string', default: '1000' } },
});
const requests = Number(values.requests);
const rounds = 7;
const mostOfChat = 1.1;
const mostListMs = 5;
const servers = 10;
const toolsEach = 50;
/** A key may ask for so many lists a minute. */
const listsPerRound = 60;
const kib = 1024;
const ends: (() => void | Promise<void>)[] = [];
let misses = 0;

function say(what: string, figures: string, isMet: boolean): void {
  if (!isMet) misses += 1;
  stdout.write(`${isMet ? 'ok' : 'not ok'}  ${what}: ${figures} (load ${loadavg()[0]!.toFixed(1)})\n`);
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

/** As long as asked for, with a text of the length that is missing. */
function padded(make: (text: string) => object, bytes: number): string {
  return JSON.stringify(make('x'.repeat(bytes - JSON.stringify(make('')).length)));
}

interface Call {
  readonly path: string;
  readonly request: string;
  readonly headers: Readonly<Record<string, string>>;
}

const chat: Call = {
  path: '/v1/chat/completions',
  request: padded((content) => ({ model: 'm', messages: [{ role: 'user', content }] }), kib),
  headers: {},
};
const chatAnswer = padded(
  (content) => ({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 250, completion_tokens: 200, total_tokens: 450 },
  }),
  kib,
);
const mcpHeaders = (method: string) => ({
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
});
const toolCall: Call = {
  path: '/mcp',
  request: padded(
    (text) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { _meta: meta, name: 's0__echo', arguments: { text } },
    }),
    kib,
  ),
  headers: { ...mcpHeaders('tools/call'), 'mcp-name': 's0__echo' },
};
const list: Call = {
  path: '/mcp',
  request: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }),
  headers: mcpHeaders('tools/list'),
};

const cached = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' };
const discovered = { ...cached, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
const properties = Object.fromEntries(
  Array.from({ length: 5 }, (_, index) => [`field_${index}`, { type: 'string', description: 'What it is.' }]),
);
const listed = {
  ...cached,
  tools: Array.from({ length: toolsEach }, (_, index) =>
    tool(index === 0 ? 'echo' : `tool_${index}`, { inputSchema: { type: 'object', properties } }),
  ),
};
const result = padded((text) => ({ resultType: 'complete', content: [{ type: 'text', text }] }), kib);

async function startUpstream(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('content-type', 'application/json');
    if (request.url === chat.path) return void response.end(chatAnswer);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string };
    const text =
      method === 'tools/call' ? result : JSON.stringify(method === 'tools/list' ? listed : discovered);
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${text}}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function callVia(apart: Apart): (call: Call) => Promise<number> {
  const agent = new Agent({ keepAlive: true, ca: apart.ca });
  ends.push(() => agent.destroy());
  return ({ path, request, headers }) =>
    answered(
      httpsRequest({
        path,
        method: 'POST',
        host: 'localhost',
        port: apart.port,
        agent,
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(request),
          ...headers,
        },
      }),
      request,
    );
}

async function answered(request: ReturnType<typeof httpRequest>, body: string): Promise<number> {
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  return bytes;
}

/** Of the thread that serves, on a core: what others on a busy machine take is not its own. */
function usedMs({ pid }: Apart): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;
}

const url = await startUpstream();
try {
  const names = Array.from({ length: servers }, (_, index) => `s${index}`);
  const apart = await startApart(
    { after: (end) => void ends.push(end) },
    configText({
      backends: `{ main: { url: "${url}" } }`,
      models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ test: { secret: ${secret}, endpoints: [all], tools: ["*"] } }`,
      more: `log: { level: error }
mcp: { servers: { ${names.map((name) => `${name}: { url: "${url}/mcp/${name}", private: true }`).join(', ')} } }`,
    }),
  );
  const call = callVia(apart);
  const costOf = async (one: Call, times = requests) => {
    const before = usedMs(apart);
    for (let sent = 0; sent < times; sent += 1) await call(one);
    return ((usedMs(apart) - before) / times) * 1000;
  };
  for (const one of [chat, toolCall, chat, toolCall]) await costOf(one);
  const measured: { readonly chat: number; readonly tool: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The second one finds caches as the first left them: each is second in turn.
    const isChatFirst = round % 2 === 0;
    const first = await costOf(isChatFirst ? chat : toolCall);
    const second = await costOf(isChatFirst ? toolCall : chat);
    measured.push(isChatFirst ? { chat: first, tool: second } : { chat: second, tool: first });
  }
  const ratio = median(measured.map((one) => one.tool / one.chat));
  const of = (name: 'chat' | 'tool') => `${median(measured.map((one) => one[name])).toFixed(0)} µs`;
  say(
    'a tools/call of 1 KB beside a chat completion of 1 KB',
    `${ratio.toFixed(2)} of it, ${of('tool')} of ${of('chat')} on a core, at most ${mostOfChat}`,
    ratio <= mostOfChat,
  );
  const bytes = await call(list);
  const listing: number[] = [];
  for (let round = 0; round < rounds; round += 1) listing.push((await costOf(list, listsPerRound)) / 1000);
  say(
    `${servers} servers of ${toolsEach} tools listed from kept lists`,
    `${median(listing).toFixed(2)} ms on a core for ${(bytes / kib).toFixed(0)} KB, at most ${mostListMs}`,
    median(listing) <= mostListMs,
  );
} finally {
  for (const end of ends.reverse()) await end();
}
exit(misses === 0 ? 0 : 1);
