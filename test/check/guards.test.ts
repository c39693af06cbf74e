/** What explain and diff say of guards. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeChanges } from '../../src/check/diff/describe-changes.ts';
import { diffConfigs } from '../../src/check/diff/diff.ts';
import { diffText } from '../../src/check/diff/diff-text.ts';
import { explain } from '../../src/check/explain/explain.ts';
import { explanationText } from '../../src/check/explain/explain-text.ts';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { runRoutingTests } from '../../src/check/routing-tests.ts';
import type { RoutingTest } from '../../src/config/types/tests.ts';
import { scratchFolder } from '../helpers/scratch.ts';

const text = (guards: string) => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models:
  a: { fallbacks: [b], deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] }
  b: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] }
  c: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] }
keys: { eu-1: { secret: sk-checked-0123456789abc }, us-1: { secret: sk-checked-9876543210abc } }
guards: { ${guards} }
`;
const dlp = (more = '', token = 'guard-token-0123456789') =>
  `dlp: { form: agentgateway, url: "https://dlp.internal", auth: { bearer: ${token} }, unseen: refuse, applies_to: { keys: ["eu-*"], models: [b] }${more} }`;

async function load(t: Parameters<typeof scratchFolder>[0], guards: string) {
  const file = join(scratchFolder(t), 'gateway.yaml');
  writeFileSync(file, text(guards));
  const { config, trees } = await loadInspected(file, { requireSecrets: true });
  return { config: config!, trees };
}

test('explain lists the guards that a request meets', async (t) => {
  const { config } = await load(
    t,
    `${dlp(', looks_at: [requests]')}, all: { form: litellm, url: "https://all.internal", unseen: refuse }`,
  );
  const ask = (key: string, model: string) =>
    explain(config, { endpoint: 'chat_completions', model, models: [], tags: [], key, down: [] });
  // A fallback may answer, too.
  assert.deepEqual(ask('eu-1', 'a').guards, [
    { name: 'dlp', looksAt: ['requests'] },
    { name: 'all', looksAt: ['requests', 'answers'] },
  ]);
  assert.deepEqual(
    ask('eu-1', 'c').guards?.map(({ name }) => name),
    ['all'],
  );
  assert.deepEqual(
    ask('us-1', 'a').guards?.map(({ name }) => name),
    ['all'],
  );
  const said = explanationText(ask('eu-1', 'a'));
  assert.ok(said.includes('What the request says is looked at by dlp and all (guards).'), said);
  assert.ok(said.includes('What is answered is looked at by all (guards).'), said);
});

test('diff says who lost a guard, and what of one changed, without its secrets', async (t) => {
  const old = await load(t, dlp());
  const cases: [string, RegExp[]][] = [
    [
      '',
      [
        /^ *- dlp$/m,
        /- eu-1: what its requests say for b is no longer looked at by dlp/,
        /- eu-1: what it is answered for b is no longer looked at by dlp/,
      ],
    ],
    [dlp(', on_failure: allow'), [/~ dlp: on_failure refuse -> allow/]],
    [dlp(', looks_at: [requests]'), [/- eu-1: what it is answered for b is no longer looked at by dlp/]],
    [dlp().replace('"eu-*"', '"*"'), [/\+ us-1: what its requests say for b is looked at by dlp/]],
    [
      dlp().replace('models: [b]', 'models: ["*"]'),
      [/\+ eu-1: what its requests say for \* is looked at by dlp/],
    ],
    [dlp('', 'guard-token-9876543210'), [/~ dlp: auth/]],
  ];
  for (const [guards, expected] of cases) {
    const now = await load(t, guards);
    const shown = diffText(diffConfigs(old, now));
    for (const one of expected) assert.match(shown, one, shown);
    assert.ok(!/guard-token/.test(shown), shown);
    const said = describeChanges(old.config, now.config).join('\n');
    assert.match(said, /guard dlp/);
    assert.ok(!/guard-token/.test(said), said);
  }
  assert.ok(!/guard|Guard/.test(diffText(diffConfigs(old, await load(t, dlp())))));
});

test('a test says what guards say, and what comes of that', async (t) => {
  const { config } = await load(
    t,
    `${dlp()}, lax: { form: litellm, url: "https://lax.internal", unseen: refuse, on_failure: allow, on_hit: log }`,
  );
  const result = (guards: Record<string, 'pass' | 'refuse' | 'fail'>, key = 'eu-1') => {
    const request = {
      endpoint: 'chat_completions',
      model: 'a',
      models: [],
      tags: [],
      key,
      claims: undefined,
      socket: undefined,
    } as const;
    const base = { index: 0, name: 'x', at: { file: '', line: 1, column: 1 }, body: undefined, down: [] };
    const expect = { status: 200 } as RoutingTest['expect'];
    const [outcome] = runRoutingTests(config, Date.now, [{ ...base, request, guards, expect }]);
    return outcome!.passed ? 200 : outcome!.actual;
  };
  assert.equal(result({}), 200);
  assert.match(String(result({ dlp: 'refuse' })), /400/);
  assert.match(String(result({ dlp: 'fail' })), /503/);
  assert.equal(result({ dlp: 'refuse' }, 'us-1'), 200);
  assert.equal(result({ lax: 'refuse' }), 200);
  assert.equal(result({ lax: 'fail' }), 200);
});
