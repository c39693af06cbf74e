import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proofStates } from '../../../src/check/capability-lock/proof-states.ts';
import { planOf } from '../../../src/cli/probe/plan.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { minimal } from '../../config/fixtures.ts';

test('what is translated is proven by what its backend does in its own dialect, and not asked', async () => {
  const text = minimal.replace('[streaming] }', '[streaming], messages: { via: chat_completions } }');
  const { config } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  const [one] = proofStates(config!, [], { now: Date.now(), maxAgeMs: 1000 });
  assert.deepEqual(
    one?.declared.map(({ endpoint, capability, state }) => [endpoint, capability, state]),
    [
      ['chat_completions', 'streaming', 'never'],
      ['messages', 'streaming', 'no_proof'],
    ],
  );
  const asked = planOf(config!, undefined).flatMap(({ proofs }) => proofs.filter(({ proof }) => proof));
  assert.deepEqual(
    asked.map(({ endpoint }) => endpoint),
    ['chat_completions'],
  );
});
