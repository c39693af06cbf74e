import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, changeAll, type Participant } from '../../../src/supervisor/reload/participant.ts';

const change = { sources: [], readAt: 0 } as unknown as Change;

/** Participants by their names, and what they did. */
function made(refusing?: string, failing?: string) {
  const did: string[] = [];
  const named = (name: string): Participant => ({
    async prepare() {
      did.push(`prepare ${name}`);
      if (name === refusing) throw new Error(`${name} refuses`);
      return {
        async commit() {
          await Promise.resolve();
          did.push(`commit ${name}`);
          if (name === failing) throw new Error(`${name} fails`);
        },
        async discard() {
          await Promise.resolve();
          did.push(`discard ${name}`);
        },
      };
    },
  });
  const participants = {
    around: [named('state'), { prepare: () => ({}) }, named('admin')],
    serving: [named('keys'), named('workers')],
  };
  return { participants, did };
}

const allPrepare = ['prepare state', 'prepare admin', 'prepare keys', 'prepare workers'];

test('all prepare in order, then what serves commits, the last one first, and the others after it in order', async () => {
  const { participants, did } = made();
  await changeAll(participants, change);
  assert.deepEqual(did, [...allPrepare, 'commit workers', 'commit keys', 'commit state', 'commit admin']);
});

test('whoever refuses has those before it discard, the last one first, and nobody commits', async () => {
  for (const [refusing, discarded] of [
    ['state', []],
    ['admin', ['discard state']],
    ['keys', ['discard admin', 'discard state']],
    ['workers', ['discard keys', 'discard admin', 'discard state']],
  ] as const) {
    const { participants, did } = made(refusing);
    await assert.rejects(changeAll(participants, change), { message: `${refusing} refuses` });
    const prepared = allPrepare.slice(0, allPrepare.indexOf(`prepare ${refusing}`) + 1);
    assert.deepEqual(did, [...prepared, ...discarded]);
  }
});

test('a commit that fails is told, and nothing that was committed is discarded', async () => {
  const { participants, did } = made(undefined, 'state');
  await assert.rejects(changeAll(participants, change), { message: 'state fails' });
  assert.deepEqual(did, [...allPrepare, 'commit workers', 'commit keys', 'commit state']);
});
