import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolServersAnswer } from '../../src/admin/contract/tools.ts';
import type { ToolServerReport } from '../../src/observe/tool-server-report.ts';
import { servedText, startAdmin } from '../helpers/admin.ts';

const text = `${servedText}
mcp:
  servers:
    github: { url: "https://mcp.example.com/mcp" }
    docs: { simulator: true }`;

const unknown: Omit<ToolServerReport, 'server'> = {
  out: undefined,
  lastError: undefined,
  revision: undefined,
  lists: {},
  tools: [],
  held: undefined,
};

test('servers of tools are put together from what each worker knows of them', async (t) => {
  const admin = await startAdmin(t, text);
  const read = async () => ((await (await admin.call('/api/tools')).json()) as ToolServersAnswer).servers;
  const [nobodyAsked] = await read();
  assert.deepEqual(nobodyAsked, {
    server: 'github',
    standing: 'well',
    workers_out: 0,
    out: null,
    last_error: null,
    revision: null,
    listed: null,
    tools: null,
    prompts: null,
    resources: null,
    templates: null,
    held_back: null,
    drained: null,
    drained_tools: [],
  });
  const items = [
    { kind: 'tools' as const, name: 'c', reason: 'new' as const },
    { kind: 'instructions' as const, name: '', reason: 'changed' as const },
  ];
  const older = {
    server: 'github',
    ...unknown,
    lastError: { at: 1_000, text: 'status 500' },
    revision: '2025-11-25',
    lists: { tools: { at: 5_000, items: 1 }, prompts: { at: 9_000, items: 0 } },
    tools: ['a'],
    held: { counts: { new: 1, changed: 0 }, items: items.slice(0, 1) },
  };
  const newer = {
    server: 'github',
    ...unknown,
    out: { reason: 'circuit' as const, text: 'it has failed too often' },
    lastError: { at: 2_000, text: 'nobody is there' },
    lists: { tools: { at: 7_000, items: 2 } },
    tools: ['a', 'b'],
    held: { counts: { new: 1, changed: 1 }, items },
  };
  admin.toolServers.push([older, { server: 'docs', ...unknown }], [newer]);
  const [github, docs] = await read();
  assert.deepEqual(github, {
    server: 'github',
    standing: 'partly',
    workers_out: 1,
    out: 'it has failed too often',
    last_error: { at: '1970-01-01T00:00:02.000Z', error: 'nobody is there' },
    revision: '2025-11-25',
    listed: '1970-01-01T00:00:09.000Z',
    tools: 2,
    prompts: 0,
    resources: null,
    templates: null,
    held_back: { new: 1, changed: 1, items },
    drained: null,
    drained_tools: [],
  });
  assert.deepEqual([docs!.server, docs!.standing], ['docs', 'well']);
  admin.toolServers[0]![0] = newer;
  assert.equal((await read())[0]!.standing, 'down');
  const { tool_servers: told } = (await (await admin.call('/status')).json()) as {
    tool_servers: ToolServersAnswer['servers'];
  };
  assert.deepEqual(told, await read());
});
