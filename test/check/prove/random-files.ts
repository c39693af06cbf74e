/** Small configurations at random, with what their assertions may say: all that requests can do there can be tried. */
import fc from 'fast-check';
import type { EndpointName } from '../../../src/api/endpoints/index.ts';
import type { Config } from '../../../src/config/types/gateway.ts';
import type { KeyConfig } from '../../../src/config/types/keys.ts';
import type { NeverAssertion, SurvivesAssertion } from '../../../src/config/types/tests.ts';
import { config, keyConfig, type ModelSketch } from '../../routing/configs.ts';

export const endpointsUsed = ['chat_completions', 'completions', 'messages'] as const;
export const backendsUsed = ['one', 'two', 'three'] as const;
export const keysUsed = ['eu-1', 'eu-2', 'us-1'] as const;
/** What clients ask for: for every kind of pattern there is an id that a wildcard takes and nothing else does. */
export const idsAsked = ['a', 'b', 'w-1', 'w-2', 'w-3-1'] as const;
export const tagsAsked = ['vision', 'streaming', 'chat_completions:vision', 'nonsense'] as const;

const at = { file: '/etc/gateway/gateway.yaml', line: 1, column: 1 };
const listed = fc.subarray(['vision', 'streaming']);

const deploymentOf = (used: readonly EndpointName[]) =>
  fc.record({
    backend: fc.constantFrom(...backendsUsed),
    id: fc.constantFrom('x', 'y', 'z'),
    priority: fc.integer({ min: 0, max: 1 }),
    weight: fc.integer({ min: 0, max: 1 }),
    disabled: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    endpoints: fc
      .subarray([...used], { minLength: 1 })
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, listed])))),
  });

const fallbacks = ['a', 'b', 'w-2'];

function modelsOf(used: readonly EndpointName[]) {
  const deployment = deploymentOf(used);
  const model = (id: string, fallbacks: readonly string[]) =>
    fc.record({
      fallbacks: fc.shuffledSubarray(fallbacks.filter((other) => other !== id)),
      deployments: fc.uniqueArray(deployment, { minLength: 1, maxLength: 2, selector: ({ id }) => id }),
    }) as fc.Arbitrary<ModelSketch>;
  return fc.record(
    {
      a: model('a', fallbacks),
      b: model('b', fallbacks),
      'w-*': model('w-*', ['a', 'b']),
      'w-1': model('w-1', ['a']),
    },
    { requiredKeys: ['a', 'b'] },
  );
}

const keyOf = (used: readonly EndpointName[]) =>
  fc.record({
    models: fc.constantFrom(
      undefined,
      ['a'],
      ['b', 'w-*'],
      ['w-1'],
      ['*-1'],
      ['a', 'b'],
      ['nothing*'],
      ['w-*'],
      ['w-2', 'a'],
    ),
    endpoints: fc.option(fc.subarray([...used], { minLength: 1 }), { nil: undefined }),
    tags: fc.constantFrom([], [], ['vision'], ['chat_completions:vision'], ['streaming', 'nonsense']),
    disabled: fc.boolean(),
  });

const requestOf = (used: readonly EndpointName[]) => ({
  key: fc.constantFrom(undefined, 'eu-*', 'eu-1', '*'),
  endpoint: fc.option(fc.constantFrom(...used), { nil: undefined }),
});
const tags = fc.subarray([...tagsAsked], { maxLength: 2 });
const id = fc.constantFrom('a', 'b', 'w-2');

const neverOf = (used: readonly EndpointName[]) =>
  fc.record({
    request: fc.record({
      ...requestOf(used),
      model: fc.option(id, { nil: undefined }),
      models: fc.option(fc.uniqueArray(id, { maxLength: 2 }), { nil: undefined }),
      tags: fc.option(tags, { nil: undefined }),
    }),
    kept: fc.constant(false),
    withoutGuard: fc.constant(undefined),
    lenient: fc.constant(false),
    reaches: fc.constantFrom(
      { backend: 'one', deployment: undefined, tool: undefined },
      { backend: 't*', deployment: undefined, tool: undefined },
      { backend: undefined, deployment: 'a/*', tool: undefined },
      { backend: undefined, deployment: 'x', tool: undefined },
      { backend: 'two', deployment: '*/y', tool: undefined },
    ),
  });

const survivesOf = (used: readonly EndpointName[]) =>
  fc.record({
    request: fc.record({
      ...requestOf(used),
      model: fc.option(id, { nil: undefined }),
      models: fc.uniqueArray(id, { maxLength: 1 }),
      tags,
    }),
    outages: fc.integer({ min: 1, max: 3 }),
  });

/** A whole configuration with assertions, of the endpoints that are named. */
export function fileOf(used: readonly EndpointName[]): fc.Arbitrary<Config> {
  const key = keyOf(used);
  return fc
    .record({
      models: modelsOf(used),
      keys: fc.tuple(key, key, key),
      never: fc.array(neverOf(used), { minLength: 3, maxLength: 3 }),
      survives: fc.array(survivesOf(used), { minLength: 3, maxLength: 3 }),
      genericTags: fc.constantFrom('every_endpoint', 'called_endpoint'),
      maxAttempts: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ models, keys, never, survives, genericTags, maxAttempts }): Config => {
      const sketch = Object.fromEntries(Object.entries(models).filter(([, one]) => one !== undefined));
      const known = new Set(Object.keys(sketch));
      const isKnown = (name: string) => known.has(name) || (name.startsWith('w-') && known.has('w-*'));
      for (const one of Object.values(sketch))
        Object.assign(one, { fallbacks: one.fallbacks!.filter(isKnown) });
      const made = config(sketch, {
        keys: keys.map((terms, index): KeyConfig => keyConfig(keysUsed[index]!, terms)),
      });
      const asserted = (index: number) => ({ index, name: `assertion ${index}`, at });
      return {
        ...made,
        routing: { ...made.routing, genericTags, maxAttempts },
        never: never.map((one, index): NeverAssertion => ({ ...asserted(index), ...one })),
        survives: survives.map(
          (one, index): SurvivesAssertion => ({ ...asserted(index), of: 'backends', ...one }),
        ),
      };
    });
}

/** The same of three that are alike but for their bodies. */
export const file = fileOf(endpointsUsed);
