import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldChanges } from '../../../src/check/diff/field-changes.ts';
import { shownChanges } from '../../../src/check/diff/shown-change.ts';
import { writtenPrograms } from '../../../src/check/written-programs.ts';
import { configText, loadText } from '../../helpers/gateway.ts';

async function backendWith(more: string) {
  const config = await loadText(
    configText({
      backends: `{ b: { simulator: {}, ${more} } }`,
      models: '{ m: { deployments: [ { backend: b, endpoints: { chat_completions: [] } } ] } }',
    }),
  );
  return config.backends.get('b')!;
}

test('what a backend changes in requests is shown by the names of the file and with its values', async () => {
  const before = await backendWith(
    'request: { remove_headers: [x-a], remove: [a.b], set: { topK: 40, extra.mode: { deep: [1] } }, default: { top_p: 1 } }',
  );
  const after = await backendWith(
    'request: { remove_headers: ["x-*"], remove: [a.b], set: { topK: 20, extra.mode: [2] }, default: { seed: 7 } }',
  );
  assert.deepEqual(shownChanges(fieldChanges(before, after), ['backends', 'b'], [], []), [
    { field: 'request.remove_headers', before: '[x-a]', after: '[x-*]' },
    { field: 'request.set.topK', before: '40', after: '20' },
    { field: 'request.set.extra.mode', before: '{"deep":[1]}', after: '[2]' },
    { field: 'request.default.top_p', before: '1', after: null },
    { field: 'request.default.seed', before: null, after: '7' },
  ]);
});

test('what is run for a secret is told field by field, and nothing of its arguments', async () => {
  const configWith = (program: string) =>
    loadText(
      configText({
        backends: '{ b: { simulator: {} } }',
        models: '{ m: { deployments: [ { backend: b, endpoints: { chat_completions: [] } } ] } }',
        more: `programs: { theVault: { command: [/bin/echo, ${program} } }`,
      }),
    );
  const before = { programs: writtenPrograms(await configWith('canary-a], every: 20m')) };
  const after = { programs: writtenPrograms(await configWith('canary-b], env: [VAULT_ADDR]')) };
  const changes = shownChanges(fieldChanges(before, after), [], [], []);
  assert.deepEqual(
    changes.map(({ field }) => field),
    ['programs.theVault.command', 'programs.theVault.env', 'programs.theVault.every'],
  );
  assert.deepEqual([changes[0]!.before, changes[0]!.after], ['***', '***']);
});
