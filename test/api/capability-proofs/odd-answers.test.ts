import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { proofOf } from '../../../src/api/capability-proofs/index.ts';
import { endpointNames } from '../../../src/api/endpoints/index.ts';
import { capabilityNames } from '../../../src/config/capability-names.ts';
import { isObject } from '../../../src/lib/json.ts';
import { runs } from '../../helpers/full.ts';

/** Fields that proofs look at, so that they find something odd in them. */
const names = [
  'choices',
  'message',
  'content',
  'text',
  'tool_calls',
  'function',
  'arguments',
  'annotations',
  'reasoning_details',
  'output',
  'summary',
  'type',
  'input',
  'usage',
] as const;

const words = [
  'message',
  'tool_use',
  'thinking',
  'function_call',
  'reasoning',
  'computer_call',
  'web_search_tool_result',
  'web_fetch_tool_result',
];

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<unknown>(null, 0, true, '', ...words),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
  ),
}));

const body = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });

test('whatever an answer holds, a proof throws nothing', () => {
  const proofs = endpointNames.flatMap((endpoint) =>
    capabilityNames.flatMap((capability) => proofOf(endpoint, capability) ?? []),
  );
  fc.assert(
    fc.property(body, fc.boolean(), (answer, isStream) => {
      const json = isObject(answer) ? answer : undefined;
      const events = isStream ? [{ event: '', data: JSON.stringify(answer), json }] : undefined;
      for (const { lacks } of proofs) {
        const told = { body: isStream ? {} : answer, events, usage: undefined };
        const reason = lacks(told);
        assert.ok(reason === undefined || reason.length > 10);
      }
    }),
    { numRuns: runs(2000) },
  );
});
