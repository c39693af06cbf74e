/** Tokens that are for tools alone, and the documents that say how to get one (RFC 9728). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, json, startBackend } from '../../helpers/backend.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { audience, TestIssuer } from '../../helpers/issuer.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { modern } from '../../helpers/tool-server.ts';

const owner = ownerOfFile();
const tools = `${audience}/mcp`;
let gateway: TestGateway;
let issuer: TestIssuer;

const started = (async () => {
  issuer = await TestIssuer.start(owner);
  const backend = await startBackend(owner, json(completion('hi')));
  gateway = await startGateway(
    owner,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      keys: '{ people: { tools: ["*"] }, secret: { secret: sk-test-0123456789abcdef, tools: ["*"] } }',
      more: `mcp: { servers: { one: { simulator: true }, two: { simulator: true } } }
identity:
  resource: ${audience}
  issuers:
    main:
      issuer: ${issuer.url}
      audience: ["${audience}", "${tools}", "${tools}/one"]
      rules: [ { when: {}, key: people } ]`,
    }),
  );
})();

/** The statuses of one token, or key, at a model and at three paths of tools. */
async function opened(key: string): Promise<readonly number[]> {
  const chat = { model: 'fast', messages: [{ role: 'user', content: 'hello' }] };
  const model = await gateway.call('/v1/chat/completions', { key, body: chat });
  const models = await gateway.call('/v1/models', { key });
  const listed = ['/mcp', '/mcp/one', '/mcp/two'].map(
    async (path) => (await gateway.call(path, { key, ...modern('tools/list', {}) })).status,
  );
  return [model.status, models.status, ...(await Promise.all(listed))];
}

test('a token opens what it is for: models, all tools, or those of one server', async () => {
  await started;
  const token = (aud: string | readonly string[]) => issuer.token({ aud });
  assert.deepEqual(await opened('sk-test-0123456789abcdef'), [200, 200, 200, 200, 200]);
  assert.deepEqual(await opened(await token(audience)), [200, 200, 401, 401, 401]);
  assert.deepEqual(await opened(await token(tools)), [401, 401, 200, 200, 200]);
  assert.deepEqual(await opened(await token(`${tools}/one`)), [401, 401, 401, 200, 401]);
  assert.deepEqual(await opened(await token([audience, `${tools}/one`])), [200, 200, 401, 200, 401]);
  // The issuer may not name it.
  assert.deepEqual(await opened(await token(`${tools}/two`)), [401, 401, 401, 401, 401]);
  assert.deepEqual(await opened(await token([`${tools}/two`, audience])), [200, 200, 401, 401, 401]);
  const lines = gateway.logs.map(({ reason }) => String(reason));
  assert.ok(lines.some((line) => /issuer "main" came, and it is for tools alone \(aud\)/.test(line)));
  assert.ok(lines.some((line) => /issuer "main" came, and it is not for these tools \(aud\)/.test(line)));
});

test('a 401 names the document of what was asked for, and that names the resource as the client wrote it', async () => {
  await started;
  const wellKnown = '/.well-known/oauth-protected-resource';
  const resourceOf: Readonly<Record<string, string>> = {
    '/mcp': tools,
    '/mcp/one': `${tools}/one`,
    '/mcp/nothing-there': `${tools}/nothing-there`,
    '/mcp/one/more': audience,
    '/v1/models': audience,
  };
  for (const [path, resource] of Object.entries(resourceOf)) {
    const asked = modern(
      'tools/list',
      {},
      { headers: { host: 'localhost', 'x-forwarded-host': 'elsewhere.example' } },
    );
    const refused = await gateway.call(path, { key: null, ...asked });
    assert.equal(refused.status, 401, path);
    const named = /^Bearer resource_metadata="(.+)"$/.exec(String(refused.headers['www-authenticate']))?.[1];
    assert.ok(named?.startsWith(audience + wellKnown), `${path}: ${named}`);
    const told = await gateway.call(new URL(named!).pathname, { key: null });
    assert.deepEqual(told.json, {
      resource,
      authorization_servers: [issuer.url],
      bearer_methods_supported: ['header'],
    });
  }
  for (const path of [`${wellKnown}/mcp/one/more`, `${wellKnown}/mcp/One`, `${wellKnown}/other`])
    assert.equal((await gateway.call(path, { key: null })).status, 401, path);
});
