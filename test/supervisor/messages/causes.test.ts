import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Causes } from '../../../src/supervisor/messages/causes.ts';
import type { Matter } from '../../../src/supervisor/messages/message.ts';

const minute = 60_000;
const hour = 60 * minute;
const circuit = (about: string): Matter => ({
  event: 'circuit_open',
  about,
  text: `The circuit of ${about} is open.`,
});

/** What is told when these are so. */
function tellerOf(causes: Causes) {
  return (at: number, ...matters: readonly Matter[]) =>
    causes.look(new Map([['circuit_open', matters]]), at).map(({ state, about }) => `${state} ${about}`);
}

test('what lasts is told once, and once that it is over', () => {
  const told = tellerOf(new Causes());
  assert.deepEqual(told(0, circuit('a')), ['begun a']);
  assert.deepEqual(told(1, circuit('a')), []);
  assert.deepEqual(told(30 * hour, circuit('a'), circuit('b')), ['begun b']);
  assert.deepEqual(told(31 * hour, circuit('b')), ['over a']);
  assert.deepEqual(told(32 * hour), ['over b']);
  assert.deepEqual(told(33 * hour), []);
});

test('what comes and goes has one message an hour, with one that it is over', () => {
  const told = tellerOf(new Causes());
  const all: string[] = [];
  for (let at = 0; at < 3 * hour; at += minute) {
    const isOn = (at / minute) % 2 === 0;
    all.push(...told(at, ...(isOn ? [circuit('a')] : [])));
  }
  assert.deepEqual(all, ['begun a', 'over a', 'begun a', 'over a', 'begun a', 'over a']);
});

test('what began again within the hour, and lasts, is told when the hour is over', () => {
  const told = tellerOf(new Causes());
  told(0, circuit('a'));
  told(minute);
  assert.deepEqual(told(2 * minute, circuit('a')), []);
  assert.deepEqual(told(59 * minute, circuit('a')), []);
  assert.deepEqual(told(60 * minute, circuit('a')), ['begun a']);
});

test('what nobody can tell of at the moment is as it was', () => {
  const causes = new Causes();
  const told = tellerOf(causes);
  told(0, circuit('a'));
  assert.deepEqual(causes.look(new Map([['circuit_open', undefined]]), 1), []);
  assert.deepEqual(told(2), ['over a']);
});

test('what happens is told each time, of one thing once an hour', () => {
  const causes = new Causes();
  const key = (name: string): Matter => ({ event: 'key_created', about: `key ${name}`, text: 'new' });
  const told = (at: number, ...names: readonly string[]) =>
    causes.happened(names.map(key), at).map(({ state, about }) => `${state} ${about}`);
  assert.deepEqual(told(0, 'a', 'b'), ['happened key a', 'happened key b']);
  assert.deepEqual(told(minute, 'a', 'c'), ['happened key c']);
  assert.deepEqual(told(hour, 'a'), ['happened key a']);
  // A look tells of nothing that has happened that it is over.
  assert.deepEqual(causes.look(new Map([['key_created', []]]), hour + 1), []);
});

test('however many last, none is told anew; of those that are over the oldest are forgotten', () => {
  const causes = new Causes();
  const told = tellerOf(causes);
  const many = Array.from({ length: 10_500 }, (_, index) => circuit(`d${index}`));
  assert.equal(told(0, ...many).length, many.length);
  assert.deepEqual(told(1, ...many), []);
  const keys = Array.from({ length: 500 }, (_, index): Matter => {
    return { event: 'key_created', about: `key ${index}`, text: 'new' };
  });
  causes.happened(keys, 2);
  assert.deepEqual(told(3, ...many), []);
  // All but one end: of 10,999 that are over or do not last the first 999 are forgotten.
  assert.equal(told(4, many[0]!).length, many.length - 1);
  assert.equal(causes.list.length, 10_001);
  assert.deepEqual(causes.list[0]!.about, 'd0');
  assert.deepEqual(told(5, many[0]!, many[999]!, many[1000]!), ['begun d999']);
});

test('a clock that is set back keeps nobody quiet', () => {
  const told = tellerOf(new Causes());
  told(100 * hour, circuit('a'));
  told(100 * hour + 1);
  assert.deepEqual(told(2 * hour, circuit('a')), ['begun a']);
});
