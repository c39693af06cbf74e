import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { McpServerConfig } from '../../../src/config/types/mcp.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { DrainedTools } from '../../../src/pipeline/mcp/drained-tools.ts';
import { McpServer } from '../../../src/pipeline/mcp/servers/mcp-server.ts';
import { CallFault } from '../../../src/pipeline/mcp/servers/server-call-fault.ts';
import { ServerHealth } from '../../../src/pipeline/mcp/servers/server-health.ts';
import type { ServerParts } from '../../../src/pipeline/mcp/servers/server-parts.ts';
import { until } from '../../helpers/gate.ts';

const parts = {
  backend: { missingCredential: undefined, config: { timeouts: { connectMs: 20 } } },
  drains: new DrainedTools(),
  log: openLog('silent'),
} as unknown as ServerParts;

/** A health check of a server whose answers a test decides. */
function check(more: Partial<McpServerConfig>) {
  const state = { checks: 0, changes: 0, ends: [] as (string | undefined)[], ask: async () => {} };
  const health = new ServerHealth({
    config: { name: 's', health: { intervalMs: 1 }, ...more } as McpServerConfig,
    parts: () => parts,
    ask: () => {
      state.checks += 1;
      return state.ask();
    },
    ended: (fault) => void state.ends.push(fault?.kind),
    changed: () => {
      state.changes += 1;
    },
  });
  return { state, health };
}

const refused = () => Promise.reject(new CallFault('auth', 'status 401'));

test('two checks in a row make a server unhealthy, one makes it healthy; one without an end in time has failed', async () => {
  const { state, health } = check({});
  health.start();
  await until(() => state.checks > 2 && !health.isDown, 'it is well');
  state.ask = () => new Promise(() => {});
  await until(() => health.isDown, 'it is silent');
  assert.deepEqual(state.ends.slice(-2), ['timeout', 'timeout']);
  state.ask = async () => {};
  await until(() => !health.isDown, 'it answers');
  state.ask = refused;
  await until(() => health.isDown, 'it refuses');
  assert.equal(state.changes, 3);
  health.stop();
});

test('a server that gets the tokens of callers refuses a check, which has none: it is there', async () => {
  const { state, health } = check({ exchange: {} as NonNullable<McpServerConfig['exchange']> });
  state.ask = refused;
  health.start();
  await until(() => state.checks > 4, 'it is asked');
  health.stop();
  assert.equal(health.isDown, false);
  assert.equal(state.changes, 0);
});

test('without `health` nothing is asked', async () => {
  const { state, health } = check({ health: undefined });
  health.start();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(state.checks, 0);
});

test('where each caller has lists of his own, all are held to the lock that is served', () => {
  const config = { name: 's', path: '/', tools: ['*'], isPinned: false, exchange: { source: {} } };
  const server = new McpServer(config as unknown as McpServerConfig, parts);
  const caller = (digest: string) => {
    Promise.resolve(server.callers!.of(digest, 'token')).catch(() => {});
    return server.callers!.all.at(-1)!;
  };
  const before = caller('one');
  server.pin({ isPinned: true, locked: undefined });
  assert.deepEqual([before.pins.isPinned, caller('two').pins.isPinned], [true, true]);
  assert.deepEqual(server.report.held, { counts: { new: 0, changed: 0 }, items: [] });
});
