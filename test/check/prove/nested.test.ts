import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import type { NestedModel, NestedModels, NestedPlace } from '../../../src/api/endpoints/nested-models.ts';
import { prove } from '../../../src/check/prove/prove.ts';
import type { Config } from '../../../src/config/types/gateway.ts';
import type { NeverAssertion } from '../../../src/config/types/tests.ts';
import { compileGlob } from '../../../src/lib/glob.ts';
import { runs } from '../../helpers/full.ts';
import { BruteForce, lists, type Request, requests, sizeOf } from './brute-force.ts';
import { forbidden } from './forbidden.ts';
import { backendsUsed, fileOf, idsAsked } from './random-files.ts';

const count = runs(60);

/** One that may be run as another endpoint is, and two whose vendor has places of its own. */
const used = ['messages', 'responses', 'images', 'chat_completions'] as const;

function named(place: NestedPlace, model: string): NestedModel {
  return { place, model, item: place.at[0], path: place.at.join('.'), type: undefined, from: 0, to: 0 };
}

/** All that a body can name within: one model at each place, two at the first of them, or none and what the vendor chooses. */
function nestings(places: readonly NestedPlace[]): readonly NestedModels[] {
  const singles = places.flatMap((place) => idsAsked.map((model) => [named(place, model)]));
  const pairs = lists(idsAsked, 2).map((models) => models.map((model) => named(places[0]!, model)));
  return [
    ...[...singles, ...pairs.filter(({ length }) => length === 2)].map((all) => ({
      named: all,
      open: undefined,
    })),
    ...places.filter(({ mayBeOpen }) => mayBeOpen === true).map((open) => ({ named: [], open })),
  ];
}

const nestingsOf = new Map(
  used.map((name) => {
    const { nests } = endpoints[name];
    return [name as string, nests === undefined ? [] : nestings(nests)];
  }),
);

const anything = {
  key: undefined,
  endpoint: undefined,
  model: undefined,
  models: undefined,
  tags: undefined,
} as const;
const none: ReadonlySet<string> = new Set();

/** One of them may use all models: the choice is left to the vendor by nobody else. */
function keysOf({ keys }: Config): Config['keys'] {
  const [first, ...others] = [...keys];
  return new Map([[first![0], { ...first![1], models: undefined }], ...others]);
}

/**
 * Whatever can be asserted of the keys of one glob. An assertion that is about a model says nothing of what is asked for
 * within, and is none of these.
 */
function assertionsOf({ never: [first] }: Config): readonly NeverAssertion[] {
  const reaches = [
    ...backendsUsed.map((backend) => ({ backend, deployment: undefined, tool: undefined })),
    ...['a/*', 'b/*', 'w*', 'x', 'y'].map((deployment) => ({
      backend: undefined,
      deployment,
      tool: undefined,
    })),
  ];
  return reaches
    .flatMap((reached) =>
      [undefined, ...used].flatMap((endpoint) =>
        [undefined, ['vision']].map((tags) => ({
          ...first!,
          request: { ...anything, key: first!.request.key, endpoint, tags },
          reaches: reached,
        })),
      ),
    )
    .map((one, index) => ({ ...one, index }));
}

function isOf(glob: string | undefined, id: string): boolean {
  return glob === undefined || compileGlob(glob)(id);
}

/** One that is about an endpoint says nothing of what the vendor runs as another. */
function isAbout(
  { endpoint, tags = [] }: NeverAssertion['request'],
  outer: Omit<Request, 'key'>,
  { named }: NestedModels,
): boolean {
  if (!tags.every((tag) => outer.tags.includes(tag))) return false;
  if (endpoint === undefined) return true;
  return endpoint === outer.endpoint && named.every(({ place }) => place.as === undefined);
}

test(`what is proved never to be reached is not run within any request either, for ${count} random configurations`, () => {
  let within = 0;
  let beyond = 0;
  for (const sample of fc.sample(fileOf(used), { numRuns: count, seed: 20_261_128 })) {
    const config = { ...sample, keys: keysOf(sample), never: assertionsOf(sample), survives: [] };
    const brute = new BruteForce(config);
    const verdicts = prove(config);
    const proved = config.never.filter((_, index) => verdicts[index]!.verdict !== 'broken');
    const assertions = proved.map((one) => ({ ...one, wanted: forbidden(config, one) }));
    for (const key of config.keys.values()) {
      const ofKey = assertions.filter(({ request }) => isOf(request.key, key.id));
      for (const outer of requests(anything)) {
        // A second model in the chain is one more that may be passed over.
        if (sizeOf(outer) >= 300) break;
        const request = { ...outer, key };
        const places = nestingsOf.get(outer.endpoint) ?? [];
        const own = places.length === 0 ? none : brute.reached(request);
        if (own.size === 0) continue;
        for (const nested of places) {
          const run = brute.reachedWithin(request, nested);
          within += run.size;
          if ([...run].some((one) => !own.has(one))) beyond += 1;
          for (const { wanted, request: asserted } of ofKey) {
            if (!isAbout(asserted, outer, nested)) continue;
            const what = JSON.stringify({ asserted, request, nested });
            assert.ok(![...run].some((one) => wanted.has(one)), what);
          }
        }
      }
    }
  }
  // Requests do run what they do not reach themselves.
  assert.ok(within > 0 && beyond > 0);
});
