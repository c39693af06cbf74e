import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Simulator, simulatorManners } from '../../src/simulator/index.ts';
import { assertStreamRules, finalOf, judgeEvents, sseEvents } from '../helpers/translation-judges.ts';
import { post, simulatorFor } from './conversation.ts';

const parameters = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } };
const names = ['weather', 'news'];

interface Delta {
  readonly role?: string;
  readonly content?: string | null;
  readonly reasoning?: string;
  readonly reasoning_content?: string;
  readonly reasoning_details?: readonly { type: string; text?: string; data?: string }[];
  readonly tool_calls?: readonly {
    index: number;
    id?: string;
    type?: string;
    function: { name?: string; arguments: unknown };
  }[];
}

interface Chunk {
  readonly choices: readonly { delta: Delta; finish_reason: string | null }[];
  readonly usage?: { completion_tokens_details: { reasoning_tokens: number } } | null;
}

function chatBody(model: string, more: object = {}): object {
  return {
    model,
    messages: [{ role: 'user', content: 'the weather?' }],
    stream: true,
    stream_options: { include_usage: true },
    ...more,
  };
}

const tools = { tools: names.map((name) => ({ type: 'function', function: { name, parameters } })) };

async function chatStream(simulator: Simulator, model: string, more: object = {}) {
  const { status, text } = await post(simulator, '/v1/chat/completions', chatBody(model, more));
  assert.equal(status, 200, text);
  const chunks = sseEvents(text).map(({ data }) => data as unknown as Chunk);
  const deltas = chunks.flatMap(({ choices }) => choices ?? []).map(({ delta }) => delta);
  return { text, chunks, deltas, calls: deltas.flatMap(({ tool_calls: calls }) => calls ?? []) };
}

function messagesBody(model: string, more: object = {}): object {
  return { model, max_tokens: 500, messages: [{ role: 'user', content: 'the weather?' }], ...more };
}

const messagesTools = { tools: names.map((name) => ({ name, input_schema: parameters })) };

/** What is seen of each manner. */
const seen: Readonly<
  Record<keyof typeof simulatorManners, (simulator: Simulator, model: string) => Promise<void>>
> = {
  thinks: async (simulator, model) => {
    const { content, usage } = JSON.parse((await post(simulator, '/v1/messages', messagesBody(model))).text);
    assert.deepEqual(
      content.map(({ type }: { type: string }) => type),
      ['thinking', 'text'],
    );
    assert.ok(usage.output_tokens_details.thinking_tokens > 0);
    const { output } = JSON.parse((await post(simulator, '/v1/responses', { model, input: 'hi' })).text);
    assert.equal(output[0].type, 'reasoning');
  },
  'thinks-between': async (simulator, model) => {
    const body = messagesBody(`${model}+thinks+parallel`, messagesTools);
    const { content } = JSON.parse((await post(simulator, '/v1/messages', body)).text);
    assert.deepEqual(
      content.map(({ type }: { type: string }) => type),
      ['thinking', 'tool_use', 'thinking', 'tool_use'],
    );
  },
  redacted: async (simulator, model) => {
    const { text } = await post(simulator, '/v1/messages', messagesBody(model, { stream: true }));
    assertStreamRules('messages', text);
    const { content } = await finalOf('messages', text);
    assert.equal(content[0]?.type, 'redacted_thinking');
    const path = `/model/${model}/converse`;
    const { text: whole } = await post(simulator, path, {
      messages: [{ role: 'user', content: [{ text: 'a' }] }],
    });
    assert.ok(JSON.parse(whole).output.message.content[0].reasoningContent.redactedContent);
  },
  'signature-only': async (simulator, model) => {
    const { text } = await post(simulator, '/v1/messages', messagesBody(model, { stream: true }));
    const [thought] = (await finalOf('messages', text)).content;
    assert.ok(thought?.type === 'thinking' && thought.thinking === '' && thought.signature !== '');
  },
  parallel: async (simulator, model) => {
    const { text, calls } = await chatStream(simulator, model, tools);
    assertStreamRules('chat', text);
    assert.deepEqual(
      calls.flatMap(({ function: { name } }) => name ?? []),
      names,
    );
    const one = await chatStream(simulator, model, { ...tools, parallel_tool_calls: false });
    assert.equal(one.calls.filter(({ id }) => id !== undefined).length, 1);
    const messages = await post(
      simulator,
      '/v1/messages',
      messagesBody(model, { ...messagesTools, stream: true }),
    );
    assertStreamRules('messages', messages.text);
    const input = { model, input: 'weather?', stream: true };
    const flat = tools.tools.map(({ function: inner }) => ({ type: 'function', ...inner, strict: false }));
    const responses = await post(simulator, '/v1/responses', { ...input, tools: flat });
    assertStreamRules('responses', responses.text);
    assert.equal((await finalOf('responses', responses.text)).output.length, 2);
  },
  'text-with-calls': async (simulator, model) => {
    const { text } = await chatStream(simulator, model, tools);
    assertStreamRules('chat', text);
    const [choice] = (await finalOf('chat', text)).choices;
    assert.match(choice?.message.content ?? '', /^Simulated answer/);
    assert.equal(choice?.message.tool_calls?.length, 1);
  },
  cached: async (simulator, model) => {
    const { usage } = JSON.parse((await post(simulator, '/v1/messages', messagesBody(model))).text);
    assert.ok(usage.cache_read_input_tokens > 0);
    const native = JSON.parse((await post(simulator, '/v1/messages', messagesBody('m'))).text).usage;
    assert.equal(usage.cache_read_input_tokens + usage.input_tokens, native.input_tokens);
    const { text } = await chatStream(simulator, model);
    const used = (await finalOf('chat', text)).usage;
    assert.equal(used?.prompt_tokens_details?.cached_tokens, usage.cache_read_input_tokens);
    assert.equal(used?.prompt_tokens, native.input_tokens);
  },
  'reasoning-content': async (simulator, model) => {
    const { text, deltas, chunks } = await chatStream(simulator, model);
    assertStreamRules('chat', text);
    assert.match(deltas.map((delta) => delta.reasoning_content ?? '').join(''), /^Simulated thought/);
    const usage = chunks.find((chunk) => (chunk.usage ?? null) !== null)?.usage;
    assert.ok((usage?.completion_tokens_details.reasoning_tokens ?? 0) > 0);
  },
  reasoning: async (simulator, model) => {
    const { deltas } = await chatStream(simulator, model);
    assert.match(deltas.map((delta) => delta.reasoning ?? '').join(''), /^Simulated thought/);
  },
  'reasoning-details': async (simulator, model) => {
    const { deltas } = await chatStream(simulator, model);
    for (const { reasoning, reasoning_details: details } of deltas)
      assert.equal(details?.[0]?.text, reasoning);
    assert.ok(deltas.some(({ reasoning }) => reasoning !== undefined));
  },
  'reasoning-encrypted': async (simulator, model) => {
    const { deltas } = await chatStream(simulator, model);
    assert.ok(deltas.some(({ reasoning_details: details }) => details?.[0]?.type === 'reasoning.encrypted'));
  },
  'reasoning-required': async (simulator, model) => {
    const { message } = JSON.parse(
      (await post(simulator, '/v1/chat/completions', chatBody(model, { ...tools, stream: false }))).text,
    ).choices[0];
    const again = (call: object) => {
      const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'fine' };
      const messages = [{ role: 'user', content: 'weather?' }, call, result];
      return post(simulator, '/v1/chat/completions', { model, messages });
    };
    assert.equal((await again(message)).status, 200);
    const { reasoning_content: _, ...without } = message;
    assert.match((await again(without)).text, /must be passed back/);
  },
  interleaved: async (simulator, model) => {
    const { text, calls } = await chatStream(simulator, `${model}+parallel`, tools);
    assertStreamRules('chat', text);
    assert.deepEqual(
      calls.slice(0, 4).map(({ index }) => index),
      [0, 1, 0, 1],
    );
  },
  'all-in-one': async (simulator, model) => {
    const { text, deltas } = await chatStream(simulator, `${model}+parallel`, tools);
    assertStreamRules('chat', text);
    assert.deepEqual(
      deltas.flatMap((delta) => delta.tool_calls?.length ?? []),
      [2],
    );
  },
  'one-index': async (simulator, model) => {
    const { calls } = await chatStream(simulator, `${model}+parallel`, tools);
    assert.ok(calls.every(({ index }) => index === 0));
    assert.equal(new Set(calls.flatMap(({ id }) => id ?? [])).size, 2);
  },
  'no-role': async (simulator, model) => {
    const { deltas } = await chatStream(simulator, model);
    assert.ok(deltas.every(({ role }) => role === undefined));
  },
  'stop-with-calls': async (simulator, model) => {
    const { chunks } = await chatStream(simulator, model, tools);
    assert.ok(chunks.some(({ choices }) => choices?.[0]?.finish_reason === 'stop'));
  },
  'calls-without-call': async (simulator, model) => {
    const { chunks } = await chatStream(simulator, model);
    assert.ok(chunks.some(({ choices }) => choices?.[0]?.finish_reason === 'tool_calls'));
  },
  'usage-everywhere': async (simulator, model) => {
    const { chunks } = await chatStream(simulator, model);
    assert.ok(chunks.slice(0, -1).every(({ usage }) => (usage ?? null) !== null));
  },
  'usage-late': async (simulator, model) => {
    const begun = performance.now();
    const { text } = await chatStream(simulator, model);
    assertStreamRules('chat', text);
    assert.ok(performance.now() - begun >= 50);
  },
  'usage-never': async (simulator, model) => {
    const { text } = await chatStream(simulator, model);
    assert.doesNotMatch(text, /"usage"/);
  },
  'no-done': async (simulator, model) => {
    const { text } = await chatStream(simulator, model);
    assert.doesNotMatch(text, /DONE/);
  },
  'ids-functions': async (simulator, model) => {
    const { text, calls } = await chatStream(simulator, `${model}+parallel`, tools);
    assertStreamRules('chat', text);
    assert.deepEqual(
      calls.flatMap(({ id }) => id ?? []),
      ['functions.weather:0', 'functions.news:1'],
    );
  },
  'ids-none': async (simulator, model) => {
    const { calls } = await chatStream(simulator, model, tools);
    assert.ok(calls.length > 0 && calls.every(({ id }) => id === undefined));
  },
  'arguments-object': async (simulator, model) => {
    const { calls } = await chatStream(simulator, model, tools);
    assert.equal(typeof calls[0]?.function.arguments, 'object');
  },
  'output-at-end': async (simulator, model) => {
    const body = { model, input: 'hi', stream: true };
    const events = sseEvents((await post(simulator, '/v1/responses', body)).text);
    assert.deepEqual(
      events.map(({ name }) => name),
      ['response.created', 'response.in_progress', 'response.completed'],
    );
    judgeEvents(
      'responses',
      events.map(({ data }) => data),
    );
  },
  'no-signature': async (simulator, model) => {
    const functionDeclarations = [{ name: 'weather', parametersJsonSchema: parameters }];
    const contents = [{ role: 'user', parts: [{ text: 'weather?' }] }];
    const path = `/v1beta/models/${model}:generateContent`;
    const { text } = await post(simulator, path, { contents, tools: [{ functionDeclarations }] });
    const [part] = JSON.parse(text).candidates[0].content.parts;
    assert.deepEqual([part.functionCall.name, part.thoughtSignature], ['weather', undefined]);
  },
};

for (const [manner, about] of Object.entries(simulatorManners)) {
  test(`manner-${manner}: ${about}`, async (t) => {
    const simulator = await simulatorFor(t);
    await seen[manner as keyof typeof simulatorManners](simulator, `manner-${manner}`);
  });
}

test('a manner behind the name of a fault holds until the fault', async (t) => {
  const simulator = await simulatorFor(t);
  const { text } = await post(simulator, '/v1/chat/completions', chatBody('fault-error-midway+reasoning'));
  assert.match(text, /"reasoning":"Simulated/);
  assert.match(text, /simulated_fault/);
});

test('a manner that does not exist is a 404 that says where to look', async (t) => {
  const simulator = await simulatorFor(t);
  for (const model of ['manner-', 'manner-shy', 'manner-thinks+shy', 'fault-fin-midway+shy']) {
    const { status, text } = await post(simulator, '/v1/chat/completions', chatBody(model));
    assert.equal(status, 404, model);
    assert.match(text, /manner of this name/);
  }
});
