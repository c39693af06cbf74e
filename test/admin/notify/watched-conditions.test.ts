import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { metersUnder } from '../../../src/admin/key-limits.ts';
import { Watch } from '../../../src/admin/notify/watched-conditions.ts';
import type { Config } from '../../../src/config/types/gateway.ts';
import type { NotifyEvent } from '../../../src/config/types/telemetry.ts';
import { hostClock } from '../../../src/limits/clock.ts';
import { Ledger } from '../../../src/limits/ledger.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import type { ToolServerReport } from '../../../src/observe/tool-server-report.ts';
import { pack } from '../../../src/process/config-transfer.ts';
import type { GatewayView } from '../../../src/supervisor/gateway-view.ts';
import type { Looked } from '../../../src/supervisor/messages/causes.ts';
import type { Matter } from '../../../src/supervisor/messages/message.ts';
import { ReloadHistory } from '../../../src/supervisor/reload-history.ts';
import { configText, loadText } from '../../helpers/gateway.ts';
import { hookSecret } from '../../helpers/hook.ts';

const usd = 1_000_000_000;
const text = (more = '', keys = '') =>
  configText({
    backends: '{ a: { simulator: {} } }',
    models:
      '{ m: { deployments: [ { backend: a, price: { per_request: 1 }, endpoints: { chat_completions: [] } } ] } }',
    keys: `{ one: { secret: sk-one-0123456789abcdef, group: team, rate_limit: { budget: 10 USD/day } }, two: { secret: sk-two-0123456789abcdef, end_users: { from: [body user], rate_limit: { budget: 1 USD/day } } }${keys} }`,
    more: `groups: { team: { rate_limit: { budget: 100 USD/month } } }\nnotify: { hooks: [ { url: "https://hooks.example.com/", secret: "\${HOOK}"${more} } ] }`,
  });
const load = (more?: string, keys?: string) => loadText(text(more, keys), { HOOK: hookSecret });

/** A gateway that exists only as far as it is looked at. */
async function watched(t: TestContext, more?: string) {
  const config = await load(more);
  const ledger = new Ledger(hostClock);
  const looks: Looked[] = [];
  const happened: Matter[] = [];
  let served = () => {};
  let isLimitStoreThere = true;
  const reloads = new ReloadHistory();
  const parts = {
    config,
    transfer: pack(config),
    limits: {
      read: async (list: Parameters<GatewayView['limits']['read']>[0]) => {
        if (!isLimitStoreThere) throw new Error('gone');
        return list.map((meters) => ledger.look(meters));
      },
    },
    credentials: { states: [] as unknown[] },
    certificateEnds: new Map<string, number>(),
    workers: { wanted: 2, serving: 2, restarts: 0 },
    metrics: async () => figures,
    toolServers: async () => toolServers,
    drains: { of: () => drained },
    reloads,
    onServed(take: () => void) {
      served = take;
      return () => {};
    },
    messages: {
      look: (looked: Looked) => void looks.push(looked),
      happened: (matters: readonly Matter[]) => void happened.push(...matters),
    },
  };
  const figures = new Map<string, Map<string, Float64Array>>();
  const toolServers: ToolServerReport[][] = [];
  const drained: { name: string; at: string; by: string }[] = [];
  let now = Date.now();
  const log = openLog('silent');
  const watch = new Watch(parts as unknown as GatewayView, log, { now: () => now });
  t.after(() => watch.close());
  return {
    parts,
    figures,
    toolServers,
    drained,
    happened,
    looks,
    watch,
    limitStore: (isThere: boolean) => {
      isLimitStoreThere = isThere;
    },
    spend(scope: 'key' | 'group', name: string, spent: number) {
      const { limits } = (scope === 'key' ? config.keys : config.groups).get(name)!;
      ledger.changeBudgets(metersUnder(scope, name, limits!), { kind: 'credit', nanoUsd: -spent * usd });
    },
    pass(ms: number) {
      now += ms;
    },
    async serve(next: Config) {
      parts.config = next;
      parts.transfer = pack(next);
      served();
      await watch.look();
    },
    /** What is so of an event, half a minute later than before. */
    async abouts(event: NotifyEvent) {
      now += 30_000;
      await watch.look();
      return looks
        .at(-1)!
        .get(event)
        ?.map(({ about }) => about);
    },
  };
}

test('budgets of keys and groups are told by four fifths and in full, and not where nobody can tell', async (t) => {
  const { spend, abouts, limitStore, looks } = await watched(t);
  spend('key', 'one', 7.9);
  assert.deepEqual([await abouts('budget_80'), await abouts('budget_100')], [[], []]);
  spend('key', 'one', 0.1);
  spend('group', 'team', 100);
  assert.deepEqual(await abouts('budget_80'), ['key one, per day', 'group team, per month']);
  assert.deepEqual(await abouts('budget_100'), ['group team, per month']);
  assert.equal(
    looks.at(-1)!.get('budget_100')![0]!.text,
    'The budget of the group team (per month) is spent: further requests are refused.',
  );
  limitStore(false);
  assert.deepEqual([await abouts('budget_80'), await abouts('budget_100')], [undefined, undefined]);
  limitStore(true);
  spend('key', 'one', -8);
  assert.deepEqual(await abouts('budget_80'), ['group team, per month']);
});

test('budgets are read every half minute, however often is looked, and anew for another file', async (t) => {
  const { parts, watch, serve, pass } = await watched(t);
  let reads = 0;
  const { read } = parts.limits;
  parts.limits.read = (list) => {
    reads += 1;
    return read(list);
  };
  for (let looks = 0; looks < 6; looks += 1) {
    await watch.look();
    pass(10_000);
  }
  assert.equal(reads, 2);
  await serve(await load('', ', three: { secret: sk-three-0123456789abcdef }'));
  assert.equal(reads, 3);
});

test('end users whose requests are refused over a budget are told by their key, however many they are', async (t) => {
  const { figures, abouts, pass } = await watched(t);
  const refused = (count: number) =>
    figures.set('gateway_key_refusals_total', new Map([['two\nbudget_exceeded', Float64Array.of(count)]]));
  refused(3);
  assert.deepEqual(await abouts('budget_100'), []);
  refused(9);
  assert.deepEqual(await abouts('budget_100'), ['end users of key two']);
  pass(3_500_000);
  assert.deepEqual(await abouts('budget_100'), ['end users of key two']);
  pass(100_000);
  assert.deepEqual(await abouts('budget_100'), []);
});

test('credentials that are gone, circuits that are open and certificates that end soon are told', async (t) => {
  const { parts, figures, abouts } = await watched(t);
  parts.credentials.states.push(
    { name: 'well', state: 'valid' },
    { name: 'late', state: 'failing', error: { code: 'timeout' } },
    { name: 'young', state: 'starting', error: undefined },
    { name: 'never', state: 'starting', error: { code: 'exit' } },
    { name: 'gone', state: 'out', error: { code: 'exit' } },
  );
  assert.deepEqual(await abouts('credential_lost'), ['credential of never', 'credential of gone']);
  figures.set(
    'gateway_attempts_in_flight',
    new Map(['m\na', 'm\nb', 'm\nc', '\nfiles'].map((names) => [names, Float64Array.of(0)])),
  );
  figures.set(
    'gateway_deployment_circuits',
    new Map([
      ['m\na\nclosed', Float64Array.of(1)],
      ['m\na\nopen', Float64Array.of(1)],
      ['m\nb\nclosed', Float64Array.of(2)],
      ['m\nb\nopen', Float64Array.of(0)],
      ['m\nc\nhalf_open', Float64Array.of(2)],
      ['\nfiles\nopen', Float64Array.of(2)],
    ]),
  );
  // The last is a backend that is asked for what it keeps, which has no model.
  assert.deepEqual(await abouts('circuit_open'), ['deployment m/a', 'deployment m/c', 'deployment files']);
  parts.certificateEnds
    .set('public', Date.now() + 13 * 86_400_000)
    .set('admin', Date.now() + 15 * 86_400_000);
  assert.deepEqual(await abouts('certificate_14d'), ['certificate of the public listener']);
});

test('a guard that some worker leaves alone is told, with what becomes of what it should look at', async (t) => {
  const { figures, abouts, looks, serve } = await watched(t);
  const guard = (name: string, more = '') =>
    `${name}: { form: litellm, url: "https://guard.example.com", unseen: refuse${more} }`;
  const guards = `guards: { ${guard('dlp')}, ${guard('lax', ', on_failure: allow')}, ${guard('well')} }`;
  await serve(await loadText(`${text()}\n${guards}`, { HOOK: hookSecret }));
  assert.deepEqual(await abouts('guard_down'), []);
  const down = (...counts: readonly (readonly [string, number])[]) =>
    figures.set(
      'gateway_guard_down',
      new Map(counts.map(([name, count]) => [name, Float64Array.of(count)] as const)),
    );
  down(['dlp', 2], ['lax', 1], ['well', 0]);
  assert.deepEqual(await abouts('guard_down'), ['guard dlp', 'guard lax']);
  assert.deepEqual(
    looks
      .at(-1)!
      .get('guard_down')!
      .map(({ text }) => text),
    [
      'The guard dlp is down: what it should look at is refused with 503.',
      'The guard lax is down: what it should look at passes, as `on_failure: allow` says.',
    ],
  );
  down(['dlp', 0], ['lax', 1], ['well', 0]);
  assert.deepEqual(await abouts('guard_down'), ['guard lax'], 'one that is asked again is down no more');
});

test('a tool server that some worker sends nothing is told, but for one that an operator took out', async (t) => {
  const { abouts, looks, serve, toolServers, drained } = await watched(t);
  const mcp = 'mcp: { servers: { github: { simulator: true }, jira: { simulator: true } } }';
  await serve(await loadText(`${text()}\n${mcp}`, { HOOK: hookSecret }));
  assert.deepEqual(await abouts('tool_server_down'), []);
  const rest = { lastError: undefined, revision: undefined, lists: {}, tools: [], held: undefined };
  const out = { reason: 'circuit' as const, text: 'it has failed too often lately' };
  const well = { server: 'github', out: undefined, ...rest };
  toolServers.push([well, { server: 'jira', out, ...rest }], [{ ...well, out }]);
  drained.push({ name: 'jira', at: '2026-01-01T00:00:00.000Z', by: 'token' });
  assert.deepEqual(await abouts('tool_server_down'), ['tool server github']);
  assert.deepEqual(
    looks
      .at(-1)!
      .get('tool_server_down')!
      .map(({ text }) => text),
    [
      'The tool server github is down: it has failed too often lately. Its tools are in no list, and calls get 503.',
    ],
  );
  toolServers.pop();
  assert.deepEqual(await abouts('tool_server_down'), []);
});

test('a reload that was rejected is told at once, and over with one that was not', async (t) => {
  const { parts, looks, watch } = await watched(t);
  parts.reloads.add({ from: 'a', outcome: 'rejected' });
  await watch.look();
  assert.equal(looks[0]!.get('reload_rejected')!.length, 1);
  parts.reloads.add({ from: 'a', outcome: 'unchanged' });
  await watch.look();
  assert.equal(looks.at(-1)!.get('reload_rejected')!.length, 0);
});

test('keys that are new are told, and none that were there, moved or went', async (t) => {
  const { serve, happened } = await watched(t);
  const many = Array.from(
    { length: 300 },
    (_, index) => `, k${index}: { secret: sk-${index}-0123456789abcdef }`,
  );
  await serve(await load('', many.join('')));
  assert.equal(happened.length, 300);
  happened.length = 0;
  const other = [', aaa: { secret: sk-aaa-0123456789abcdef }', ...many.slice(5)];
  await serve(await load('', other.join('')));
  assert.deepEqual(
    happened.map(({ about, text }) => [about, text]),
    [['key aaa', 'The key aaa is new.']],
  );
});

test('nobody is looked after for what no hook is told of', async (t) => {
  const { figures, abouts, spend, parts, serve, happened } = await watched(t, ', on: [certificate_14d]');
  spend('key', 'one', 10);
  figures.set('gateway_deployment_circuits', new Map([['m\na\nopen', Float64Array.of(1)]]));
  assert.deepEqual([await abouts('budget_100'), await abouts('circuit_open')], [[], []]);
  parts.metrics = () => Promise.reject(new Error('asked all the same'));
  assert.deepEqual(await abouts('circuit_open'), []);
  await serve(await load(', on: [certificate_14d]', ', three: { secret: sk-three-0123456789abcdef }'));
  assert.deepEqual(happened, []);
});

test('a server whose tools are held back is told, until its lock has them', async (t) => {
  const { abouts, looks, serve, toolServers } = await watched(t);
  const mcp = 'mcp: { servers: { github: { simulator: true }, jira: { simulator: true } } }';
  await serve(await loadText(`${text()}\n${mcp}`, { HOOK: hookSecret }));
  const rest = { out: undefined, lastError: undefined, revision: undefined, lists: {}, tools: [] };
  const none = { counts: { new: 0, changed: 0 }, items: [] };
  const items = [{ kind: 'tools' as const, name: 'a', reason: 'changed' as const }];
  const held = { counts: { new: 0, changed: 1 }, items };
  toolServers.push([
    { server: 'github', ...rest, held },
    { server: 'jira', ...rest, held: none },
  ]);
  assert.deepEqual(await abouts('tools_held_back'), ['tools of github']);
  const [{ text: told } = { text: '' }] = looks.at(-1)!.get('tools_held_back')!;
  assert.match(
    told,
    /^The tool server github offers what tools\.lock does not have as it is now: 1 changed, 0 new\./,
  );
  toolServers[0]![0] = { server: 'github', ...rest, held: none };
  assert.deepEqual(await abouts('tools_held_back'), []);
});
