import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { proofOf } from '../../../src/api/capability-proofs/index.ts';
import { deployedEndpoints } from '../../../src/api/endpoints/index.ts';
import { capabilityNames } from '../../../src/config/capability-names.ts';
import { oneDeployment, probed } from './probed.ts';
import { startTruthful } from './truthful-backend.ts';

const everything = Object.fromEntries(deployedEndpoints.map((endpoint) => [endpoint, [...capabilityNames]]));
const provable = deployedEndpoints.flatMap((endpoint) =>
  capabilityNames
    .filter((capability) => proofOf(endpoint, capability) !== undefined)
    .map((capability) => ({ endpoint, capability })),
);

test('each of the thirteen capabilities has a proof on some endpoint', () => {
  const known = new Set(provable.map(({ capability }) => capability));
  assert.deepEqual(
    capabilityNames.filter((capability) => !known.has(capability)),
    [],
  );
});

test('a backend that can do what it declares proves all that there are proofs of', async (t) => {
  const backend = await startTruthful(t);
  const { file, lock } = await oneDeployment(t, backend.url, everything);
  const { exitCode, cells } = await probed(file, '--yes');
  assert.deepEqual(
    cells
      .filter(({ result }) => result === 'proven')
      .map(({ endpoint, capability }) => ({ endpoint, capability })),
    provable,
  );
  const others = cells.filter(({ result }) => result !== 'proven');
  assert.ok(others.length > 0);
  for (const { endpoint, capability, result, why } of others) {
    assert.deepEqual([result, why], ['no_proof', `no proof is known for ${capability} on ${endpoint}`]);
  }
  assert.equal(exitCode, 0);
  assert.doesNotMatch(await readFile(lock, 'utf8'), /not_proven|failed|no_proof/);
});

for (const { endpoint, capability } of provable) {
  test(`on ${endpoint} a backend without ${capability} is found out, and nothing else of it is doubted`, async (t) => {
    const backend = await startTruthful(t, capability);
    const declared = provable.filter((one) => one.endpoint === endpoint).map((one) => one.capability);
    const { file } = await oneDeployment(t, backend.url, { [endpoint]: declared });
    const { exitCode, cells } = await probed(file, '--yes');
    assert.deepEqual(
      cells.map((cell) => [cell.capability, cell.result]),
      declared.map((one) => [one, one === capability ? 'not_proven' : 'proven']),
    );
    assert.equal(exitCode, 1);
  });
}
