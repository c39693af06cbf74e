import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { McpServerConfig } from '../../../src/config/types/mcp.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { DrainedTools } from '../../../src/pipeline/mcp/drained-tools.ts';
import { ServerAvailability } from '../../../src/pipeline/mcp/servers/server-availability.ts';
import { CallFault } from '../../../src/pipeline/mcp/servers/server-call-fault.ts';
import type { ServerParts } from '../../../src/pipeline/mcp/servers/server-parts.ts';
import { until } from '../../helpers/gate.ts';

const circuit = { failures: 2, windowMs: 30_000, openMs: 40, maxOpenMs: 40 };
const failed = new CallFault('timeout', 'it was silent');

function server() {
  const state = { isDown: false, missingCredential: undefined as string | undefined };
  const drains = new DrainedTools();
  const parts = { backend: state, drains, circuit, log: openLog('silent') } as unknown as ServerParts;
  const config = { name: 's', health: { intervalMs: 7000 } } as McpServerConfig;
  const availability = new ServerAvailability(
    config,
    () => parts,
    () => state.isDown,
  );
  return { state, drains, availability };
}

test('what keeps requests from a server is a drain, then its health, its circuit and its credential', () => {
  const { state, drains, availability } = server();
  const reasons = () => [
    availability.shownOut?.reason,
    availability.out?.kind,
    availability.out?.retryAfterMs,
  ];
  assert.deepEqual(reasons(), [undefined, undefined, undefined]);
  state.missingCredential = 'it was refused';
  assert.deepEqual(reasons(), ['credential', 'auth', undefined]);
  for (const _ of [1, 2]) availability.begun()(failed);
  assert.deepEqual(reasons().slice(0, 2), ['circuit', 'out']);
  assert.ok(availability.out!.retryAfterMs! <= 40);
  state.isDown = true;
  assert.deepEqual(reasons(), ['health', 'out', 7000]);
  assert.deepEqual(drains.follow(['s', 'other/tool']), new Set(['s', 'other']));
  assert.deepEqual(reasons(), ['drained', 'drained', undefined]);
  assert.deepEqual(drains.follow(['other/tool']), new Set(['s']));
  assert.deepEqual(reasons(), ['health', 'out', 7000]);
  assert.ok(drains.has('other', 'tool', 'tool') && !drains.has('other', 'prompt', 'tool'));
});

test('a circuit is shown as open until an answer closes it, also while a request may try the server', async () => {
  const { availability } = server();
  for (const _ of [1, 2]) availability.begun()(failed);
  assert.equal(availability.lastError!.text, 'it was silent');
  await until(() => availability.out === undefined, 'a request may try it');
  assert.equal(availability.shownOut?.reason, 'circuit');
  const trial = availability.begun();
  assert.equal(availability.out?.kind, 'out');
  trial(undefined);
  assert.deepEqual(
    [availability.out, availability.shownOut, availability.lastError],
    [undefined, undefined, undefined],
  );
});

test('a client that took nothing, and a request that was not sent, are no failures of the server', () => {
  const { availability } = server();
  for (const kind of ['client', 'out', 'drained'] as const) availability.noted(new CallFault(kind, 'no'));
  assert.equal(availability.lastError, undefined);
});
