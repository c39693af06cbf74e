import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateFamilies } from '../../../src/observe/metrics/metric-families.ts';
import { Readings, ReadingsTold } from '../../../src/observe/metrics/readings.ts';

test('readings are told by their families', () => {
  const readings = new Readings();
  readings.add(stateFamilies.heap, 5);
  readings.add(stateFamilies.loopDelay, 0.1, { percentile: '50' });
  readings.add(stateFamilies.loopDelay, 0.2, { percentile: '99' });
  assert.deepEqual(readings.reports(), [
    { name: stateFamilies.heap.name, keys: [''], values: Float64Array.of(5) },
    { name: stateFamilies.loopDelay.name, keys: ['50', '99'], values: Float64Array.of(0.1, 0.2) },
  ]);
});

test('what was told is told again only where it is different, and what is no more is told once', () => {
  const told = new ReadingsTold();
  const changes = (delays: Record<string, number>, heap?: number) => {
    const readings = new Readings();
    for (const [percentile, value] of Object.entries(delays))
      readings.add(stateFamilies.loopDelay, value, { percentile });
    if (heap !== undefined) readings.add(stateFamilies.heap, heap);
    return told.changes(readings.reports()).map(({ name, keys, values, gone }) => ({
      name,
      values: Object.fromEntries(keys.map((key, index) => [key, values[index]])),
      gone,
    }));
  };
  const { loopDelay, heap } = stateFamilies;
  assert.deepEqual(changes({ 50: 1, 99: 2 }, 7), [
    { name: loopDelay.name, values: { 50: 1, 99: 2 }, gone: [] },
    { name: heap.name, values: { '': 7 }, gone: [] },
  ]);
  assert.deepEqual(changes({ 50: 1, 99: 2 }, 7), []);
  assert.deepEqual(changes({ 50: 1, 99: 3 }, 7), [{ name: loopDelay.name, values: { 99: 3 }, gone: [] }]);
  assert.deepEqual(changes({ 50: 1, 100: 3 }, 7), [
    { name: loopDelay.name, values: { 100: 3 }, gone: ['99'] },
  ]);
  assert.deepEqual(changes({}), [
    { name: loopDelay.name, values: {}, gone: ['50', '100'] },
    { name: heap.name, values: {}, gone: [''] },
  ]);
  assert.deepEqual(changes({}), []);
  assert.deepEqual(changes({ 50: 1 }), [{ name: loopDelay.name, values: { 50: 1 }, gone: [] }]);
});
