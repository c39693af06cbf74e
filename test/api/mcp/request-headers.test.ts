import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { readMessages } from '../../../src/api/mcp/client-messages.ts';
import { decodeHeaderValue, encodeHeaderValue } from '../../../src/api/mcp/header-value-encoding.ts';
import { RpcFault } from '../../../src/api/mcp/json-rpc-errors.ts';
import { paramHeaders } from '../../../src/api/mcp/mcp-param-headers.ts';
import { metaNames, modernVersion } from '../../../src/api/mcp/protocol-versions.ts';
import { checkHeaders, headersFor } from '../../../src/api/mcp/request-headers.ts';

interface Asked {
  readonly method: string;
  readonly params?: object | undefined;
  readonly id?: number | undefined;
}

function verdict(
  { method, params, id = 1 }: Asked,
  head: Record<string, string | undefined>,
): string | number {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const [message] = readMessages(Buffer.from(body), false).messages;
  try {
    const { version: protocolVersion, method: named, name } = head;
    return checkHeaders(message!, { protocolVersion, method: named, name });
  } catch (error) {
    assert.ok(error instanceof RpcFault);
    assert.equal(error.idText, '1');
    assert.equal(error.status, 400);
    return error.rpcCode;
  }
}

const meta = { [metaNames.protocolVersion]: modernVersion, [metaNames.clientCapabilities]: {} };
const callOf = (name: unknown, more: object = meta): Asked => ({
  method: 'tools/call',
  params: { name, _meta: more },
});
const head = { version: modernVersion, method: 'tools/call', name: 'x' };

test('a request of the new revision says the same in its head and its body', () => {
  assert.equal(verdict(callOf('x'), head), modernVersion);
  assert.equal(verdict(callOf('x'), { ...head, name: ' =?base64?eA==?= ' }), modernVersion);
  for (const [key, wrong] of [
    ['version', '2025-11-25'],
    ['version', undefined],
    ['method', 'tools/list'],
    ['method', 'TOOLS/CALL'],
    ['method', undefined],
    ['name', 'y'],
    ['name', 'X'],
    ['name', undefined],
    ['name', '=?base64?eQ==?='],
    ['name', '=?base64?eA=?='],
    ['name', '=?base64?/w==?='],
    ['name', 'é'],
  ] as const) {
    assert.equal(verdict(callOf('x'), { ...head, [key]: wrong }), -32020, `${key} ${wrong}`);
  }
});

test('a request of the new revision that leaves out what each has to say is refused as that', () => {
  for (const missing of [
    {},
    { [metaNames.clientCapabilities]: {} },
    { ...meta, [metaNames.protocolVersion]: 7 },
  ]) {
    assert.equal(verdict(callOf('x', missing), head), -32602);
  }
  assert.equal(verdict(callOf('x', { [metaNames.protocolVersion]: modernVersion }), head), -32602);
  assert.equal(verdict({ method: 'tools/call', params: { name: 'x' } }, head), -32602);
  assert.equal(verdict({ method: 'tools/call' }, head), -32602);
});

test('a revision that is not known is answered with those that are', () => {
  assert.equal(verdict({ method: 'ping' }, { version: '1900-01-01' }), -32022);
  assert.equal(verdict({ method: 'ping' }, { version: '2024-11-05' }), -32022);
  const other = { ...meta, [metaNames.protocolVersion]: '2027-01-01' };
  assert.equal(verdict(callOf('x', other), { ...head, version: '2027-01-01' }), -32022);
  const message = readMessages(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}'), false).messages[0]!;
  const none = { method: undefined, name: undefined };
  assert.throws(
    () => checkHeaders(message, { protocolVersion: 'x'.repeat(10_000), ...none }),
    ({ data }: RpcFault) => {
      const { supported, requested } = data as { supported: string[]; requested: string };
      assert.deepEqual(supported, ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']);
      return requested.length === 64;
    },
  );
});

test('older clients are known by what they leave out', () => {
  assert.equal(verdict({ method: 'tools/list' }, {}), '2025-03-26');
  assert.equal(verdict({ method: 'tools/list' }, { version: '2025-06-18' }), '2025-06-18');
  assert.equal(verdict(callOf('x', {}), { version: '2025-11-25' }), '2025-11-25');
  assert.equal(
    verdict({ method: 'initialize', params: { protocolVersion: '2025-11-25' } }, {}),
    '2025-03-26',
  );
  assert.equal(verdict({ method: 'initialize' }, { version: modernVersion }), -32020);
});

test("the official server classifies requests in the same way, where it doesn't leave it to others", () => {
  const versions = fc.constantFrom(undefined, modernVersion, '2025-11-25', '2025-06-18');
  const older = { ...meta, [metaNames.protocolVersion]: '2025-11-25' };
  const metas = fc.constantFrom<object | undefined>(
    undefined,
    meta,
    { [metaNames.protocolVersion]: modernVersion },
    {},
    older,
  );
  const methods = fc.constantFrom('tools/list', 'tools/call', 'initialize', 'x/y');
  fc.assert(
    fc.property(versions, metas, methods, methods, (version, said, method, named) => {
      const params = said === undefined ? undefined : { _meta: said };
      const asked = { jsonrpc: '2.0' as const, id: 1, method, params };
      const theirs = classifyInboundRequest({
        httpMethod: 'POST',
        protocolVersionHeader: version,
        mcpMethodHeader: named,
        body: asked,
      } as never) as { kind: string; code?: number; classification?: { revision?: string } };
      const ours = verdict({ method, params }, { version, method: named });
      // Its check of presence comes later than this.
      if (version === undefined && theirs.kind === 'modern') return assert.equal(ours, -32020);
      // It reads an older revision in `_meta` as a claim to be of the new one.
      if (said === older) return undefined;
      if (theirs.kind === 'reject') return assert.equal(ours, theirs.code);
      return assert.equal(ours === modernVersion, theirs.kind === 'modern');
    }),
    { numRuns: 500 },
  );
});

test('values of headers are those of the specification', () => {
  for (const [text, value] of [
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ] as const) {
    assert.equal(encodeHeaderValue(text), value);
    assert.equal(decodeHeaderValue(value), text);
  }
  assert.equal(decodeHeaderValue('=?BASE64?eA==?='), '=?BASE64?eA==?=');
});

test('every text comes out of a header as it went in, and nothing breaks a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const value = encodeHeaderValue(text);
      assert.match(value, /^[\x20-\x7e\t]*$/);
      assert.equal(decodeHeaderValue(value), text);
    }),
  );
});

test('what goes to a server of the new revision is what such a server takes', () => {
  for (const name of ['get_x', 'ä', '=?base64?x?=', 'file:///a b']) {
    const flat = headersFor('tools/call', name);
    const headers = Object.fromEntries(
      flat.flatMap((text, at) => (at % 2 === 0 ? [[text, flat[at + 1]]] : [])),
    );
    assert.equal(
      verdict(callOf(name), {
        version: headers['mcp-protocol-version'],
        method: headers['mcp-method'],
        name: headers['mcp-name'],
      }),
      modernVersion,
    );
  }
  const params = [
    { header: 'mcp-param-region', path: ['where', 'region'] },
    { header: 'mcp-param-dry', path: ['dry'] },
    { header: 'mcp-param-n', path: ['n'] },
    { header: 'mcp-param-none', path: ['none'] },
    { header: 'mcp-param-float', path: ['float'] },
    { header: 'mcp-param-proto', path: ['constructor', 'name'] },
  ];
  const args = { where: { region: 'zürich' }, dry: false, n: -3, none: null, float: 1.5 };
  assert.deepEqual(paramHeaders(params, args), [
    'mcp-param-region',
    '=?base64?esO8cmljaA==?=',
    'mcp-param-dry',
    'false',
    'mcp-param-n',
    '-3',
  ]);
});
