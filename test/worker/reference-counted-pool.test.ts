import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReferenceCountedPool } from '../../src/worker/reference-counted-pool.ts';

test('what two want is made once and freed when the last lets go', async () => {
  const freed: string[] = [];
  const pool = new ReferenceCountedPool<string>((value) => void freed.push(value));
  let made = 0;
  const make = async () => {
    made += 1;
    return `made ${made}`;
  };
  assert.equal(await pool.acquire('a', make), 'made 1');
  assert.equal(await pool.acquire('a', make), 'made 1');
  assert.equal(await pool.acquire('b', make), 'made 2');
  await pool.release('a');
  assert.deepEqual(freed, []);
  await pool.release('a');
  assert.deepEqual(freed, ['made 1']);
  assert.equal(await pool.acquire('a', make), 'made 3');
});

test('what could not be made is tried again by the next', async () => {
  const pool = new ReferenceCountedPool<string>(() => {});
  await assert.rejects(
    pool.acquire('a', async () => Promise.reject(new Error('no'))),
    /no/,
  );
  await pool.release('a');
  assert.equal(await pool.acquire('a', async () => 'yes'), 'yes');
});
