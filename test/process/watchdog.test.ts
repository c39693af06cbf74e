import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watchdog } from '../../src/process/watchdog.ts';

test('a supervising process that says nothing for 30 looks hangs, and one that says something does not', () => {
  let hangs = 0;
  const watchdog = new Watchdog(() => {
    hangs += 1;
  });
  const look = (times: number) => {
    for (let count = 0; count < times; count += 1) watchdog.look();
  };
  look(29);
  watchdog.heard();
  look(29);
  assert.equal(hangs, 0);
  look(1);
  assert.equal(hangs, 1);
  look(100);
  assert.equal(hangs, 1);
});
