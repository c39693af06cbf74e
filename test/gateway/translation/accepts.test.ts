import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, message, startBackend } from '../../helpers/backend.ts';
import { configText, startGateway } from '../../helpers/gateway.ts';

test('a model gets what it takes, clients are told, and a forced tool goes to another deployment', async (t) => {
  const backend = await startBackend(t, json(message));
  const translated =
    'endpoints: { messages: [], chat_completions: { via: messages } }, translation: { max_tokens: 64 }';
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ new: { url: "${backend.url}" }, old: { url: "${backend.url}" } }`,
      models: `{ claude: { deployments: [
        { backend: new, model: new, accepts: { temperature: false, efforts: [low, high], tool_choice: [auto] }, ${translated} },
        { backend: old, model: old, priority: 1, ${translated} } ] } }`,
    }),
  );
  const messages = [{ role: 'user', content: 'hello' }];
  const ask = async (path: string, body: object) => {
    const { status, headers } = await gateway.call(path, { body: { model: 'claude', messages, ...body } });
    assert.equal(status, 200);
    return { headers, sent: JSON.parse(backend.seen.at(-1)!.body.toString()) };
  };
  const said = await ask('/v1/chat/completions', { temperature: 0.5, reasoning_effort: 'medium' });
  assert.deepEqual(
    [said.sent.model, said.sent.temperature, said.sent.output_config],
    ['new', undefined, { effort: 'low' }],
  );
  assert.equal(said.headers['x-gateway-dropped'], 'temperature');
  assert.match(String(said.headers['x-gateway-changed']), /\breasoning_effort\b/);

  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
  const forced = await ask('/v1/chat/completions', { tools, tool_choice: 'required' });
  assert.deepEqual([forced.sent.model, forced.sent.tool_choice], ['old', { type: 'any' }]);

  const native = { max_tokens: 9, temperature: 0.5, output_config: { effort: 'medium' } };
  const { sent, headers } = await ask('/v1/messages', native);
  assert.deepEqual([sent.model, sent.temperature, sent.output_config.effort], ['new', 0.5, 'medium']);
  assert.equal(headers['x-gateway-dropped'], undefined);
});

test('a deployment with a name in the price list gets what its model takes', async (t) => {
  const backend = await startBackend(t, json(message));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ claude: { url: "${backend.url}" } }`,
      models: `{ claude: { deployments: [ { backend: claude, catalogue: anthropic/claude-opus-5-5,
        endpoints: { chat_completions: { via: messages } }, translation: { max_tokens: 64 } } ] } }`,
    }),
  );
  const body = { model: 'claude', temperature: 0.5, messages: [{ role: 'user', content: 'hello' }] };
  const { status, headers } = await gateway.call('/v1/chat/completions', { body });
  assert.deepEqual([status, headers['x-gateway-dropped']], [200, 'temperature']);
  assert.equal(JSON.parse(backend.seen.at(-1)!.body.toString()).temperature, undefined);
});
