import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const serving = 'endpoints: { chat_completions: [] }';

test("members that a backend adds to a list go behind the client's own, each once", async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{
        plain: { url: "${backend.url}", add_headers: { Anthropic-Beta: [oauth, files], x-more: [a] } },
        usual: { url: "${backend.url}", default_headers: { anthropic-beta: "usual, oauth" }, add_headers: { anthropic-beta: [oauth, files] } },
        strict: { url: "${backend.url}", request: { remove_headers: ["anthropic-*"] }, add_headers: { anthropic-beta: [oauth] } } }`,
      models: `{ plain: { deployments: [ { backend: plain, ${serving} } ] }, usual: { deployments: [ { backend: usual, ${serving} } ] }, strict: { deployments: [ { backend: strict, ${serving} } ] } }`,
    }),
  );
  const sent = async (model: string, headers: Record<string, string> = {}) => {
    const body = { model, messages: [{ role: 'user', content: 'hello' }] };
    assert.equal((await gateway.call('/v1/chat/completions', { body, headers })).status, 200);
    const { rawHeaders } = backend.seen.at(-1)!;
    const values = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'anthropic-beta');
    assert.equal(values.length, 1);
    return values[0];
  };
  assert.equal(await sent('plain'), 'oauth, files');
  assert.equal(backend.seen.at(-1)!.headers['x-more'], 'a');
  assert.equal(await sent('plain', { 'anthropic-beta': 'b,a' }), 'b,a, oauth, files');
  assert.equal(await sent('plain', { 'anthropic-beta': 'files,b' }), 'files,b, oauth');
  assert.equal(await sent('plain', { 'anthropic-beta': 'oauth,files' }), 'oauth,files');
  assert.equal(await sent('plain', { 'anthropic-beta': '' }), 'oauth, files');
  assert.equal(await sent('usual'), 'usual, oauth, files');
  assert.equal(await sent('usual', { 'anthropic-beta': 'b' }), 'b, oauth, files');
  assert.equal(await sent('strict', { 'anthropic-beta': 'b' }), 'oauth');
});
