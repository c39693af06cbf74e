/** What one look of a guard comes to, where it takes several calls and these end otherwise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardConfig } from '../../../src/config/types/guards.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import type { GuardQuestion, ShownText } from '../../../src/pipeline/guards/forms/guard-form.ts';
import { litellm } from '../../../src/pipeline/guards/forms/litellm.ts';
import { GuardFailure } from '../../../src/pipeline/guards/guard-caller.ts';
import { GuardState, LiveGuard, type Look } from '../../../src/pipeline/guards/live-guard.ts';

type Answer = (texts: readonly string[]) => Promise<unknown> | unknown;

const circuit = { failures: 100, windowMs: 10_000, openMs: 1000, maxOpenMs: 1000 };

/** Each text is a call of its own. */
const form = { ...litellm, callTexts: 1 };

function look(onFailure: GuardConfig['onFailure'], answer: Answer, texts: readonly string[]): Promise<Look> {
  const config = { name: 'g', rememberMs: 0, totalMs: 2000, onFailure } as GuardConfig;
  const caller = {
    isDown: undefined,
    ask: ({ body }: GuardQuestion) => Promise.resolve(answer((body as { texts: readonly string[] }).texts)),
  };
  const parts = {
    form,
    caller,
    state: new GuardState(config),
    circuit,
    told: () => {},
    log: openLog('silent'),
  };
  const shown = texts.map((text): ShownText => ({ text, role: 'user' }));
  return new LiveGuard(config, parts).look(shown, { direction: 'requests', key: 'k', id: 'r' });
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
