import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxMessages, readMessages, targetOf } from '../../../src/api/mcp/client-messages.ts';
import { RpcFault, renderRpcError, renderRpcResult } from '../../../src/api/mcp/json-rpc-errors.ts';
import { examples, sdkFault, specFault } from '../../helpers/mcp/judges.ts';

const read = (text: string, isArrayAllowed = false) =>
  readMessages(Buffer.from(text), isArrayAllowed).messages;

/** The code that a body is refused with; undefined for one that is taken. */
function refusal(body: string | Buffer, isArrayAllowed = false): number | undefined {
  try {
    readMessages(Buffer.from(body), isArrayAllowed);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof RpcFault);
    assert.equal(error.status, 400);
    const answer: unknown = JSON.parse(
      renderRpcError(error.idText, error.rpcCode, error.message, error.data).toString(),
    );
    assert.equal(specFault('2026-07-28', 'JSONRPCErrorResponse', answer), undefined);
    return error.rpcCode;
  }
}

const call = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"x"}}`;

test('every request of the specification is read', () => {
  for (const [type, named] of Object.entries(examples)) {
    for (const example of Object.values(named)) {
      if (example['jsonrpc'] === undefined || example['method'] === undefined) continue;
      const [message] = read(JSON.stringify(example));
      assert.equal(message!.kind, example['id'] === undefined ? 'notification' : 'request', type);
      assert.equal(message!.method, example['method']);
      assert.deepEqual(message!.params, example['params'] ?? {});
      const { name, uri } = (example['params'] ?? {}) as { name?: string; uri?: string };
      if (/^(?:CallTool|GetPrompt|ReadResource)Request$/.test(type))
        assert.equal(targetOf(message!), name ?? uri);
    }
  }
});

test('an id that a client may send goes back as it was written', () => {
  for (const id of [
    '1',
    '0',
    '-7',
    '"a"',
    '""',
    '"\\u00e9\\ud800"',
    '9007199254740991',
    `"${'x'.repeat(256)}"`,
    '1.0',
    '1e2',
  ]) {
    const [message] = read(call(id));
    assert.equal(message!.idText, id);
    const answer = renderRpcResult(message!.idText!, '{"a":1.0}').toString();
    assert.equal(answer, `{"jsonrpc":"2.0","id":${id},"result":{"a":1.0}}`);
    assert.equal((JSON.parse(answer) as { id: unknown }).id, message!.id);
  }
});

test('an id that is none is refused', () => {
  for (const id of [
    'null',
    '1.5',
    '1e308',
    '1e400',
    '9007199254740993',
    'true',
    '{}',
    '[1]',
    `"${'x'.repeat(257)}"`,
    `"${'x'.repeat(1_000_000)}"`,
    `"${'é'.repeat(129)}"`,
  ]) {
    assert.equal(refusal(call(id)), -32600, id.slice(0, 40));
  }
});

test('whatever the SDKs refuse as a request is refused, but for members that nothing is decided by', () => {
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('2.0', 'tools/call', 1, 'a'));
  const message = fc.record(
    { jsonrpc: fc.oneof(fc.constant('2.0'), odd), id: odd, method: odd, params: odd },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(message, (value) => {
      if (refusal(JSON.stringify(value)) !== undefined) return;
      const type = value.id === undefined ? 'JSONRPCNotification' : 'JSONRPCRequest';
      const meta = (value.params as { _meta?: unknown } | undefined)?._meta;
      if (typeof meta !== 'object') return;
      assert.equal(sdkFault('modern', type, value), undefined);
      assert.equal(sdkFault('older', type, value), undefined);
    }),
    { numRuns: 1000 },
  );
});

test('what is no message is refused in the words of JSON-RPC', () => {
  for (const text of ['', '{', 'null,', '{"a":01}', '\ufeff{}']) assert.equal(refusal(text), -32700, text);
  assert.equal(refusal(Buffer.from([0x22, 0xff, 0x22])), -32700);
  for (const text of [
    'null',
    '1',
    '"x"',
    '{}',
    '[]',
    '[{}]',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1,"method":""}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}',
  ]) {
    assert.equal(refusal(text), -32600, text);
  }
  assert.equal(refusal('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}'), -32602);
  assert.equal(refusal('['.repeat(4_000_000)), -32600);
  assert.equal(refusal(`[${'0,'.repeat(600_000)}0]`), -32600);
});

test('a member that something is decided by stands once, and in its own spelling', () => {
  const params = (text: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${text}}}`;
  for (const text of [
    params('"name":"a","name":"b"'),
    params('"name":"a","Name":"b"'),
    params('"name":"a","n\\u0061me":"b"'),
    params('"NAME":"b"'),
    params('"name":"a","argument\u017f":{}'),
    params('"name":"a","inputresponses":{}'),
    params('"ref":{"type":"ref/prompt","name":"a","Name":"b"}'),
    '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}',
    '{"jsonrpc":"2.0","id":1,"Method":"tools/call","method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
  ]) {
    assert.equal(refusal(text), -32600, text);
  }
  assert.equal(
    refusal(params('"name":"a","inputResponses":{},"arguments":{"name":1,"Name":2,"name":3}')),
    undefined,
  );
});

test('an array is taken where it may be, up to its bound', () => {
  const many = (count: number) =>
    `[${Array.from({ length: count }, (_, id) => call(String(id))).join(' , ')}]`;
  assert.equal(refusal(many(2)), -32600);
  assert.equal(read(many(maxMessages), true).length, maxMessages);
  assert.deepEqual(
    read(many(3), true).map(({ idText, paramsText }) => [idText, paramsText]),
    ['0', '1', '2'].map((id) => [id, '{"name":"x"}']),
  );
  assert.equal(refusal(many(maxMessages + 1), true), -32600);
  assert.equal(refusal('[]', true), -32600);
  assert.equal(refusal(`[${call('1')},[]]`, true), -32600);
});

test('a request that names nothing is answered within the protocol', () => {
  for (const params of ['', ',"params":{}', ',"params":{"name":7}', ',"params":{"uri":"x"}']) {
    const [message] = read(`{"jsonrpc":"2.0","id":"q","method":"tools/call"${params}}`);
    assert.throws(
      () => targetOf(message!),
      (error: RpcFault) => error.rpcCode === -32602 && error.status === 200 && error.idText === '"q"',
    );
  }
});

test('no fault repeats what was sent', () => {
  const secret = 'sk-secret-1234567890';
  fc.assert(
    fc.property(fc.constantFrom('id', 'method', 'jsonrpc', 'params', 'x'), fc.boolean(), (member, isName) => {
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'ping',
        [member]: isName ? { [secret]: 1 } : [secret],
      };
      try {
        readMessages(Buffer.from(JSON.stringify(message)), true);
      } catch (error) {
        assert.ok(!(error as Error).message.includes(secret));
      }
    }),
  );
});
