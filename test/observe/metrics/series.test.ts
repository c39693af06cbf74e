import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestFamilies } from '../../../src/observe/metrics/metric-families.ts';
import { Family, observe } from '../../../src/observe/metrics/series.ts';

const { duration, keyRequests } = requestFamilies;
/** More than lie side by side. */
const many = 100;

const labelsOf = (model: string) => ({
  endpoint: 'chat_completions',
  gen_ai_operation_name: 'chat',
  gen_ai_request_model: model,
});

function told(family: Family<'key' | 'status'>): Record<string, number> {
  const entries = [...family.changes(many)].flatMap(({ keys, values }) =>
    keys.map((key, index) => [key, values[index]!] as const),
  );
  return Object.fromEntries(entries);
}

test('a series is told once, and again when it has counted', () => {
  const family = new Family(keyRequests);
  for (let index = 0; index < many; index += 1) family.at({ key: `key-${index}`, status: '200' })[0] = index;
  assert.equal(Object.keys(told(family)).length, many, 'also the one with nothing in it');
  assert.deepEqual(told(family), {});
  family.at({ key: 'key-7', status: '200' })[0]! += 1;
  family.at({ key: 'key-99', status: '200' })[0]! += 1;
  family.at({ key: 'key-new', status: '200' });
  assert.deepEqual(told(family), { 'key-7\n200': 8, 'key-99\n200': 100, 'key-new\n200': 0 });
  assert.equal(family.report().keys.length, many + 1);
});

test('of a histogram all is told where any of it has changed', () => {
  const family = new Family(duration);
  const { bounds } = duration;
  for (const model of ['a', 'b']) observe(family.at(labelsOf(model)), bounds, 0.5);
  assert.equal([...family.changes(many)].length, 1);
  observe(family.at(labelsOf('b')), bounds, 2);
  const [{ keys, values } = family.report()] = family.changes(many);
  assert.deepEqual(keys, ['chat_completions\nchat\nb']);
  assert.equal(values.length, bounds.length + 2);
  assert.equal(values.at(-1), 2.5);
  const whole = family.report();
  assert.deepEqual([...whole.values.subarray(bounds.length + 2)], [...values]);
});

test('changes are told so many at a time', () => {
  const family = new Family(keyRequests);
  for (let index = 0; index < many; index += 1) family.at({ key: `key-${index}`, status: '200' });
  const lengths = () => [...family.changes(30)].map(({ keys, values }) => [keys.length, values.length]);
  assert.deepEqual(lengths(), [
    [30, 30],
    [30, 30],
    [30, 30],
    [10, 10],
  ]);
  assert.deepEqual(lengths(), []);
});
