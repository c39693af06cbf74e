import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientEvent } from '../../../src/api/dialects/responses/socket-event.ts';
import { LiveTurn } from '../../../src/pipeline/sockets/live-turn.ts';

const about = { lane: undefined, isWarmUp: false, model: 'm', hidesReasoning: false };
const event = (text: string) =>
  new ClientEvent(Buffer.from(JSON.stringify({ type: 'response.inject', response_id: 'r', input: text })));

test('of what is said to a turn no more is kept than of a whole socket', () => {
  const created = { type: 'response.inject.created' };
  const turn = new LiveTurn({ ...about, isUnstored: true });
  const large = event('x'.repeat(6 * 1024 * 1024));
  for (let said = 1; said <= 2; said += 1) {
    turn.answered(large, created);
    assert.deepEqual([turn.injected.length, turn.isOverfull], [said, false]);
  }
  turn.answered(large, { type: 'response.steer.accepted' });
  turn.answered(event('more'), created);
  assert.deepEqual([turn.injected.length, turn.steered.length, turn.isOverfull], [0, 0, true]);
});
