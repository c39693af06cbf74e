import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { simulatorFor } from './conversation.ts';

const parameters = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] };
const messages = [{ role: 'user' as const, content: 'hello from a client' }];
const echo = /hello from a client/;

async function openai(t: Parameters<typeof simulatorFor>[0]): Promise<OpenAI> {
  const { url } = await simulatorFor(t);
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 });
}

async function anthropic(t: Parameters<typeof simulatorFor>[0]): Promise<Anthropic> {
  const { url } = await simulatorFor(t);
  return new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 });
}

test('the openai client reads chat completions, whole and streamed', async (t) => {
  const client = await openai(t);
  const whole = await client.chat.completions.create({ model: 'm', messages });
  assert.match(whole.choices[0]?.message.content ?? '', echo);
  const stream = client.chat.completions.stream({
    model: 'm',
    messages,
    stream_options: { include_usage: true },
  });
  const final = await stream.finalChatCompletion();
  assert.equal(final.choices[0]?.message.content, whole.choices[0]?.message.content);
  assert.deepEqual(final.usage, whole.usage);
});

test('the openai client reads tool calls, whole and streamed', async (t) => {
  const client = await openai(t);
  const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }];
  const request = { model: 'm', messages, tools, tool_choice: 'required' as const };
  const whole = (await client.chat.completions.create(request)).choices[0]?.message.tool_calls?.[0];
  const streamed = (await client.chat.completions.stream(request).finalChatCompletion()).choices[0]?.message;
  assert.ok(whole?.type === 'function' && streamed?.tool_calls?.[0]?.type === 'function');
  assert.deepEqual(JSON.parse(whole.function.arguments), { city: 'sample city' });
  assert.equal(streamed.tool_calls[0].function.arguments, whole.function.arguments);
  assert.equal(streamed.tool_calls[0].function.name, 'weather');
});

test('the openai client reads legacy completions, whole and streamed', async (t) => {
  const client = await openai(t);
  const request = { model: 'm', prompt: 'hello from a client', logprobs: 2 };
  const whole = await client.completions.create(request);
  assert.match(whole.choices[0]?.text ?? '', echo);
  let text = '';
  for await (const chunk of await client.completions.create({ ...request, stream: true })) {
    text += chunk.choices[0]?.text ?? '';
  }
  assert.equal(text, whole.choices[0]?.text);
});

test('the openai client reads responses, whole and streamed, with and without a function call', async (t) => {
  const client = await openai(t);
  const request = { model: 'm', input: 'hello from a client' };
  const whole = await client.responses.create(request);
  assert.match(whole.output_text, echo);
  const streamed = await client.responses.stream(request).finalResponse();
  assert.equal(streamed.output_text, whole.output_text);
  const tools = [{ type: 'function' as const, name: 'weather', parameters, strict: true }];
  const call = { ...request, tools, tool_choice: 'required' as const };
  for (const { output } of [
    await client.responses.create(call),
    await client.responses.stream(call).finalResponse(),
  ]) {
    assert.ok(output[0]?.type === 'function_call');
    assert.equal(output[0].arguments, '{"city":"sample city"}');
  }
});

test('the openai client lists models and raises its typed errors', async (t) => {
  const client = await openai(t);
  assert.deepEqual(
    (await client.models.list()).data.map(({ id }) => id),
    ['simulator'],
  );
  await assert.rejects(client.chat.completions.create({ model: 'm', messages: [] }), OpenAI.BadRequestError);
  await assert.rejects(
    client.chat.completions.create({ model: 'fault-429', messages }),
    OpenAI.RateLimitError,
  );
  await assert.rejects(
    client.responses.create({ model: 'fault-500', input: 'x' }),
    OpenAI.InternalServerError,
  );
});

test('the anthropic client reads messages, whole and streamed', async (t) => {
  const client = await anthropic(t);
  const request = { model: 'm', max_tokens: 200, messages };
  const whole = await client.messages.create(request);
  assert.ok(whole.content[0]?.type === 'text');
  assert.match(whole.content[0].text, echo);
  const streamed = await client.messages.stream(request).finalMessage();
  const { parsed_output: _, ...same } = streamed;
  assert.deepEqual({ ...same, id: '' }, { ...whole, id: '' });
});

test('the anthropic client reads tool calls, whole and streamed', async (t) => {
  const client = await anthropic(t);
  const tools = [{ name: 'weather', input_schema: parameters }];
  const request = { model: 'm', max_tokens: 200, messages, tools, tool_choice: { type: 'any' as const } };
  for (const message of [
    await client.messages.create(request),
    await client.messages.stream(request).finalMessage(),
  ]) {
    assert.equal(message.stop_reason, 'tool_use');
    assert.ok(message.content[0]?.type === 'tool_use');
    assert.deepEqual(message.content[0].input, { city: 'sample city' });
  }
});

test('the anthropic client counts tokens, lists models and raises its typed errors', async (t) => {
  const client = await anthropic(t);
  assert.ok((await client.messages.countTokens({ model: 'm', messages })).input_tokens > 0);
  assert.equal((await client.models.list()).data[0]?.id, 'simulator');
  const ask = (model: string) => client.messages.create({ model, max_tokens: 9, messages });
  await assert.rejects(ask('fault-401'), Anthropic.AuthenticationError);
  await assert.rejects(ask('fault-529'), Anthropic.InternalServerError);
});
