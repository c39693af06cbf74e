import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  discoverResult,
  initializeResult,
  introduction,
} from '../../../src/api/mcp/discover-and-initialize.ts';
import {
  initializedNotification,
  ownInitializeParams,
  refusedServerRequest,
} from '../../../src/api/mcp/older-revisions/older-server-messages.ts';
import { knownVersions } from '../../../src/api/mcp/protocol-versions.ts';
import { examples, sdkFault, specFault } from '../../helpers/mcp/judges.ts';

const self = { name: 'gateway', version: '1.0.0' };
const parts = [
  introduction('a', { capabilities: { tools: { listChanged: true }, logging: {} }, instructions: 'Use a.' }),
  introduction('b', { capabilities: { resources: { subscribe: true }, completions: {}, tools: 7 } }),
  introduction('c', { capabilities: null, instructions: 7 }),
];
const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;

test('discovery tells what any of the servers can, in a form that official clients take', () => {
  const result = parsed(discoverResult({ parts, isAmong: true, self }, 60_000));
  assert.equal(specFault('2026-07-28', 'DiscoverResult', result), undefined);
  assert.equal(sdkFault('modern', 'DiscoverResult' as never, result), undefined);
  assert.deepEqual(result['supportedVersions'], knownVersions);
  assert.deepEqual(result['capabilities'], {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    completions: {},
  });
  assert.equal(result['instructions'], 'Of the tools that begin with a__:\nUse a.');
  assert.equal(result['cacheScope'], 'private');
  const alone = parsed(discoverResult({ parts: parts.slice(0, 1), isAmong: false, self }, 0));
  assert.equal(alone['instructions'], 'Use a.');
  assert.equal('instructions' in parsed(discoverResult({ parts: [], isAmong: true, self }, 0)), false);
});

test('a server whose introduction is in the specification is read', () => {
  for (const example of Object.values(examples['DiscoverResult']!)) {
    const read = introduction('a', example);
    assert.deepEqual(
      [read.capabilities, read.instructions],
      [example['capabilities'], example['instructions']],
    );
  }
});

test('initialize is answered in the revision that a client asks for, or the latest that begins so', () => {
  for (const [asked, version] of [
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    [undefined, '2025-11-25'],
  ]) {
    const result = parsed(initializeResult(asked, { parts, isAmong: true, self }));
    assert.equal(result['protocolVersion'], version);
    assert.equal(specFault(version!, 'InitializeResult', result), undefined);
    assert.equal(sdkFault('older', 'InitializeResult', result), undefined);
  }
});

test('the handshake with an older server is what those revisions have', () => {
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26']) {
    const params = parsed(ownInitializeParams(self, version));
    const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    assert.equal(specFault(version, 'InitializeRequest', request), undefined);
    assert.equal(sdkFault('older', 'InitializeRequest', request), undefined);
    assert.equal(specFault(version, 'InitializedNotification', parsed(initializedNotification)), undefined);
  }
  assert.deepEqual(parsed(refusedServerRequest('"a"', 'ping')), { jsonrpc: '2.0', id: 'a', result: {} });
  assert.equal(
    sdkFault('older', 'JSONRPCMessage', parsed(refusedServerRequest('3', 'roots/list'))),
    undefined,
  );
});
