import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool } from '../../src/lib/reference-counted-pool.ts';

test('what two want is made once and freed when the last lets go', async () => {
  const freed: string[] = [];
  const pool = new Pool<string>((value) => void freed.push(value));
  let made = 0;
  const make = async () => {
    made += 1;
    return `made ${made}`;
  };
  assert.equal(await pool.take('a', make), 'made 1');
  assert.equal(await pool.take('a', make), 'made 1');
  assert.equal(await pool.take('b', make), 'made 2');
  await pool.letGo('a');
  assert.deepEqual(freed, []);
  await pool.letGo('a');
  assert.deepEqual(freed, ['made 1']);
  assert.equal(await pool.take('a', make), 'made 3');
});

test('what could not be made is tried again by the next', async () => {
  const pool = new Pool<string>(() => {});
  await assert.rejects(
    pool.take('a', async () => Promise.reject(new Error('no'))),
    /no/,
  );
  await pool.letGo('a');
  assert.equal(await pool.take('a', async () => 'yes'), 'yes');
});
