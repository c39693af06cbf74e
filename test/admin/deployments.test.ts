import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrainAnswer, DrainedAnswer } from '../../src/admin/contract/deployments.ts';
import type { ModelsAnswer } from '../../src/admin/contract/models.ts';
import { readToken, startAdmin, type TestAdmin } from '../helpers/admin.ts';

async function post(admin: TestAdmin, name: string, act: 'drain' | 'resume', headers = {}) {
  const path = `/api/deployments/${encodeURIComponent(name)}/${act}`;
  const answer = await admin.call(path, { method: 'POST', headers });
  return {
    status: answer.status,
    json: (await answer.json()) as DrainAnswer & { error?: { message: string } },
  };
}

async function read<Answer>(admin: TestAdmin, path: string): Promise<Answer> {
  return (await (await admin.call(path)).json()) as Answer;
}

test('a deployment is drained once, shown with who did it, and resumed once', async (t) => {
  const admin = await startAdmin(t);
  const first = await post(admin, 'fast/a', 'drain');
  assert.equal(first.status, 200);
  assert.equal(first.json.drained?.by, 'token');
  assert.deepEqual((await post(admin, 'fast/a', 'drain')).json, first.json);
  const { drained } = await read<DrainedAnswer>(admin, '/api/deployments');
  assert.deepEqual(drained, [{ deployment: 'fast/a', ...first.json.drained }]);
  const { models } = await read<ModelsAnswer>(admin, '/api/models');
  const [a, b] = models[0]!.deployments;
  assert.deepEqual([a!.drained, b!.drained], [first.json.drained, null]);
  assert.deepEqual((await post(admin, 'fast/a', 'resume')).json, { deployment: 'fast/a', drained: null });
  const again = await post(admin, 'fast/a', 'resume');
  assert.deepEqual([again.status, again.json.error?.message], [404, '"fast/a" is not drained.']);
});

test('only what there is can be drained, and only by whoever may change things', async (t) => {
  const admin = await startAdmin(t);
  for (const name of ['fast/nobody', 'nonesuch/a', 'fast']) {
    const { status, json } = await post(admin, name, 'drain');
    assert.equal(status, 404);
    assert.match(json.error!.message, /give MODEL\/NAME/);
  }
  const refused = await post(admin, 'fast/a', 'drain', { authorization: `Bearer ${readToken}` });
  assert.equal(refused.status, 403);
  assert.deepEqual((await read<DrainedAnswer>(admin, '/api/deployments')).drained, []);
});
