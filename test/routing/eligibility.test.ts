import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { builtIn } from '../../src/api/endpoints/declared-endpoints/endpoint-set.ts';
import { type EndpointName, endpointNames } from '../../src/api/endpoints/index.ts';
import { type TranslatedEndpoint, translatedEndpoints } from '../../src/config/translation-settings.ts';
import type { DeploymentConfig } from '../../src/config/types/models.ts';
import type { GenericTags } from '../../src/config/types/routing.ts';
import {
  describeFailure,
  parseTag,
  satisfiedTags,
  scopedInstead,
  tagFailure,
} from '../../src/routing/eligibility.ts';
import { routingTable } from '../../src/routing/routing-table.ts';
import { runs } from '../helpers/full.ts';
import { deployment, routed } from './configs.ts';

const capabilities = ['vision', 'streaming', 'pdf_input'];
const known = { capabilities: new Set(capabilities), endpoints: builtIn };

/** The rules as a reader would check them by hand, one question at a time, sharing nothing with the source. */
function satisfiesByTheBook(
  { endpoints, via }: Served,
  called: EndpointName,
  genericTags: GenericTags,
  tag: string,
): boolean {
  for (const prefix of ['chat_completions', 'messages', 'responses'] as const) {
    if (tag.startsWith(`${prefix}:`)) return (endpoints[prefix] ?? []).includes(tag.slice(prefix.length + 1));
  }
  if (genericTags === 'called_endpoint') return (endpoints[called] ?? []).includes(tag);
  let holds = true;
  for (const name of ['chat_completions', 'messages', 'responses'] as const) {
    if (endpoints[name] === undefined || endpoints[name].includes(tag)) continue;
    // What is translated says nothing of calls to another endpoint.
    if (!via.includes(name) || name === called) holds = false;
  }
  if (called === 'completions' && !(endpoints.completions ?? []).includes(tag)) holds = false;
  return holds;
}

/** What a deployment serves, and what of it is translated. */
interface Served {
  readonly endpoints: DeploymentConfig['endpoints'];
  readonly via: readonly TranslatedEndpoint[];
}

const listing = fc.subarray(capabilities);
const anyEndpoints = fc
  .record(
    { chat_completions: listing, completions: listing, messages: listing, responses: listing },
    { requiredKeys: [] },
  )
  .filter((endpoints) => Object.keys(endpoints).length > 0);
const anyServed: fc.Arbitrary<Served> = fc
  .tuple(anyEndpoints, fc.subarray([...translatedEndpoints]))
  .map(([endpoints, via]) => ({ endpoints, via: via.filter((name) => endpoints[name] !== undefined) }));
const anyGenericTags = fc.constantFrom<GenericTags>('every_endpoint', 'called_endpoint');
const anyTag = fc
  .tuple(
    fc.constantFrom('', 'chat_completions:', 'messages:', 'responses:', 'completions:', 'chat:'),
    fc.constantFrom(...capabilities, 'visoin', ''),
  )
  .map(([prefix, capability]) => prefix + capability);

test('tags hold exactly where the rules, read one by one, say so', () => {
  fc.assert(
    fc.property(anyServed, anyGenericTags, anyTag, (served, genericTags, tag) => {
      const sketch = deployment('m', { backend: 'b', ...served });
      for (const called of endpointNames.filter((name) => served.endpoints[name] !== undefined)) {
        const expected = satisfiesByTheBook(served, called, genericTags, tag);
        assert.equal(satisfiedTags(sketch, called, genericTags, builtIn).has(tag), expected);
        assert.equal(tagFailure(sketch, called, genericTags, tag, known) === undefined, expected);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test('the scoped tag that is proposed in place of a generic one always holds', () => {
  fc.assert(
    fc.property(anyServed, anyGenericTags, anyTag, (served, genericTags, tag) => {
      const sketch = deployment('m', { backend: 'b', ...served });
      for (const called of endpointNames.filter((name) => served.endpoints[name] !== undefined)) {
        const failure = tagFailure(sketch, called, genericTags, tag, known);
        const instead = failure && scopedInstead(failure, called, builtIn);
        if (instead !== undefined) {
          assert.ok(satisfiesByTheBook(served, called, genericTags, instead));
        }
      }
    }),
  );
});

test('the model list shows what holds on a call of at least one endpoint that is served, sorted', () => {
  fc.assert(
    fc.property(fc.array(anyServed, { minLength: 1, maxLength: 3 }), anyGenericTags, (all, genericTags) => {
      const deployments = all.map((served, index) => ({ backend: `b${index}`, ...served }));
      const listed = routingTable(routed({ m: { deployments } }, genericTags)).models.get('m')?.tags;
      const tags = ['', 'chat_completions:', 'messages:', 'responses:'].flatMap((prefix) =>
        capabilities.map((capability) => prefix + capability),
      );
      const expected = tags.filter((tag) =>
        all.some((served) =>
          endpointNames.some(
            (called) =>
              served.endpoints[called] !== undefined && satisfiesByTheBook(served, called, genericTags, tag),
          ),
        ),
      );
      assert.deepEqual(listed, expected.sort());
    }),
  );
});

test('the model list of a deployment for completions alone shows what stands under completions', () => {
  for (const genericTags of ['every_endpoint', 'called_endpoint'] as const) {
    const deployments = [{ backend: 'b', endpoints: { completions: ['streaming'] } }];
    const table = routingTable(routed({ m: { deployments } }, genericTags));
    assert.deepEqual(table.models.get('m')?.tags, ['streaming']);
  }
});

test('only the three prefixes scope a tag', () => {
  assert.deepEqual(parseTag('messages:vision', builtIn), { endpoint: 'messages', capability: 'vision' });
  assert.deepEqual(parseTag('vision', builtIn), { endpoint: undefined, capability: 'vision' });
  assert.deepEqual(parseTag('completions:vision', builtIn), {
    endpoint: undefined,
    capability: 'completions:vision',
  });
  assert.deepEqual(parseTag('toString:vision', builtIn), {
    endpoint: undefined,
    capability: 'toString:vision',
  });
  assert.deepEqual(parseTag('messages:a:b', builtIn), { endpoint: 'messages', capability: 'a:b' });
  assert.deepEqual(parseTag(':vision', builtIn), { endpoint: undefined, capability: ':vision' });
});

test('each way to fail has its own sentence', () => {
  const endpoints = { chat_completions: ['vision', 'streaming'], responses: ['streaming'] };
  const sketch = deployment('m', { backend: 'b', endpoints });
  const sentence = (tag: string) => {
    const failure = tagFailure(sketch, 'chat_completions', 'every_endpoint', tag, known);
    return failure && describeFailure(failure);
  };
  assert.equal(sentence('streaming'), undefined);
  assert.equal(sentence('vision'), 'generic `vision` fails because `responses` lacks it');
  assert.equal(sentence('pdf_input'), 'lacks `pdf_input`');
  assert.equal(sentence('responses:vision'), 'lacks `vision` under `responses`');
  assert.equal(sentence('messages:vision'), '`messages:vision` fails because `messages` is not served');
  assert.equal(sentence('visoin'), '`visoin` is not a known tag');
});
