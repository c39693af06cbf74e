import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptOrder, type Preference } from '../../src/routing/attempts/attempt-order.ts';
import type { Strategy } from '../../src/routing/balance/strategy.ts';
import type { HealthState } from '../../src/routing/health.ts';
import { facts } from './balance/strategy.contract.ts';
import { deployment } from './configs.ts';

/** Makes visible what the strategy was given. */
const reversed: Strategy = { order: (peers) => [...peers].reverse() };

const eligible = [
  peer('a', 0),
  peer('b', 0),
  peer('c', 1, ['vision']),
  peer('d', 2, ['streaming', 'vision']),
  peer('e', 2),
];

function peer(key: string, priority: number, capabilities: readonly string[] = []) {
  const made = deployment('m', { backend: key, priority, endpoints: { chat_completions: capabilities } });
  return { key, priority, weight: 1, deployment: made, translation: undefined };
}

function order(standings: Record<string, HealthState>, preference?: Preference): string {
  const standing = (key: string) => standings[key] ?? 'healthy';
  return attemptOrder(eligible, standing, reversed, facts, preference)
    .map(({ key }) => key)
    .join('');
}

test('the strategy orders deployments of equal priority and no others', () => {
  assert.equal(order({}), 'baced');
});

test('those put last come after every healthy one, by priority among themselves', () => {
  assert.equal(order({ a: 'last', b: 'last', d: 'last' }), 'cebad');
});

test('an open circuit excludes', () => {
  assert.equal(order({ a: 'out', c: 'out', e: 'last' }), 'bde');
  assert.equal(order({ a: 'out', b: 'out', c: 'out', d: 'out', e: 'out' }), '');
});

test('what a request evidently needs comes before priority, not before health, and excludes nobody', () => {
  const preference = { endpoint: 'chat_completions', capabilities: ['vision', 'streaming'] } as const;
  assert.equal(order({}, preference), 'dcbae');
  assert.equal(order({ d: 'last', c: 'out' }, preference), 'baed');
  assert.equal(order({}, { ...preference, endpoint: 'messages' }), 'baced');
});
