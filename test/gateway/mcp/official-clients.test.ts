/** Official clients of both eras, and servers of both that somebody else wrote, with the gateway between them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { configText, secret, startGateway } from '../../helpers/gateway.ts';
import { clientKinds, connectClient, textOf } from '../../helpers/mcp/clients.ts';
import { freePort } from '../../helpers/ports.ts';
import { ownerOfFile } from '../../helpers/serve.ts';

const owner = ownerOfFile();

/** The reference server of the older revisions, as its package starts it. */
async function startEverything(): Promise<string> {
  const port = await freePort();
  const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
  const child = spawn(process.execPath, [program, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  owner.after(() => void child.kill());
  const url = `http://127.0.0.1:${port}/mcp`;
  await until(
    async () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    'server-everything listens',
  );
  return url;
}

const started = (async () => {
  const backend = await startBackend(owner, json({}));
  const everything = await startEverything();
  const { port } = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      listen: '{ address: "127.0.0.1:0", tls: { terminated_by: [127.0.0.1] } }',
      backends: `{ own: { url: "${backend.url}" } }`,
      models: '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ test: { secret: ${secret}, tools: ["*"] } }`,
      more: `mcp: { servers: { sim: { simulator: true }, all: { url: "${everything}", private: true } } }`,
    }),
  );
  return `http://127.0.0.1:${port}/mcp`;
})();

const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-proto': 'https' };

for (const kind of clientKinds) {
  test(`a client of the kind ${kind} uses servers of both eras, together and alone`, async (t) => {
    const url = await started;
    const client = await connectClient(t, kind, url, { headers, userName: 'Ada' });
    const isModern = kind === 'modern' || kind === 'auto';
    assert.equal(client.getServerVersion()?.name, 'gateway');
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('sim__echo') && names.includes('all__echo'), names.join());
    assert.equal(textOf(await client.callTool({ name: 'sim__echo', arguments: { text: 'ä' } })), 'ä');
    assert.match(
      textOf(await client.callTool({ name: 'all__echo', arguments: { message: 'hi' } })),
      /Echo: hi/,
    );
    const asked = await client.callTool({ name: 'sim__ask', arguments: {} });
    assert.match(textOf(asked), isModern ? /^Hello, Ada\.$/ : /revision 2026-07-28/);
    const sum = await client.callTool({ name: 'all__get-sum', arguments: { a: 2, b: 3 } });
    assert.match(textOf(sum), /5/);
    const steps: number[] = [];
    const long = await client.callTool(
      { name: 'all__trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } },
      undefined as never,
      { onprogress: ({ progress }: { progress: number }) => void steps.push(progress) } as never,
    );
    assert.match(textOf(long), /completed/i);
    const { prompts } = await client.listPrompts();
    assert.ok(prompts.some(({ name }) => name === 'sim__greeting'));
    const { messages } = await client.getPrompt({ name: 'sim__greeting', arguments: { name: 'Alan' } });
    assert.match(JSON.stringify(messages), /Greet Alan/);
    const { resources } = await client.listResources();
    const note = resources.find(({ uri }) => uri.startsWith('sim+'));
    const { contents } = await client.readResource({ uri: note!.uri });
    assert.equal(contents[0]!.uri, note!.uri);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'sim__greeting' },
      argument: { name: 'name', value: 'a' },
    });
    assert.deepEqual(completion.values, ['Ada', 'Alan']);
    await assert.rejects(client.callTool({ name: 'sim__unknown', arguments: {} }), { code: -32602 });
    await assert.rejects(client.callTool({ name: 'nobody__echo', arguments: {} }), { code: -32602 });
    const alone = await connectClient(t, kind, `${url}/sim`, { headers });
    assert.deepEqual(
      (await alone.listTools()).tools.map(({ name }) => name),
      ['echo', 'slow', 'failing', 'ask'],
    );
    assert.equal(textOf(await alone.callTool({ name: 'echo', arguments: { text: 'b' } })), 'b');
  });
}

/** Ends the first stream that answers a call behind its first event, as a connection that breaks does. */
function breakingFetch(resumed: string[]): typeof fetch {
  let hasBroken = false;
  return async (input, init) => {
    const from = new Headers(init?.headers).get('last-event-id');
    if (from !== null) resumed.push(from);
    const answer = await fetch(input, init);
    if (hasBroken || !String(init?.body).includes('trigger-long-running-operation')) return answer;
    hasBroken = true;
    const reader = answer.body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const begun = new ReadableStream({
      start(controller) {
        controller.enqueue(value);
        controller.close();
      },
    });
    return new Response(begun, { status: answer.status, headers: answer.headers });
  };
}

test('an official client holds a session at one server: asked in the middle of calls, told by itself, and resuming', async (t) => {
  const url = new URL(`${await started}/all`);
  const capabilities = { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } };
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ada' } }));
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
    role: 'assistant' as const,
    model: 'none',
    content: { type: 'text' as const, text: `heard ${JSON.stringify(params.messages[0]!.content)}` },
  }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [{ uri: 'file:///home', name: 'home' }],
  }));
  const logged: unknown[] = [];
  const resumed: string[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params));
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    fetch: breakingFetch(resumed),
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 500,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 3,
    },
  });
  t.after(() => client.close());
  await client.connect(transport as never);
  assert.ok(transport.sessionId !== undefined);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  for (const name of ['trigger-elicitation-request', 'trigger-sampling-request', 'get-roots-list'])
    assert.ok(names.includes(name), names.join());
  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args }).then(textOf);
  assert.match(await call('trigger-elicitation-request'), /Ada/);
  assert.match(await call('trigger-sampling-request', { prompt: 'tell' }), /heard .*tell/);
  assert.match(await call('get-roots-list'), /file:\/\/\/home/);
  await client.setLoggingLevel('debug');
  await call('toggle-simulated-logging');
  await until(() => logged.length > 0, 'the server logs by itself');
  assert.match(await call('trigger-long-running-operation', { duration: 0.2, steps: 2 }), /completed/i);
  assert.equal(resumed.length, 1);
  await transport.terminateSession();
  assert.equal(transport.sessionId, undefined);
  assert.match(await call('echo', { message: 'a' }), /Echo: a/);
});
