import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const messages = [{ role: 'user', content: 'hello' }];
const serving = 'endpoints: { chat_completions: [] }';

test('a backend takes headers and fields out of requests and puts others in; the next one gets what the client sent', async (t) => {
  const strict = await startBackend(t, json({ error: { message: 'busy' } }, 503));
  const plain = await startBackend(t, json(completion('hi')));
  const edits = `{ remove_headers: [Anthropic-Beta, "x-stainless-*", x-title, "content-*"], remove: [context_management, reasoning.summary], set: { store: false, provider.data: deny }, default: { temperature: 0.2, top_p: 0.5 } }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ strict: { url: "${strict.url}", default_headers: { anthropic-beta: ours }, forward_app_headers: true, request: ${edits} }, plain: { url: "${plain.url}", forward_app_headers: true } }`,
      models: `{ m: { deployments: [ { backend: strict, model: up, ${serving} }, { backend: plain, priority: 2, ${serving} } ] } }`,
    }),
  );
  const body = {
    model: 'm',
    messages,
    context_management: { edits: [] },
    reasoning: { summary: 'auto', effort: 'low' },
    store: true,
    temperature: 1,
  };
  const headers = {
    'anthropic-beta': 'theirs',
    'X-Stainless-Lang': 'js',
    'x-title': 'App',
    'x-mine': 'kept',
  };
  const reply = await gateway.call('/v1/chat/completions', { body, headers });
  assert.equal(reply.status, 200, reply.text);
  const first = strict.seen[0]!;
  assert.deepEqual(JSON.parse(first.body.toString()), {
    model: 'up',
    messages,
    reasoning: { effort: 'low' },
    store: false,
    temperature: 1,
    top_p: 0.5,
    provider: { data: 'deny' },
  });
  assert.equal(first.headers['anthropic-beta'], 'ours');
  assert.equal(first.headers['x-stainless-lang'], undefined);
  assert.equal(first.headers['x-title'], undefined);
  assert.equal(first.headers['x-mine'], 'kept');
  assert.equal(first.headers['content-type'], 'application/json');
  const second = plain.seen[0]!;
  assert.equal(second.body.toString(), JSON.stringify(body));
  assert.equal(second.headers['anthropic-beta'], 'theirs');
  assert.equal(second.headers['x-stainless-lang'], 'js');
  assert.equal(second.headers['x-title'], 'App');
});

test('limits count the body as it is sent, by the dearest backend that it may go to', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const keys = ['a', 'b', 'c', 'd'];
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ plain: { url: "${backend.url}" }, long: { url: "${backend.url}", request: { set: { max_tokens: 5000 } } }, short: { url: "${backend.url}", request: { set: { max_tokens: 5 } } }, wide: { url: "${backend.url}", request: { set: { padding: "${'x'.repeat(4000)}" } } } }`,
      models: `{ plain: { deployments: [ { backend: plain, ${serving} } ] }, both: { deployments: [ { backend: plain, ${serving} }, { backend: long, priority: 2, ${serving} } ] }, short: { deployments: [ { backend: short, ${serving} } ] }, wide: { deployments: [ { backend: wide, ${serving} } ] } }`,
      keys: `{ ${keys.map((id) => `${id}: { secret: sk-test-${id}-0123456789, rate_limit: { tokens: 100000/min } }`).join(', ')} }`,
    }),
  );
  const reserved = async (id: string, model: string, max_tokens?: number) => {
    const body = { model, messages, max_tokens };
    const key = `sk-test-${id}-0123456789`;
    const { headers, status } = await gateway.call('/v1/chat/completions', { body, key });
    assert.equal(status, 200);
    return 100_000 - Number(headers['x-ratelimit-remaining-tokens']);
  };
  const least = (await reserved('a', 'plain', 10)) - 10;
  assert.ok(least > 10 && least < 30);
  const both = await reserved('b', 'both', 10);
  assert.ok(both >= least + 5000 && both <= least + 5001, `${both}: the fallback may write 5000`);
  const short = await reserved('c', 'short', 5000);
  assert.ok(short >= least + 4 && short <= least + 6, `${short}: it can write 5 only`);
  const wide = await reserved('d', 'wide', 10);
  assert.ok(wide >= least + 1000 && wide < least + 1030, `${wide}: what is put in is 1000 tokens`);
});

test('limits count the bound that a translated deployment is sent, in whatever words its backend has it', async (t) => {
  const gemini = { candidates: [{ content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }] };
  const message = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'hi' }],
    stop_reason: 'end_turn',
  };
  const response = {
    object: 'response',
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] }],
  };
  const converse = {
    output: { message: { role: 'assistant', content: [{ text: 'hi' }] } },
    stopReason: 'end_turn',
  };
  const backends = {
    chat: await startBackend(t, json(completion('hi'))),
    messages: await startBackend(t, json(message)),
    responses: await startBackend(t, json(response)),
    gemini: await startBackend(t, json(gemini)),
    converse: await startBackend(t, json(converse)),
  };
  /** By the model: its backend, what serves there, what its file makes of requests, and what is to be sent and reserved. */
  const cases = {
    chat: ['chat', 'messages: { via: chat_completions }', 'set: { max_tokens: 5000 }', 5000],
    other: ['chat', 'messages: { via: chat_completions }', 'set: { max_completion_tokens: 4000 }', 4000],
    short: ['chat', 'messages: { via: chat_completions }', 'set: { max_tokens: 5 }', 5],
    open: ['chat', 'messages: { via: chat_completions }', 'remove: [max_tokens]', 1024],
    messages: ['messages', 'chat_completions: { via: messages }', 'set: { max_tokens: 5000 }', 5000],
    unsaid: ['messages', 'chat_completions: { via: messages }', 'default: { max_tokens: 5000 }', 10],
    foreign: ['messages', 'responses: { via: messages }', 'set: { max_output_tokens: 5000 }', 10],
    responses: ['responses', 'messages: { via: responses }', 'set: { max_output_tokens: 5000 }', 5000],
    gemini: ['gemini', 'messages: { via: gemini }', 'set: { generationConfig.maxOutputTokens: 5000 }', 5000],
    whole: [
      'gemini',
      'messages: { via: gemini }',
      'set: { generationConfig: { maxOutputTokens: 5000 } }',
      5000,
    ],
    spelled: [
      'gemini',
      'messages: { via: gemini }',
      'set: { generation_config: { max_output_tokens: 5000 } }',
      5000,
    ],
    converse: [
      'converse',
      'messages: { via: bedrock_converse }',
      'set: { inferenceConfig.maxTokens: 5000 }',
      5000,
    ],
  } as const;
  const all = Object.entries(cases);
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ ${all.map(([name, [backend, , edits]]) => `${name}: { url: "${backends[backend].url}"${backend === 'chat' ? ', flavor: vllm' : ''}, request: { ${edits} } }`).join(', ')} }`,
      models: `{ ${all.map(([name, [backend, served]]) => `${name}: { deployments: [ { backend: ${name}, model: up, endpoints: { ${served} }${backend === 'messages' ? ', translation: { max_tokens: 300 }' : ''} } ] }`).join(', ')} }`,
      keys: `{ ${all.map(([id]) => `${id}: { secret: sk-test-${id}-0123456789, rate_limit: { tokens: 100000/min } }`).join(', ')} }`,
    }),
  );
  for (const [name, [backend, served, , bound]] of all) {
    const called = served.split(':', 1)[0]!;
    const path = { messages: '/v1/messages', responses: '/v1/responses' }[called] ?? '/v1/chat/completions';
    const body =
      called === 'responses'
        ? { model: name, input: 'hello', max_output_tokens: 10 }
        : { model: name, messages, max_tokens: 10 };
    const { headers, status, text } = await gateway.call(path, { body, key: `sk-test-${name}-0123456789` });
    assert.equal(status, 200, `${name}: ${text}`);
    const left = headers['x-ratelimit-remaining-tokens'] ?? headers['anthropic-ratelimit-tokens-remaining'];
    const reserved = 100_000 - Number(left);
    assert.ok(reserved > bound && reserved < bound + 60, `${name}: ${reserved} are reserved for ${bound}`);
    const sent = backends[backend].seen.at(-1)!.body.toString();
    if (bound !== 1024) assert.match(sent, new RegExp(`:${bound}\\b`), `${name}: ${sent}`);
  }
});
