import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AdminParts } from '../../../src/admin/admin-parts.ts';
import { openApi } from '../../../src/admin/contract/openapi-document.ts';
import { routes } from '../../../src/admin/routes.ts';
import { requestEvent, servedText, startAdmin, type TestAdmin, token } from '../../helpers/admin.ts';
import { scratchFolder } from '../../helpers/scratch.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Routes are only listed: nothing of what they work with is touched. */
const everyRoute = routes({ view: {}, memory: {}, keys: {}, usage: {}, shown: {} } as AdminParts);
const listed = everyRoute.filter(({ path }) => path.startsWith('/api/'));

const document = openApi(everyRoute);
const { schemas } = document.components;
const paths = document.paths as unknown as Paths;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test('the document names every route of the API and no other, with the access it needs', () => {
  const key = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
  assert.deepEqual(operations.map(key).sort(), listed.map(key).sort());
  const secured = { visitors: 0, read: 3, change: 2, contents: 2, anybody: 0 };
  for (const route of listed) {
    const { operation } = operations.find((one) => key(one) === key(route))!;
    assert.equal(operation.security.length, secured[route.access], key(route));
  }
});

test('operation ids are there once each, and every reference leads somewhere', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length, ids.join());
  for (const [, name = ''] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    assert.ok(name in schemas, name);
  }
});

/** A request for each GET; those of the other methods change a real file and are tested with one. */
const questions: Readonly<Record<string, string>> = {
  '/api/explain': '/api/explain?model=fast&tags=vision&key=team-a&down=b',
  '/api/overview': '/api/overview?window=3600',
  '/api/contents/{id}': '/api/contents/one',
  '/api/offered-tools': '/api/offered-tools?server=demo',
  '/api/drains/{id}': '/api/drains/demo',
};

const contentToken = 'content-token-of-the-tests';

/** One request whose contents are kept, and who may read them. */
function keptText(t: Parameters<typeof startAdmin>[0]): string {
  const dir = scratchFolder(t);
  const one = {
    id: 'one',
    at: '2026-11-28T10:00:00.000Z',
    key: 'team-a',
    end_user: 'ada',
    endpoint: 'messages',
    stream: true,
  };
  const line = { ...one, status: 200, ended: 'cut', answer_bytes: 9, request: { model: 'm' }, answer: null };
  writeFileSync(join(dir, '2026-11-28.1-a.jsonl.gz'), gzipSync(`${JSON.stringify(line)}\n`));
  const admin = `{ address: "127.0.0.1:0", token: ${token}, content_token: ${contentToken} }`;
  return `${servedText}\nadmin: ${admin}\ncontent_log: { file: ${dir}, keys: ["*"] }\nmcp: { servers: { demo: { simulator: true } } }`;
}

async function busyAdmin(t: Parameters<typeof startAdmin>[0]): Promise<TestAdmin> {
  const admin = await startAdmin(t, keptText(t));
  admin.tell([
    requestEvent(),
    requestEvent({ status: 502, code: 'upstream_unreachable', deployment: undefined }),
  ]);
  const set = (name: string, labels: string, value: number) =>
    admin.figures.set(name, new Map([[labels, new Float64Array([value])]]));
  const lists = { tools: { at: 1_000, items: 1 } };
  const items = [{ kind: 'tools', name: 'echo', reason: 'changed' }] as const;
  const held = { counts: { new: 0, changed: 1 }, items };
  const lastError = { at: 2_000, text: 'status 500' };
  const known = { revision: '2026-07-28', lists, tools: ['echo'], held };
  admin.toolServers.push([
    { server: 'demo', out: { reason: 'circuit', text: 'it fails' }, lastError, ...known },
  ]);
  set('gateway_attempts_in_flight', 'fast\na', 2);
  set('gateway_deployment_circuits', 'fast\na\nopen', 1);
  set('gateway_deployment_latency_seconds', 'fast\na', 0.25);
  set('gateway_requests_in_flight', '', 2);
  admin.reloads.add({ outcome: 'rejected', from: 'x', problems: 'gateway.yaml:1:1 nothing' });
  return admin;
}

test('every answer is as the document describes it', async (t) => {
  const admin = await busyAdmin(t);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://gateway.invalid/api', components: { schemas } });
  for (const { path, method, operation } of operations) {
    if (method !== 'GET') continue;
    const mine = path.startsWith('/api/contents') ? { authorization: `Bearer ${contentToken}` } : {};
    const answer = await admin.call(questions[path] ?? path, { headers: mine });
    assert.equal(answer.status, 200, path);
    const schema = operation.responses['200']?.content?.['application/json']?.schema as
      | { $ref: string }
      | undefined;
    if (schema === undefined) continue;
    const validate = ajv.compile({ $ref: `https://gateway.invalid/api${schema.$ref}` });
    const body: unknown = await answer.json();
    assert.ok(validate(body), `${path}: ${ajv.errorsText(validate.errors)}`);
  }
});
