import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Load, Peer, RoutingFacts, StrategyDefinition } from '../../../src/routing/balance/strategy.ts';

export const idle: Load = { inFlight: () => 0, busyness: () => 0, latencyMs: () => undefined };
export const facts: RoutingFacts = { stickyKey: undefined, inputTokens: 1000, outputTokens: 1000 };

/** A generator of numbers that look random and are the same in every run (Lehmer). */
export function seededRandom(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** How often each peer comes first in `rounds` orders. */
export function firsts(order: (round: number) => readonly Peer[], rounds: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const key = order(round)[0]?.key ?? 'none';
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** What holds for every strategy, whatever it goes by. */
export function strategyContract(name: string, definition: StrategyDefinition): void {
  const anyPeers = fc.uniqueArray(
    fc.record({
      key: fc.string({ minLength: 1, maxLength: 8 }),
      weight: fc.constantFrom(0, 0.5, 1, 3, 1000),
      price: fc.option(fc.record({ tokens: fc.record({ input: fc.nat(100), output: fc.nat(100) }) }), {
        nil: undefined,
      }),
    }),
    { selector: ({ key }) => key, maxLength: 8 },
  );
  const anyDraw = fc.constantFrom(0, 0.3, 0.999_999_999);
  const anyLatency = fc.option(fc.nat(1000), { nil: undefined });

  test(`${name}: every peer stands in the order once, those of weight 0 last, and the input is untouched`, () => {
    fc.assert(
      fc.property(
        anyPeers,
        anyDraw,
        fc.nat(9),
        anyLatency,
        fc.option(fc.string(), { nil: undefined }),
        (peers, draw, busy, latencyMs, stickyKey) => {
          const inFlight = ({ length }: string) => (length * busy) % 7;
          const load: Load = { inFlight, busyness: inFlight, latencyMs: () => latencyMs };
          const before = [...peers];
          const ordered = definition.make({ load, random: () => draw }).order(peers, { ...facts, stickyKey });
          assert.deepEqual(peers, before);
          assert.deepEqual(new Set(ordered), new Set(peers));
          assert.equal(ordered.length, peers.length);
          const unused = ordered.findIndex(({ weight }) => weight === 0);
          if (unused >= 0) assert.ok(ordered.slice(unused).every(({ weight }) => weight === 0));
        },
      ),
    );
  });

  test(`${name}: of two on an idle gateway one always comes first where it says so, and either where not`, () => {
    for (const stickyKey of [undefined, 'a session']) {
      for (const price of [undefined, priced(1), priced(2)]) {
        const one = { key: 'm/a', weight: 1, price: priced(1) };
        const other = { key: 'm/b', weight: 1, price };
        const seen = firsts(
          (round) =>
            definition
              .make({ load: idle, random: seededRandom(round * 7919 + 1) })
              .order([one, other], { ...facts, stickyKey }),
          60,
        );
        const isSet = definition.sets({ ...facts, stickyKey }, one, other);
        assert.equal(Object.keys(seen).length, isSet ? 1 : 2, JSON.stringify({ stickyKey, price, seen }));
      }
    }
  });

  test(`${name}: equals on an idle gateway share the requests by weight`, () => {
    const peers = [
      { key: 'm/a', weight: 3 },
      { key: 'm/b', weight: 1 },
    ];
    const measured: Load = { inFlight: () => 0, busyness: () => 0, latencyMs: () => 50 };
    const strategy = definition.make({ load: measured, random: seededRandom() });
    const counts = firsts(
      (round) => strategy.order(peers, { ...facts, stickyKey: `session ${round}` }),
      4000,
    );
    const share = (counts['m/a'] ?? 0) / 4000;
    assert.ok(share > 0.71 && share < 0.79, `m/a got ${share} of the requests`);
  });
}

function priced(usd: number) {
  return { tokens: { input: usd, output: usd } };
}
