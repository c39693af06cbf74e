/** That no request goes round a guard: what is proved agrees with all requests that there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leniencies } from '../../../src/check/prove/never-without-guard.ts';
import { prove } from '../../../src/check/prove/prove.ts';
import type { Config } from '../../../src/config/types/gateway.ts';
import type { GuardConfig } from '../../../src/config/types/guards.ts';
import { clientKey } from '../../../src/keys/keyring.ts';
import { compileGlob } from '../../../src/lib/glob.ts';
import type { Exchange } from '../../../src/pipeline/exchange.ts';
import { GuardsOf } from '../../../src/pipeline/guards/guards-of.ts';
import { LiveGuard } from '../../../src/pipeline/guards/live-guard.ts';
import { plannedModels } from '../../../src/routing/plan.ts';
import { routingTable } from '../../../src/routing/routing-table.ts';
import { runs } from '../../helpers/full.ts';
import { loadText } from '../../helpers/gateway.ts';
import { requests } from './brute-force.ts';
import { file } from './random-files.ts';

const count = runs(400);
const seed = 20_261_128;

const guardOf = (appliesTo: GuardConfig['appliesTo']): GuardConfig => ({
  name: 'dlp',
  at: { file: '/etc/gateway/gateway.yaml', line: 1, column: 1 },
  form: { kind: 'agentgateway' },
  server: undefined,
  basePath: '',
  looksAt: ['requests', 'answers'],
  appliesTo,
  scan: 'all',
  unseen: 'refuse',
  onHit: 'refuse',
  refusal: { as: 'error', reason: 'hide' },
  onFailure: 'refuse',
  onMask: 'refuse',
  hold: { bytes: 400, overlap: 80, waitMs: 500 },
  maxTextBytes: 1_048_576,
  rememberMs: 0,
  concurrency: 1,
  totalMs: 1000,
});

const scope = fc.record({
  keys: fc.constantFrom(['*'], ['eu-*'], ['eu-1', 'us-1']),
  groups: fc.constant(['*']),
  models: fc.constantFrom(['*'], ['a'], ['a', 'b'], ['w-*'], ['w-1'], ['*-1', 'a'], ['a', 'b', 'w-*']),
});

/** Tells whether the stage that serves would ask no guard, by what that is made of. */
function goingRound(config: Config, guard: GuardConfig) {
  const table = routingTable(config);
  const guards = new GuardsOf([new LiveGuard(guard, {} as never)]);
  return (key: ReturnType<typeof clientKey>, request: object): boolean => {
    const asked = request as {
      endpoint: never;
      model: string | undefined;
      models: readonly string[];
      tags: readonly string[];
    };
    if (!key.allowsEndpoint(asked.endpoint)) return false;
    const plan = plannedModels(table, {
      ...asked,
      tags: [...asked.tags, ...key.config.tags],
      allows: key.allowsModel,
    });
    if (plan.length === 0) return false;
    const exchange = { key, plan, summary: undefined } as unknown as Exchange;
    return guards.of(exchange)?.requests === undefined;
  };
}

test(`a guard that is proved looks at every request, for ${count} random configurations`, () => {
  const verdicts = new Map<string, number>();
  const cases = fc.sample(fc.tuple(file, fc.array(scope, { minLength: 3, maxLength: 3 })), {
    numRuns: count,
    seed,
  });
  for (const [made, scopes] of cases) {
    for (const [index, appliesTo] of scopes.entries()) {
      const guard = guardOf(appliesTo);
      const assertion = {
        ...made.never[index]!,
        withoutGuard: 'dlp',
        reaches: { backend: undefined, deployment: undefined, tool: undefined },
      };
      const config = { ...made, guards: new Map([['dlp', guard]]), never: [assertion], survives: [] };
      const [outcome] = prove(config);
      const goesRound = goingRound(config, guard);
      const keys = [...config.keys.values()].filter(
        ({ id }) => assertion.request.key === undefined || compileGlob(assertion.request.key)(id),
      );
      let round: object | undefined;
      for (const key of keys.map(clientKey)) {
        for (const request of requests(assertion.request)) {
          if (round !== undefined) break;
          if (goesRound(key, request)) round = { key: key.id, ...request };
        }
      }
      const expected = keys.length === 0 ? 'empty' : round === undefined ? 'proved' : 'broken';
      const what = `${JSON.stringify(assertion.request)} ${JSON.stringify(appliesTo)}: ${outcome!.message}; ${JSON.stringify(round)}\n${JSON.stringify([...config.models, ...config.keys])}`;
      assert.equal(outcome!.verdict, expected, what);
      verdicts.set(expected, (verdicts.get(expected) ?? 0) + 1);
      const { counterexample } = outcome!;
      if (counterexample !== undefined)
        assert.ok(goesRound(clientKey(config.keys.get(counterexample.key!)!), counterexample), what);
    }
  }
  assert.ok(verdicts.get('proved')! > 10 && verdicts.get('broken')! > 10, JSON.stringify([...verdicts]));
});

const text = (guard: string, never: string, more = '') => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { us-east: { simulator: {} }, eu: { simulator: {} } }
models:
  m: { deployments: [ { backend: eu, endpoints: { chat_completions: [] } } ] }
  judge: { deployments: [ { backend: us-east, endpoints: { chat_completions: [] } } ] }
keys: { eu-1: { secret: sk-proof-0123456789abcdef, models: [m] } }
guards: { dlp: ${guard} }
never: [ ${never} ]
${more}`;

test('what a guard lets pass breaks the proof, unless the assertion is lenient', async () => {
  const base = 'form: agentgateway, url: "https://dlp.internal"';
  const never = '{ name: looked at, request: { key: "eu-*" }, without_guard: dlp }';
  const verdict = async (guard: string, assertion = never) =>
    prove(await loadText(text(`{ ${base}, ${guard} }`, assertion))).map(({ verdict, message }) => [
      verdict,
      message,
    ]);
  assert.deepEqual(await verdict('unseen: refuse'), [['proved', '']]);
  for (const [guard, why] of [
    ['unseen: allow', 'unseen: allow'],
    ['unseen: refuse, on_failure: allow', 'on_failure: allow'],
    ['unseen: refuse, on_hit: log', 'on_hit: log'],
    ['unseen: refuse, scan: new', 'scan: new'],
    ['unseen: refuse, looks_at: [requests]', 'does not look at answers'],
    ['unseen: refuse, looks_at: [answers]', 'does not look at requests'],
  ] as const) {
    const [[kind, message]] = (await verdict(guard)) as [[string, string]];
    assert.equal(kind, 'broken', guard);
    assert.ok(message.includes(why), message);
    assert.deepEqual(await verdict(guard, never.replace('without_guard', 'lenient: true, without_guard')), [
      ['proved', ''],
    ]);
  }
  assert.equal(leniencies(guardOf({ keys: ['*'], groups: ['*'], models: ['*'] })).length, 0);
  const [[kind, message]] = (await verdict('unseen: refuse, applies_to: { keys: ["us-*"] }')) as [
    [string, string],
  ];
  assert.equal(kind, 'broken');
  assert.match(message, /^requests of key eu-1 are not shown to the guard dlp: /);
});

test('a guard is itself a place that text reaches', async () => {
  const never = (what: string) => `{ name: stays, request: { key: "eu-*" }, reaches: ${what} }`;
  const judged = text(
    '{ form: chat, model: judge, refuse_if: unsafe, unseen: refuse }',
    never('{ backend: "us-*" }'),
  );
  const [chat] = prove(await loadText(judged));
  assert.equal(chat!.verdict, 'broken');
  assert.match(chat!.message, /reaches the guard dlp, which asks judge/);
  const served = text(
    '{ form: litellm, url: "https://guard.us", unseen: refuse }',
    never('{ backend: "dlp*" }'),
  );
  const [server] = prove(await loadText(served));
  assert.match(server!.message, /^key eu-1 reaches the guard dlp/);
  const [other] = prove(
    await loadText(
      text(
        '{ form: litellm, url: "https://guard.us", unseen: refuse, applies_to: { keys: ["us-*"] } }',
        never('{ backend: "us-*" }'),
      ),
    ),
  );
  assert.equal(other!.verdict, 'proved');
});
