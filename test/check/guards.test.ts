/** What explain and diff say of guards. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeChanges } from '../../src/check/diff/describe-changes.ts';
import { diffConfigs } from '../../src/check/diff/diff.ts';
import { diffText } from '../../src/check/diff/diff-text.ts';
import { explain } from '../../src/check/explain/explain.ts';
import { explanationText } from '../../src/check/explain/text/explain-text.ts';
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
  assert.ok(said.includes('Requests are checked by dlp and all (guards).'), said);
  assert.ok(said.includes('Answers are checked by all (guards).'), said);
});

test('diff says who lost a guard, and what of one changed, without its secrets', async (t) => {
  const old = await load(t, dlp());
  const cases: [string, RegExp[]][] = [
    [
      '',
      [
        /^ *- dlp$/m,
        /- eu-1: its requests for b are no longer checked by dlp/,
        /- eu-1: its answers for b are no longer checked by dlp/,
      ],
    ],
    [dlp(', on_failure: allow'), [/~ dlp: on_failure refuse -> allow/]],
    [dlp(', looks_at: [requests]'), [/- eu-1: its answers for b are no longer checked by dlp/]],
    [dlp().replace('"eu-*"', '"*"'), [/\+ us-1: its requests for b are checked by dlp/]],
    [dlp().replace('models: [b]', 'models: ["*"]'), [/\+ eu-1: its requests for \* are checked by dlp/]],
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

test('check warns of guards that nobody meets, and of places where no guard is', async () => {
  const found = async (
    guards: string,
    more = '',
    keys = '{ eu-1: { secret: sk-checked-0123456789abc, group: clinic }, us-1: { secret: sk-checked-9876543210abc } }',
  ) => {
    const { config, problems } = await loadInspected('-', {
      text: `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models: { a: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] }, "gpt-*": { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }
groups: { clinic: {} }
keys: ${keys}
${more}
guards: { ${guards} }
`,
      env: {},
      requireSecrets: true,
    });
    assert.ok(config, JSON.stringify(problems));
    const others = problems.filter(({ code }) => code !== 'GW1505' && code !== 'GW1819');
    return others.map(({ code, path, message, hint }) => `${code} ${path}: ${message}; ${hint}`);
  };
  const own = (more: string) => `g: { form: litellm, url: "https://dlp.internal", unseen: refuse${more} }`;
  const scoped = (scope: string) => own(`, applies_to: { ${scope} }`);
  for (const scope of [
    'keys: ["eu-*"]',
    'groups: [clinic], keys: ["*"]',
    'models: [a, "gpt-5*"]',
    'groups: ["cl*", "*"]',
  ])
    assert.deepEqual(await found(scoped(scope)), [], scope);
  const idle = 'GW1897 guards.g.applies_to';
  const cases: readonly (readonly [guards: string, expected: RegExp])[] = [
    [
      scoped('keys: ["uk-*"]'),
      /^GW1897 guards\.g\.applies_to\.keys\[0\]: no key has such a name, so the guard checks nothing; name a key/,
    ],
    [scoped('keys: ["eu-*", us-2]'), /^GW1897 guards\.g\.applies_to\.keys\[1\]: no key has such a name; /],
    [
      scoped('groups: ["hospital*"]'),
      /^GW1897 guards\.g\.applies_to\.groups\[0\]: no group has such a name, so the guard/,
    ],
    [
      scoped('models: ["claude-*"]'),
      /^GW1897 guards\.g\.applies_to\.models\[0\]: no model has such a name, so the guard/,
    ],
    [
      scoped('keys: [us-1], groups: [clinic]'),
      /^GW1897 guards\.g\.applies_to: no key matches both `keys` and `groups`/,
    ],
    [
      own('').replace('dlp.internal', '127.0.0.1:8443'),
      /^GW1818 guards\.g\.url: this is the address that the gateway itself listens at/,
    ],
    [
      own('').replace('dlp.internal', 'dlp.internal/beta/litellm_basic_guardrail_api'),
      /^GW1807 guards\.g\.url: the URL ends in \/beta\/litellm_basic_guardrail_api, which `form: litellm` adds itself; write https:\/\/dlp\.internal$/,
    ],
    [
      own('').replace('dlp.internal', 'dlp.internal:9443/a/request').replace('litellm', 'agentgateway'),
      /^GW1807 guards\.g\.url: .*; write https:\/\/dlp\.internal:9443\/a$/,
    ],
    [
      'g: { form: lakera, url: "https://api.lakera.ai/v2/guard", unseen: refuse, auth: { bearer: lakera-0123456789 } }',
      /^GW1807 guards\.g\.url: .*; write https:\/\/api\.lakera\.ai$/,
    ],
    [
      'g: { form: lakera, url: "https://api.eu-west.lakera.ai", unseen: refuse }',
      /^GW1815 guards\.g\.url: api\.eu-west\.lakera\.ai needs a credential, and this guard sends none; write `auth: \{ bearer/,
    ],
    [
      'g: { form: openai_moderation, url: "https://api.openai.com/v1", unseen: allow }',
      /^GW1815 guards\.g\.url: api\.openai\.com needs/,
    ],
    [
      own(', timeouts: { connect: 5s, total: 1s }'),
      /^GW1814 guards\.g\.timeouts\.connect: `connect` never runs out/,
    ],
  ];
  for (const [guards, expected] of cases) {
    const told = await found(guards);
    assert.equal(told.length, 1, told.join('\n'));
    assert.match(told[0]!, expected);
  }
  // Keys of a file of their own come and go by command.
  assert.deepEqual(await found(scoped('keys: ["uk-*"]'), '', '{}'), []);
  assert.ok((await found(scoped('models: [zzz*]'), '', '{}'))[0]!.startsWith(idle));
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
