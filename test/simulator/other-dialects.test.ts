import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import type { Simulator } from '../../src/simulator/index.ts';
import { asObject } from '../../src/simulator/json-values.ts';
import { judgeAnswer, judgeEvents, sseEvents } from '../helpers/translation-judges.ts';
import { eventsOf, post, simulatorFor } from './conversation.ts';

const parameters = { type: 'object', properties: { city: { type: 'string' } } };

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => new Uint8Array(Buffer.from(text)),
);

interface Frame {
  readonly type: string;
  readonly payload: Record<string, unknown>;
}

/** The frames of an answer, read by Amazon's own code. */
async function framesOf(simulator: Simulator, path: string, body: object): Promise<Frame[]> {
  const response = await fetch(simulator.url + path, { method: 'POST', body: JSON.stringify(body) });
  assert.equal(response.headers.get('content-type'), 'application/vnd.amazon.eventstream');
  const bytes = Buffer.from(await response.arrayBuffer());
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const { headers, body: payload } = codec.decode(bytes.subarray(at, at + bytes.readUInt32BE(at)));
    const { p: _filling, ...rest } = JSON.parse(Buffer.from(payload).toString());
    frames.push({
      type: String((headers[':event-type'] ?? headers[':exception-type'])?.value),
      payload: rest,
    });
  }
  return frames;
}

const gemini = (model: string, method = 'generateContent') => `/v1beta/models/${model}:${method}`;
const streamed = (model: string) => `${gemini(model, 'streamGenerateContent')}?alt=sse`;
const geminiBody = (more: object = {}) => ({
  contents: [{ role: 'user', parts: [{ text: 'weather?' }] }],
  ...more,
});
const geminiTools = {
  tools: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: parameters }] }],
};

test('generateContent is answered in the form of the Gemini API, and counts what it thought apart', async (t) => {
  const simulator = await simulatorFor(t);
  const generationConfig = { thinkingConfig: { includeThoughts: true } };
  const { status, text } = await post(simulator, gemini('m'), geminiBody({ generationConfig }));
  assert.equal(status, 200, text);
  const answer = JSON.parse(text);
  judgeAnswer('gemini', answer);
  const [thought, said] = answer.candidates[0].content.parts;
  assert.equal(thought.thought, true);
  assert.match(said.text, /^Simulated answer/);
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, totalTokenCount } =
    answer.usageMetadata;
  assert.equal(totalTokenCount, promptTokenCount + candidatesTokenCount + thoughtsTokenCount);
});

test('streamGenerateContent ends its lines with CRLF, and gives several calls in one event, the first of them signed', async (t) => {
  const simulator = await simulatorFor(t);
  const more = { tools: [{ functionDeclarations: [{ name: 'weather' }, { name: 'news' }] }] };
  const { text } = await post(simulator, streamed('manner-parallel'), geminiBody(more));
  assert.ok(!/[^\r]\n/.test(text));
  const events = sseEvents(text).map(({ data }) => data);
  judgeEvents('gemini', events);
  const parts = events.flatMap((event) => {
    const [candidate] = event['candidates'] as { content: { parts: Record<string, unknown>[] } }[];
    return [candidate!.content.parts.filter((part) => part['functionCall'] !== undefined)];
  });
  const called = parts.filter(({ length }) => length > 0);
  assert.equal(called.length, 1);
  assert.deepEqual(
    called[0]?.map((part) => part['thoughtSignature'] !== undefined),
    [true, false],
  );
});

test('a call comes back to the Gemini API with the signature that it went out with', async (t) => {
  const simulator = await simulatorFor(t);
  const { text } = await post(simulator, gemini('m'), geminiBody(geminiTools));
  const { content } = JSON.parse(text).candidates[0];
  const [part] = content.parts;
  const again = (call: object) =>
    post(
      simulator,
      gemini('m'),
      geminiBody({
        contents: [
          ...geminiBody().contents,
          { role: 'model', parts: [call] },
          { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { output: 'fine' } } }] },
        ],
        ...geminiTools,
      }),
    );
  const { status, text: second } = await again(part);
  assert.equal(status, 200, second);
  assert.match(second, /1 tool result/);
  const { thoughtSignature: _, ...unsigned } = part;
  assert.match((await again(unsigned)).text, /missing a thought_signature/);
  assert.match((await again({ ...part, thoughtSignature: 'c2ln' })).text, /not valid/);
  const skipped = { ...part, thoughtSignature: 'skip_thought_signature_validator' };
  assert.equal((await again(skipped)).status, 200);
});

test('the Gemini API says its errors in its own words, in streams too', async (t) => {
  const simulator = await simulatorFor(t);
  const { status, text } = await post(simulator, gemini('fault-429'), geminiBody());
  assert.equal(status, 429);
  assert.equal(JSON.parse(text).error.status, 'RESOURCE_EXHAUSTED');
  const { text: stream } = await post(simulator, streamed('fault-error-midway'), geminiBody());
  assert.deepEqual(asObject(sseEvents(stream).at(-1)?.data['error'])['status'], 'INTERNAL');
});

const converseBody = (more: object = {}) => ({
  messages: [{ role: 'user', content: [{ text: 'weather?' }] }],
  ...more,
});
const toolConfig = { tools: [{ toolSpec: { name: 'weather', inputSchema: { json: parameters } } }] };
const thinking = { additionalModelRequestFields: { thinking: { type: 'adaptive' } } };

test('Converse is answered in the form of Amazon Bedrock, under the percent-encoded name of a model', async (t) => {
  const simulator = await simulatorFor(t);
  const path = `/model/${encodeURIComponent('arn:aws:bedrock:eu-central-1::model/a.b:1')}/converse`;
  const { status, text } = await post(simulator, path, converseBody({ toolConfig, ...thinking }));
  assert.equal(status, 200, text);
  const answer = JSON.parse(text);
  judgeAnswer('converse', answer);
  const [thought, call] = answer.output.message.content;
  assert.match(thought.reasoningContent.reasoningText.text, /^Simulated thought/);
  assert.equal(call.toolUse.name, 'weather');
  assert.equal(answer.stopReason, 'tool_use');
});

test('ConverseStream comes in frames that Amazon reads, and says the same as Converse', async (t) => {
  const simulator = await simulatorFor(t);
  const body = converseBody({ toolConfig, ...thinking });
  const frames = await framesOf(simulator, '/model/m/converse-stream', body);
  judgeEvents(
    'converse',
    frames.map(({ type, payload }) => ({ [type]: payload })),
  );
  assert.equal(frames[0]?.type, 'messageStart');
  assert.deepEqual(
    frames.slice(-2).map(({ type }) => type),
    ['messageStop', 'metadata'],
  );
  const deltas = frames.map(({ payload }) => payload['delta'] as Record<string, Record<string, string>>);
  const input = deltas.map((delta) => delta?.['toolUse']?.['input'] ?? '').join('');
  const thought = deltas.map((delta) => delta?.['reasoningContent']?.['text'] ?? '').join('');
  const whole = JSON.parse((await post(simulator, '/model/m/converse', body)).text);
  assert.deepEqual(JSON.parse(input), whole.output.message.content[1].toolUse.input);
  assert.equal(thought, whole.output.message.content[0].reasoningContent.reasoningText.text);
});

test('Amazon Bedrock says its errors in a header and, in streams, in a frame', async (t) => {
  const simulator = await simulatorFor(t);
  const { status, headers, text } = await post(simulator, '/model/fault-429/converse', converseBody());
  assert.equal(status, 429);
  assert.equal(headers.get('x-amzn-errortype'), 'ThrottlingException');
  assert.deepEqual(Object.keys(JSON.parse(text)), ['message']);
  const frames = await framesOf(simulator, '/model/fault-error-midway/converse-stream', converseBody());
  assert.equal(frames.at(-1)?.type, 'internalServerException');
});

test('InvokeModel of Claude is messages in an envelope, whole and streamed', async (t) => {
  const simulator = await simulatorFor(t);
  const body = {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 500,
    messages: [{ role: 'user', content: 'hi' }],
  };
  const whole = JSON.parse((await post(simulator, '/model/m/invoke', body)).text);
  judgeAnswer('messages', whole);
  const frames = await framesOf(simulator, '/model/m/invoke-with-response-stream', body);
  const events = frames.map(({ type, payload }) => {
    assert.equal(type, 'chunk');
    return JSON.parse(Buffer.from(String(payload['bytes']), 'base64').toString());
  });
  assert.ok(events.at(-1)['amazon-bedrock-invocationMetrics'].outputTokenCount > 0);
  judgeEvents('messages', events.slice(0, -1));
  const text = events.map((event) => event.delta?.text ?? '').join('');
  assert.equal(text, whole.content[0].text);
  const { status } = await post(simulator, '/model/m/invoke', { ...body, model: 'm' });
  assert.equal(status, 400);
});

test('what is thought on messages is signed, and comes back unaltered or not at all', async (t) => {
  const simulator = await simulatorFor(t);
  const asked = { role: 'user', content: 'weather?' };
  const body = {
    model: 'm',
    max_tokens: 500,
    thinking: { type: 'adaptive' },
    tools: [{ name: 'weather', input_schema: parameters }],
  };
  const { text } = await post(simulator, '/v1/messages', { ...body, messages: [asked] });
  const answer = JSON.parse(text);
  judgeAnswer('messages', answer);
  const [thought, call] = answer.content;
  assert.equal(thought.type, 'thinking');
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'fine' }] };
  const again = (first: object) =>
    post(simulator, '/v1/messages', {
      ...body,
      messages: [asked, { role: 'assistant', content: [first, call] }, result],
    });
  assert.equal((await again(thought)).status, 200);
  assert.equal((await again({ ...thought, thinking: '' })).status, 200);
  for (const altered of [{ thinking: 'Another.' }, { signature: 'gw1.c.e30' }, { signature: 'c2ln' }]) {
    const refused = await again({ ...thought, ...altered });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Invalid `signature` in `thinking` block/);
  }
});

test('what is thought on responses is encrypted where that is asked for, and refused when it comes back altered', async (t) => {
  const simulator = await simulatorFor(t);
  const body = {
    model: 'm',
    store: false,
    reasoning: { effort: 'low', summary: 'auto' },
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'function', name: 'weather', parameters, strict: false }],
  };
  const first = { role: 'user', content: 'weather?' };
  const { output } = JSON.parse((await post(simulator, '/v1/responses', { ...body, input: [first] })).text);
  const [thought, call] = output;
  const result = { type: 'function_call_output', call_id: call.call_id, output: 'fine' };
  const again = (item: object) =>
    post(simulator, '/v1/responses', { ...body, input: [first, item, call, result] });
  const second = await again(thought);
  assert.equal(second.status, 200, second.text);
  judgeAnswer('responses', JSON.parse(second.text));
  for (const altered of [{ id: 'rs_other' }, { encrypted_content: `A${thought.encrypted_content}` }]) {
    const refused = await again({ ...thought, ...altered });
    assert.equal(refused.status, 400);
    assert.equal(JSON.parse(refused.text).error.code, 'invalid_encrypted_content');
  }
  const without = JSON.parse(
    (await post(simulator, '/v1/responses', { ...body, include: [], input: [first] })).text,
  );
  assert.equal(without.output[0].encrypted_content, undefined);
});

test('custom tools and tools of namespaces are called as they are offered', async (t) => {
  const simulator = await simulatorFor(t);
  const tools = [
    { type: 'custom', name: 'apply_patch' },
    { type: 'namespace', name: 'mcp__fs', description: '', tools: [{ type: 'function', name: 'read' }] },
  ];
  const called = async (model: string) => {
    const body = { model, input: 'apply_patch', tools, stream: true };
    const events = eventsOf((await post(simulator, '/v1/responses', body)).text);
    const last = events.at(-1)?.data as Record<string, { output: Record<string, unknown>[] }>;
    return { events, output: last['response']!.output };
  };
  const { events, output } = await called('manner-parallel');
  assert.deepEqual(
    output.map(({ type, name, namespace }) => ({ type, name, namespace })),
    [
      { type: 'custom_tool_call', name: 'apply_patch', namespace: undefined },
      { type: 'function_call', name: 'read', namespace: 'mcp__fs' },
    ],
  );
  assert.ok(events.some(({ name }) => name === 'response.custom_tool_call_input.delta'));
  const chat = {
    model: 'm',
    messages: [{ role: 'user', content: 'apply_patch' }],
    tools: [{ type: 'custom', custom: { name: 'apply_patch' } }],
  };
  const [call] = JSON.parse((await post(simulator, '/v1/chat/completions', chat)).text).choices[0].message
    .tool_calls;
  assert.deepEqual(call, {
    id: call.id,
    type: 'custom',
    custom: { name: 'apply_patch', input: call.custom.input },
  });
});
