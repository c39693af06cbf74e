/** What one look of a guard comes to, where it takes several calls and these end otherwise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardConfig } from '../../../src/config/types/guards.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import type { GuardForm, GuardQuestion, ShownText } from '../../../src/pipeline/guards/forms/guard-form.ts';
import { litellm } from '../../../src/pipeline/guards/forms/litellm.ts';
import { GuardFailure } from '../../../src/pipeline/guards/guard-caller.ts';
import { GuardState, LiveGuard, type Look } from '../../../src/pipeline/guards/live-guard.ts';
import type { LookTime } from '../../../src/pipeline/guards/look-time.ts';

type Answer = (texts: readonly string[]) => Promise<unknown> | unknown;

const circuit = { failures: 3, windowMs: 10_000, openMs: 1000, maxOpenMs: 1000 };

/** Each text is a call of its own. */
const eachByItself: GuardForm = { ...litellm, callTexts: 1 };

interface Ways {
  readonly form?: GuardForm;
  readonly rememberMs?: number;
  readonly totalMs?: number;
  readonly state?: GuardState;
  readonly key?: string;
}

function look(
  onFailure: GuardConfig['onFailure'],
  answer: Answer,
  texts: readonly string[],
  { form = eachByItself, rememberMs = 0, totalMs = 2000, state, key = 'k' }: Ways = {},
): Promise<Look> {
  const config = { name: 'g', rememberMs, totalMs, onFailure, concurrency: 4 } as GuardConfig;
  const caller = {
    isDown: undefined,
    ask: ({ body }: GuardQuestion, time: LookTime) =>
      new Promise((resolve, reject) => {
        time.whenOver(() => reject(new GuardFailure(time.over!)));
        const { texts: asked } = body as { texts: readonly string[] };
        Promise.resolve(answer(asked)).then(resolve, reject);
      }),
  };
  const parts = {
    form,
    caller,
    state: state ?? new GuardState(config),
    circuit,
    told: () => {},
    log: openLog('silent'),
  };
  const shown = texts.map((text): ShownText => ({ text, role: 'user' }));
  return new LiveGuard(config, parts).look(shown, { direction: 'requests', key, id: 'r', hops: 0 });
}

const pass = { action: 'NONE' };

test('where failures are let pass, one call that fails hides no refusal and no mask of another', async () => {
  for (const failsAfter of [0, 20]) {
    const judged: Answer = async ([text]) => {
      await sleep(text === 'broken' ? failsAfter : 10);
      if (text === 'broken') throw new GuardFailure('status 500');
      if (text === 'bad') return { action: 'BLOCKED' };
      if (text === 'name') return { action: 'GUARDRAIL_INTERVENED', texts: ['***'] };
      return pass;
    };
    const refused = await look('allow', judged, ['good', 'broken', 'bad']);
    assert.deepEqual(refused, { kind: 'refused', reason: undefined, place: 2 });
    const masked = await look('allow', judged, ['good', 'broken', 'name']);
    assert.deepEqual(masked, { kind: 'masked', texts: new Map([[2, '***']]) });
    const failed = await look('allow', judged, ['good', 'broken']);
    assert.deepEqual(failed, { kind: 'failed', why: 'status 500' });
    const strict = await look('refuse', judged, ['good', 'broken', 'name']);
    assert.deepEqual(strict, { kind: 'failed', why: 'status 500' });
  }
});

test('half of a character, over which services fail, is shown as a mark; a text that is given back so is no mask', async () => {
  const asked: string[] = [];
  const echoed: Answer = (texts) => {
    asked.push(...texts);
    return { action: 'NONE', texts };
  };
  const passed = await look('refuse', echoed, [
    'a\ud800b',
    'whole 😀',
    '\udc00',
    `${'x'.repeat(99_999)}\ud83d`,
  ]);
  assert.deepEqual(passed, { kind: 'passed', holdBack: 0 });
  assert.deepEqual(asked.slice(0, 3), ['a\ufffdb', 'whole 😀', '\ufffd']);
  for (const text of asked) assert.equal(Buffer.from(text).toString(), text);
});

test('however many texts there are, few calls are under way at once, and none when its time is over', async () => {
  const texts = Array.from({ length: 3000 }, (_, index) => `${index}`);
  let underWay = 0;
  let most = 0;
  let asked = 0;
  const slow: Answer = async () => {
    asked += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return pass;
  };
  assert.deepEqual(await look('refuse', slow, texts), { kind: 'passed', holdBack: 0 });
  assert.deepEqual([most, asked], [4, 3000]);
  const late = await look('refuse', slow, texts, { totalMs: 1 });
  assert.deepEqual(late, { kind: 'failed', why: 'no answer within 1 ms' });
  assert.ok(asked < 6000);
});

test('others get their turn while very many texts are held against what passed', async () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `${index}`);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await look('refuse', () => pass, texts, { rememberMs: 60_000, form: { ...litellm, callTexts: 20_000 } });
  isOver = true;
  assert.ok(turns > 5, `${turns} turns`);
});

test('what goes along before a text has few texts, the nearest, in their order', async () => {
  const seen: (readonly string[])[] = [];
  const form: GuardForm = {
    ...eachByItself,
    contextLength: 8000,
    ask(texts, direction, before) {
      seen.push(before.map(({ text }) => text));
      return litellm.ask(texts, direction, before);
    },
  };
  await look(
    'refuse',
    () => pass,
    Array.from({ length: 200 }, (_, index) => `t${index}`),
    { form },
  );
  assert.deepEqual(seen[3], ['t0', 't1', 't2']);
  assert.deepEqual([seen[199]!.length, seen[199]![0], seen[199]!.at(-1)], [64, 't135', 't198']);
});

test('what one key shows a guard that it fails over takes it from no other key', async () => {
  const ways: [string, Answer, Ways?][] = [
    ['a status', () => Promise.reject(new GuardFailure('status 500', true))],
    ['no verdict', () => ({ action: 'MAYBE' })],
    ['too much for its time', ([text]) => (text === 'a' ? pass : new Promise(() => {})), { totalMs: 20 }],
  ];
  for (const [what, answer, more] of ways) {
    const state = new GuardState({ rememberMs: 0 });
    const ask = (key: string, by: Answer) => look('refuse', by, ['a', 'b'], { ...more, state, key });
    assert.equal((await ask('good', () => pass)).kind, 'passed');
    for (let failures = 0; failures < 5; failures += 1) await ask('bad', answer);
    assert.equal((await ask('good', () => pass)).kind, 'passed', what);
    for (let failures = 0; failures < 3; failures += 1)
      for (const key of ['bad', 'good']) await ask(key, answer);
    const left = await ask('other', () => pass);
    assert.equal(
      left.kind === 'failed' && left.why,
      'it has failed too often lately, and is left alone for now',
    );
  }
});

test('a guard that is silent, or can not be reached, is left alone whoever asks', async () => {
  const ways: [Answer, Ways?][] = [
    [() => new Promise(() => {}), { totalMs: 20 }],
    [() => Promise.reject(new GuardFailure('no connection'))],
  ];
  for (const [answer, more] of ways) {
    const state = new GuardState({ rememberMs: 0 });
    await look('refuse', () => pass, ['a'], { state, key: 'good' });
    for (let failures = 0; failures < 3; failures += 1)
      await look('refuse', answer, ['a'], { ...more, state, key: 'bad' });
    assert.equal((await look('refuse', () => pass, ['a'], { state, key: 'good' })).kind, 'failed');
  }
});

test('a call that says it changed texts and changes none is no pass, whatever another call changed', async () => {
  const judged: Answer = ([text]) => ({
    action: 'GUARDRAIL_INTERVENED',
    texts: [text === 'name' ? '***' : text],
  });
  for (const texts of [
    ['name', 'other'],
    ['other', 'name'],
  ]) {
    const told = await look('refuse', judged, texts);
    assert.equal(told.kind === 'failed' && told.why, 'it says that it changed texts, and none is changed');
  }
});
