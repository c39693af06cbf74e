/** Whatever operators change through the API is written down: who, and what. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdminParts } from '../../src/admin/admin-parts.ts';
import { routes } from '../../src/admin/routes.ts';
import { until } from '../helpers/gate.ts';
import { liveText } from '../helpers/live.ts';
import { serve } from '../helpers/serve.ts';

const token = 'live-token-0123456789';

interface Change {
  readonly route: string;
  /** Where an `{id}` stands in the path. */
  readonly id?: string;
  readonly body?: object;
  /** Its audit line, by its first field. */
  readonly audit: string;
}

/** Each route that changes something, in an order in which they can be called. One without its line here is named below. */
const changes: readonly Change[] = [
  { route: 'POST /api/keys', body: { id: 'a', rate_limit: 'paid' }, audit: 'key created' },
  { route: 'POST /api/keys/{id}', id: 'a', body: { note: 'of a test' }, audit: 'key updated' },
  { route: 'POST /api/keys/{id}/rotate', id: 'a', body: {}, audit: 'key rotated' },
  { route: 'POST /api/keys/{id}/disable', id: 'a', audit: 'key disabled' },
  { route: 'POST /api/keys/{id}/enable', id: 'a', audit: 'key enabled' },
  {
    route: 'POST /api/limits/{id}/credit',
    id: 'a',
    body: { usd: 1, reason: 'a test' },
    audit: 'budget credited',
  },
  { route: 'POST /api/limits/{id}/reset', id: 'a', body: { reason: 'a test' }, audit: 'budget reset' },
  { route: 'DELETE /api/keys/{id}', id: 'a', audit: 'key revoked' },
  { route: 'POST /api/deployments/{id}/drain', id: 'first/one', audit: 'deployment drained' },
  { route: 'POST /api/deployments/{id}/resume', id: 'first/one', audit: 'deployment resumed' },
  { route: 'POST /api/tools/{id}/drain', id: 'local/echo', audit: 'tool drained' },
  { route: 'POST /api/tools/{id}/resume', id: 'local/echo', audit: 'tool resumed' },
  { route: 'POST /api/queues/{id}/flush', id: 'first', audit: 'queue flushed' },
  { route: 'POST /api/reload', audit: 'files reloaded' },
];

test('each route that changes something is called below', () => {
  // Routes are only listed: nothing of what they work with is touched.
  const all = routes({ view: {}, shown: {}, memory: {}, keys: {}, usage: {} } as AdminParts);
  const changing = all.filter(({ access }) => access === 'change');
  assert.deepEqual(
    changing.map(({ method, path }) => `${method} ${path}`).sort(),
    changes.map(({ route }) => route).sort(),
  );
});

test('each change through the API has its audit line', async (t) => {
  const text = liveText({
    more: 'keys_file: keys.yaml\nrate_limits: { paid: { budget: 10 USD/month } }\nmcp: { servers: { local: { simulator: true } } }\n',
  });
  const priced = text.replace('{ backend: one,', '{ backend: one, price: { input: 1, output: 2 },');
  const served = await serve(t, priced.replace('read_token: ', `token: ${token}, read_token: `), {
    files: { 'keys.yaml': 'keys: {}\n' },
  });
  const [url] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  for (const { route, id = '', body } of changes) {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(`${url}${path.replace('{id}', encodeURIComponent(id))}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${route}: ${await answer.text()}`);
  }
  const lines = () => served.logs.filter((line) => line['audit'] !== undefined);
  await until(() => lines().length >= changes.length, 'the audit lines are written');
  assert.deepEqual(
    lines().map((line) => [line['audit'], line['by']]),
    changes.map(({ audit }) => [audit, 'token']),
  );
});
