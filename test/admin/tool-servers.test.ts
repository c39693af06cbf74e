import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverviewAnswer } from '../../src/admin/contract/overview.ts';
import type {
  OfferedToolsAnswer,
  ToolDrainAnswer,
  ToolServersAnswer,
} from '../../src/admin/contract/tool-servers.ts';
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

test('the tools of a server are shown with the keys that may use each, by the patterns that allow it', async (t) => {
  const groups = `groups:
  readers: { tools: ["github/get_*", "docs/*"] }
  all: {}`;
  const keys = Array.from(
    { length: 12 },
    (_, index) => `  many-${index}: { secret: sk-many-${index}-0123456789abc, tools: ["github/*"] }`,
  );
  const admin = await startAdmin(
    t,
    `${text}
${groups}
`.replace(
      /^keys:$/m,
      `keys:
  none: { secret: sk-none-0123456789abcdef }
  elsewhere: { secret: sk-else-0123456789abcdef, tools: ["docs/*"] }
  reader: { secret: sk-reader-0123456789abcd, tools: ["*"], group: readers }
  writer: { secret: sk-writer-0123456789abcd, tools: ["github/delete_*", "docs/*"], group: all }
${keys.join('\n')}`,
    ),
  );
  const read = async (server: string) => {
    const answer = await admin.call(`/api/offered-tools?server=${server}`);
    return { status: answer.status, json: (await answer.json()) as OfferedToolsAnswer };
  };
  assert.equal((await read('gitlab')).status, 404);
  assert.deepEqual((await read('github')).json.tools, []);
  const tools = ['get_issue', 'delete_repo', 'other'];
  const github = { server: 'github', ...unknown, lists: { tools: { at: 5_000, items: 3 } }, tools };
  admin.toolServers.push(
    [{ ...github, lists: { tools: { at: 1_000, items: 1 } }, tools: ['old'] }],
    [github],
  );
  await admin.call('/api/tools/github%2Fother/drain', { method: 'POST' });
  const { json } = await read('github');
  assert.deepEqual(json, {
    server: 'github',
    listed: '1970-01-01T00:00:05.000Z',
    tools: [
      { name: 'get_issue', drained: false, grants: [0, 2] },
      { name: 'delete_repo', drained: false, grants: [1, 2] },
      { name: 'other', drained: true, grants: [2] },
    ],
    grants: [
      {
        patterns: ['*'],
        groups: [{ group: 'readers', patterns: ['github/get_*'] }],
        keys: ['reader'],
        total: 1,
      },
      { patterns: ['github/delete_*'], groups: [], keys: ['writer'], total: 1 },
      {
        patterns: ['github/*'],
        groups: [],
        keys: Array.from({ length: 10 }, (_, index) => `many-${index}`),
        total: 12,
      },
    ],
    more_grants: 0,
  });
});

test('the overview tells of servers that some worker sends nothing, but for drained ones', async (t) => {
  const admin = await startAdmin(t, text);
  const unwell = async () =>
    ((await (await admin.call('/api/overview')).json()) as OverviewAnswer).unwell_tool_servers;
  assert.deepEqual(await unwell(), []);
  admin.figures.set(
    'gateway_mcp_server_out',
    new Map([
      ['github\ncircuit', Float64Array.of(2)],
      ['docs\ndrained', Float64Array.of(2)],
      ['gone\nhealth', Float64Array.of(1)],
    ]),
  );
  assert.deepEqual(await unwell(), [{ server: 'github', reason: 'circuit', workers_out: 2 }]);
});

test('a tool of any name can be taken out, since a server may call one as no pattern does', async (t) => {
  const admin = await startAdmin(t, text);
  const odd = 'delete *\n/all';
  admin.toolServers.push([
    { server: 'github', ...unknown, lists: { tools: { at: 1, items: 1 } }, tools: [odd] },
  ]);
  const drain = async (name: string) => {
    const answer = await admin.call(`/api/tools/${encodeURIComponent(name)}/drain`, { method: 'POST' });
    return [answer.status, ((await answer.json()) as ToolDrainAnswer).listed];
  };
  assert.deepEqual(await drain(`github/${odd}`), [200, true]);
  assert.equal((await drain('github/*'))[0], 400, 'a pattern takes nothing out');
  assert.deepEqual(await drain('docs/prompt:hello'), [200, null]);
  for (const name of ['gitlab/x', 'github/', 'GitHub']) assert.equal((await drain(name))[0], 404);
});
