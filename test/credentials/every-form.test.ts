import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type AuthForm, authForms } from '../../src/config/schema/generated/shape.generated.ts';
import { credentialHeaders } from '../../src/config/types.ts';
import { credentialFor } from '../../src/credentials/index.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

/** One of each form, and the headers that a backend sees of it. A form that is new does not compile without its line. */
const examples: Readonly<Record<AuthForm, { readonly auth: string; readonly sent: Record<string, string> }>> =
  {
    bearer: { auth: '{ bearer: backend-secret-1 }', sent: { authorization: 'Bearer backend-secret-1' } },
    header: {
      auth: '{ header: X-Backend-Key, value: backend-secret-2 }',
      sent: { 'x-backend-key': 'backend-secret-2' },
    },
  };

test('every form of `auth` that the schema takes is one of the forms that are resolved', async () => {
  const schema = JSON.parse(await readFile('schemas/gateway.schema.json', 'utf8'));
  const { oneOf, properties } = schema.$defs.auth;
  assert.deepEqual(
    oneOf.map(({ required }: { required: string[] }) => required),
    Object.values(authForms),
  );
  const needed = new Set<string>(Object.values(authForms).flat());
  const options = Object.keys(properties).filter((field) => !needed.has(field));
  assert.deepEqual(options, [], 'a field that makes no form: does anything resolve it?');
});

for (const [form, { auth, sent }] of Object.entries(examples)) {
  test(`a backend with the form \`${form}\` gets its credential, and nothing of what a client puts there`, async (t) => {
    const backend = await startBackend(t, json(completion('hi')));
    const gateway = await startGateway(
      t,
      configText({
        backends: `{ main: { url: "${backend.url}", auth: ${auth} } }`,
        models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      }),
    );
    const config = gateway.gateway.config.backends.get('main')!.credential!;
    assert.deepEqual(credentialFor(config).headers, credentialHeaders(config));
    assert.deepEqual(Object.keys(sent), credentialHeaders(config));
    const mine = Object.keys(sent).filter((name) => name !== 'authorization');
    const reply = await gateway.call('/v1/chat/completions', {
      body: { model: 'm', messages: [{ role: 'user', content: 'hello' }] },
      headers: Object.fromEntries(mine.map((name) => [name, "the client's"])),
    });
    assert.equal(reply.status, 200, reply.text);
    for (const [name, value] of Object.entries(sent)) assert.equal(backend.seen[0]!.headers[name], value);
  });
}
