import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type McpMessage, readMessages } from '../../../src/api/mcp/client-messages.ts';
import {
  clientAnswer,
  clientNotification,
  completedRef,
  type Passage,
  requestText,
  upstreamParams,
} from '../../../src/api/mcp/message-rewriting.ts';
import { metaNames } from '../../../src/api/mcp/protocol-versions.ts';
import { readAnswer, readServerMessages, ServerFault } from '../../../src/api/mcp/server-messages.ts';
import { examples, sdkFault, specFault } from '../../helpers/mcp/judges.ts';
import { arbitraryObjectText } from '../../helpers/translation/arbitrary-json.ts';

const passage: Passage = {
  among: undefined,
  isClientOlder: false,
  isServerOlder: false,
  self: { name: 'gateway', version: '1.0.0' },
};
const among: Passage = { ...passage, among: 'srv' };
const oldClient: Passage = { ...passage, isClientOlder: true };
const oldServer: Passage = { ...passage, isServerOlder: true };

const request = (text: string): McpMessage => readMessages(Buffer.from(text), false).messages[0]!;
const asked = (method: string, params: string): McpMessage =>
  request(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);

function answered(method: string, text: string, how: Passage) {
  return clientAnswer({ method }, readAnswer(Buffer.from(`{"jsonrpc":"2.0","id":5,${text}}`), 5), how);
}
const resultOf = (method: string, text: string, how: Passage = passage) => {
  const answer = answered(method, `"result":${text}`, how);
  assert.equal(answer.kind, 'result');
  return answer.text;
};
const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;

const methods = {
  CallToolResult: 'tools/call',
  GetPromptResult: 'prompts/get',
  ReadResourceResult: 'resources/read',
  CompleteResult: 'completion/complete',
  InputRequiredResult: 'tools/call',
} as const;

test('where nothing has to change a result and its request pass as they were written', () => {
  const inside = fc.oneof(
    arbitraryObjectText,
    fc.constant('{"a":1.0,"b":12345678901234567890,"c":1e400,"a":false}'),
  );
  fc.assert(
    fc.property(inside, fc.constantFrom(...Object.values(methods)), (text, method) => {
      const result = `{ "resultType" : "complete","structuredContent": ${text},"content":[] }`;
      assert.equal(resultOf(method, result), result);
      assert.equal(resultOf(method, result, among), result);
      const params = `{"name": "x","arguments":${text}}`;
      const message = asked('tools/call', params);
      assert.equal(upstreamParams(message, undefined, passage), params);
      assert.equal(upstreamParams(message, 'own "name"', passage), params.replace('"x"', '"own \\"name\\""'));
      const whole = parsed(requestText(3, 'tools/call', params));
      assert.deepEqual([whole['id'], whole['method'], whole['jsonrpc']], [3, 'tools/call', '2.0']);
    }),
  );
});

/** A value with every URI of a resource in it marked; those of other things are not. */
function marked(value: unknown, isSchema = false): unknown {
  if (Array.isArray(value)) return value.map((one) => marked(one, isSchema));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'uri' && typeof inner === 'string') return [name, `srv+${inner}`];
      return [name, /^(?:structuredContent|_meta|requestedSchema)$/.test(name) ? inner : marked(inner)];
    }),
  );
}

test('URIs bear the mark of their server wherever results of the specification have them, and nothing else changes', () => {
  for (const [type, method] of Object.entries(methods)) {
    const given = Object.values(examples[type]!);
    const blocks = [
      ...Object.values(examples['ResourceLink']!),
      ...Object.values(examples['EmbeddedResource']!),
    ];
    if (method === 'tools/call') given.push({ resultType: 'complete', content: blocks });
    if (type === 'GetPromptResult') {
      given.push({ resultType: 'complete', messages: blocks.map((content) => ({ role: 'user', content })) });
    }
    if (type === 'InputRequiredResult') {
      const content = [{ type: 'tool_result', toolUseId: 'a', content: blocks }];
      const sampled = {
        method: 'sampling/createMessage',
        params: {
          maxTokens: 1,
          messages: [
            { role: 'user', content },
            { role: 'user', content: content[0] },
          ],
        },
      };
      given.push({ resultType: 'input_required', inputRequests: { q: sampled } });
    }
    for (const result of given) {
      const text = resultOf(method, JSON.stringify(result), among);
      assert.deepEqual(parsed(text), marked(result), type);
      assert.equal(specFault('2026-07-28', type, parsed(text)), undefined);
      assert.equal(resultOf(method, JSON.stringify(result)), JSON.stringify(result));
    }
  }
});

test('a URI with escapes in its name or twice in its object is marked as any other', () => {
  const text = '{"contents":[{"\\u0075ri":"a:b","text":"","uri":"c:\\u0064"}]}';
  assert.equal(
    resultOf('resources/read', text, among),
    '{"contents":[{"\\u0075ri":"srv+a:b","text":"","uri":"srv+c:d"}]}',
  );
});

test('URIs in what a client answers lose the mark of that server alone', () => {
  const link = (uri: string) => ({ type: 'resource_link', uri, name: 'x' });
  const params = {
    name: 'srv__t',
    inputResponses: {
      q: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            toolUseId: 'a',
            content: [
              link('srv+file:///a'),
              link('other+file:///b'),
              { type: 'resource', resource: { uri: 'srv+x:y', text: '' } },
            ],
          },
        ],
      },
    },
    arguments: { uri: 'srv+file:///a' },
  };
  const sent = parsed(upstreamParams(asked('tools/call', JSON.stringify(params)), 't', among)!);
  const expected = JSON.parse(
    JSON.stringify(params)
      .replace('srv__t', 't')
      .replace('"srv+file:///a","name"', '"file:///a","name"')
      .replace('srv+x:y', 'x:y'),
  ) as unknown;
  assert.deepEqual(sent, expected);
});

test('a completion names its prompt or its template as the server does', () => {
  const refs = [
    [
      { type: 'ref/prompt', name: 'srv__p', uri: 'no' },
      { kind: 'prompt', name: 'srv__p' },
      { type: 'ref/prompt', name: 'own', uri: 'no' },
    ],
    [
      { type: 'ref/resource', uri: 'srv+x:{a}', name: 'no' },
      { kind: 'resource', name: 'srv+x:{a}' },
      { type: 'ref/resource', uri: 'own', name: 'no' },
    ],
  ] as const;
  for (const [ref, told, sent] of refs) {
    const message = asked(
      'completion/complete',
      JSON.stringify({ ref, argument: { name: 'n', value: 'v' } }),
    );
    assert.deepEqual(completedRef(message.params), told);
    assert.deepEqual(parsed(upstreamParams(message, 'own', passage)!)['ref'], sent);
  }
  for (const ref of [undefined, 'x', {}, { type: 'ref/other', name: 'x' }, { type: 'ref/prompt', name: 7 }])
    assert.equal(completedRef({ ref }), undefined);
});

test('a request of an older client says to a new server who speaks, and that nothing can be asked of it', () => {
  const own = {
    [metaNames.protocolVersion]: '2026-07-28',
    [metaNames.clientInfo]: passage.self,
    [metaNames.clientCapabilities]: {},
  };
  const sent = (params: string) => parsed(upstreamParams(asked('tools/call', params), undefined, oldClient)!);
  assert.deepEqual(sent('{}'), { _meta: own });
  assert.deepEqual(sent('{ "name":"x"}'), { _meta: own, name: 'x' });
  assert.deepEqual(sent('{"_meta":{"progressToken":1,"x":1},"name":"x"}'), {
    _meta: { ...own, progressToken: 1, x: 1 },
    name: 'x',
  });
  const lying = JSON.stringify({ _meta: { [metaNames.clientCapabilities]: { sampling: {} } }, name: 'x' });
  assert.deepEqual(sent(lying), { _meta: own, name: 'x' });
  const none = request('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  assert.deepEqual(parsed(upstreamParams(none, undefined, oldClient)!), { _meta: own });
  assert.equal(upstreamParams(none, undefined, { ...oldClient, isServerOlder: true }), undefined);
});

test('a request of a new client says nothing to an older server that it would not know', () => {
  for (const example of Object.values(examples['CallToolRequest']!)) {
    const { params } = example as { params: Record<string, unknown> };
    const sent = parsed(upstreamParams(asked('tools/call', JSON.stringify(params)), undefined, oldServer)!);
    assert.deepEqual(sent, { ...params, _meta: {} });
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26'])
      assert.equal(
        specFault(version, 'CallToolRequest', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: sent }),
        undefined,
      );
  }
  const text = `{"_meta":{"progressToken":1.0,"${metaNames.logLevel}":"info","traceparent":"t"},"name":"x"}`;
  assert.equal(
    upstreamParams(asked('tools/call', text), undefined, oldServer),
    '{"_meta":{"progressToken":1.0,"traceparent":"t"},"name":"x"}',
  );
});

test("an older server's results have what the new revision asks for", () => {
  assert.equal(
    resultOf('tools/call', '{"content":[],"isError":false}', oldServer),
    '{"resultType":"complete","content":[],"isError":false}',
  );
  assert.equal(resultOf('completion/complete', '{ }', oldServer), '{"resultType":"complete" }');
  const read = parsed(resultOf('resources/read', '{"contents":[{"uri":"a:b","text":""}]}', oldServer));
  assert.equal(specFault('2026-07-28', 'ReadResourceResult', read), undefined);
  assert.equal(sdkFault('modern', 'ReadResourceResult', read), undefined);
  assert.equal(read['ttlMs'], 0);
  const said = '{"resultType":"complete","ttlMs":5,"cacheScope":"public","contents":[]}';
  assert.equal(resultOf('resources/read', said, oldServer), said);
});

test('an older client gets results that it takes, and is told that it is too old for the others', () => {
  for (const example of Object.values(examples['CallToolResult']!)) {
    const result = parsed(resultOf('tools/call', JSON.stringify(example), oldClient));
    assert.equal(sdkFault('older', 'CallToolResult', result), undefined);
    for (const version of ['2025-11-25', '2025-06-18'])
      assert.equal(specFault(version, 'CallToolResult', result), undefined);
  }
  assert.equal(
    resultOf(
      'tools/call',
      '{"content":[],"structuredContent":[1.0],"isError":false,"structuredContent":7}',
      oldClient,
    ),
    '{"content":[],"isError":false}',
  );
  const asks = JSON.stringify(Object.values(examples['InputRequiredResult']!)[0]);
  const told = parsed(resultOf('tools/call', asks, oldClient));
  assert.equal(told['isError'], true);
  assert.equal(sdkFault('older', 'CallToolResult', told), undefined);
  assert.match(JSON.stringify(told), /2026-07-28 or later/);
  for (const method of ['prompts/get', 'resources/read']) {
    const answer = answered(method, `"result":${asks}`, oldClient);
    assert.equal(answer.kind, 'error');
    assert.equal(parsed(answer.text)['code'], -32600);
  }
  const lacks = answered(
    'tools/call',
    '"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{}}}',
    oldClient,
  );
  assert.equal(lacks.kind, 'result');
  assert.equal(parsed(lacks.text)['isError'], true);
});

test('an error passes as it is, but for URIs and a code that the new revision has no longer', () => {
  const text = '{"code":-32602,"message":"x","data":{"uri":"a:b","n":1.0}}';
  const error = (how: Passage, told = text) => answered('resources/read', `"error":${told}`, how);
  assert.deepEqual(error(passage), { kind: 'error', text, code: -32602 });
  assert.equal(error(among).text, text.replace('a:b', 'srv+a:b'));
  const older = '{"code":-32002,"message":"gone","data":{"uri":"a:b"}}';
  assert.deepEqual(error({ ...oldServer, among: 'srv' }, older), {
    kind: 'error',
    text: '{"code":-32602,"message":"gone","data":{"uri":"srv+a:b"}}',
    code: -32602,
  });
  assert.equal(error({ ...oldServer, isClientOlder: true }, older).text, older);
});

test('a result type that is no text is the fault of its server', () => {
  assert.throws(() => resultOf('tools/call', '{"resultType":7,"content":[]}'), ServerFault);
});

test('notifications pass where they belong to the request', () => {
  const told = (text: string, asksForLog = true) => {
    const [message] = readServerMessages(text);
    assert.equal(message!.kind, 'notification');
    return clientNotification(message as never, asksForLog);
  };
  const progress =
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"a","progress":1.0}}';
  assert.equal(told(progress, false), progress);
  const log = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}';
  assert.equal(told(log), log);
  assert.equal(told(log, false), undefined);
  assert.equal(told('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'), undefined);
});
