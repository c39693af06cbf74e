import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientKinds, connectClient, textOf } from '../helpers/mcp/clients.ts';
import { specFault } from '../helpers/mcp/judges.ts';
import { eventsOf, simulatorFor } from './conversation.ts';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function post(url: string, message: unknown, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text };
}

test('official clients of both eras use all that the simulated server has', async (t) => {
  const { url } = await simulatorFor(t);
  for (const kind of clientKinds) {
    const client = await connectClient(t, kind, `${url}/mcp`, { userName: 'Ada' });
    const isModern = kind === 'modern' || kind === 'auto';
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['echo', 'slow', 'failing', 'ask'],
      kind,
    );
    const echoed = await client.callTool({ name: 'echo', arguments: { text: 'ä' } });
    assert.equal(textOf(echoed), 'ä');
    assert.deepEqual(echoed['structuredContent'], { text: 'ä' });
    assert.equal((await client.callTool({ name: 'failing', arguments: {} }))['isError'], true);
    assert.match(textOf(await client.callTool({ name: 'slow', arguments: { seconds: 0 } })), /It took 0 s/);
    const asked = await client.callTool({ name: 'ask', arguments: {} });
    assert.match(textOf(asked), isModern ? /^Hello, Ada\.$/ : /older/);
    assert.equal((await client.listPrompts()).prompts.length, 1);
    const { messages } = await client.getPrompt({ name: 'greeting', arguments: { name: 'Alan' } });
    assert.match(JSON.stringify(messages), /Greet Alan/);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'greeting' },
      argument: { name: 'name', value: 'a' },
    });
    assert.deepEqual(completion.values, ['Ada', 'Alan']);
    const [resource] = (await client.listResources()).resources;
    const { contents } = await client.readResource({ uri: resource!.uri });
    assert.match(JSON.stringify(contents), /keeps nothing/);
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 1);
    await assert.rejects(client.readResource({ uri: 'sim://notes/third' }), { code: -32602 });
    await assert.rejects(client.callTool({ name: 'unknown', arguments: {} }), { code: -32602 });
  }
});

test('a client that can ask nobody is told what it lacks', async (t) => {
  const { url } = await simulatorFor(t);
  const client = await connectClient(t, 'modern', `${url}/mcp`);
  await assert.rejects(client.callTool({ name: 'ask', arguments: {} }), { code: -32021 });
});

test('progress is told while a tool is at work, to a client that wants to know', async (t) => {
  const { url } = await simulatorFor(t);
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'slow' };
  const params = { name: 'slow', arguments: { seconds: 1 }, _meta: { ...meta, progressToken: 'p' } };
  const { type, text } = await post(
    `${url}/mcp`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers,
  );
  assert.equal(type, 'text/event-stream');
  const [progress, answer] = eventsOf(text).map(({ data }) => data);
  assert.equal(specFault('2026-07-28', 'ProgressNotification', progress), undefined);
  assert.equal(specFault('2026-07-28', 'CallToolResultResponse', answer), undefined);
});

test('what is not in order is refused as the specification has it', async (t) => {
  const { url } = await simulatorFor(t);
  const modern = { 'mcp-protocol-version': '2026-07-28' };
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'echo', arguments: { text: 'x' }, _meta: meta },
  };
  const list = { ...call, method: 'tools/list', params: { _meta: meta } };
  for (const [message, headers, status, code] of [
    [call, { ...modern, 'mcp-method': 'tools/call', 'mcp-name': 'echo' }, 200, undefined],
    [call, { ...modern, 'mcp-method': 'tools/call', 'mcp-name': '=?base64?ZWNobw==?=' }, 200, undefined],
    [call, { ...modern, 'mcp-method': 'tools/call', 'mcp-name': 'slow' }, 400, -32020],
    [call, { ...modern, 'mcp-method': 'tools/call' }, 400, -32020],
    [call, { ...modern, 'mcp-name': 'echo' }, 400, -32020],
    [list, { 'mcp-method': 'tools/list' }, 400, -32020],
    [{ ...list, params: {} }, { ...modern, 'mcp-method': 'tools/list' }, 400, -32602],
    [{ ...list, method: 'x/y' }, { ...modern, 'mcp-method': 'x/y' }, 404, -32601],
    [{ ...list, method: 'x/y', params: {} }, {}, 200, -32601],
    [{ ...list, params: {} }, { 'mcp-protocol-version': '1900-01-01' }, 400, -32022],
    [{ ...list, params: [] }, {}, 400, -32602],
    [[list], {}, 400, -32600],
    [{ ...list, id: 1.5 }, {}, 400, -32600],
    [
      { ...list, params: { name: 'slow', arguments: { seconds: 61 } }, method: 'tools/call' },
      {},
      200,
      -32602,
    ],
  ] as const) {
    const answer = await post(`${url}/mcp`, message, headers);
    assert.equal(answer.status, status, JSON.stringify([message, headers]));
    const said = JSON.parse(answer.text) as { error?: { code: number } };
    assert.equal(said.error?.code, code);
  }
  const told = await post(`${url}/mcp`, { jsonrpc: '2.0', method: 'notifications/initialized' }, {});
  assert.deepEqual([told.status, told.text], [202, '']);
  assert.equal((await fetch(`${url}/mcp`)).status, 405);
  assert.equal((await fetch(`${url}/mcp`, { method: 'DELETE' })).status, 405);
});
