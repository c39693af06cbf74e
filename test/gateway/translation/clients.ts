import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { reportCases } from '../../helpers/sdk.ts';

const url = process.env['GATEWAY_URL'] ?? '';
const apiKey = process.env['GATEWAY_KEY'] ?? '';
const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey });
const anthropic = new Anthropic({ baseURL: url, apiKey });

const prompt = 'a word about gates';
const calling = 'call get_weather';
const schema = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] };

/** Each dialect that a model's backend is asked in, for clients that speak another. */
const messagesThrough = ['chat_completions', 'responses', 'gemini', 'bedrock_converse'];
const chatThrough = ['messages', 'responses', 'gemini', 'bedrock_converse'];
const responsesThrough = ['chat_completions', 'messages', 'gemini', 'bedrock_converse'];

const cases: Record<string, () => Promise<void>> = {};

for (const model of messagesThrough) {
  const body = { model, max_tokens: 200, messages: [{ role: 'user' as const, content: prompt }] };
  const tools = [{ name: 'get_weather', input_schema: schema }];
  const text = ({ content }: Anthropic.Message) =>
    content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  cases[`messages through ${model}, whole and streamed`] = async () => {
    const whole = await anthropic.messages.create(body);
    assert.match(text(whole), /gates/);
    assert.equal(whole.stop_reason, 'end_turn');
    const streamed = await anthropic.messages.stream(body).finalMessage();
    assert.equal(text(streamed), text(whole));
    assert.deepEqual(
      [streamed.usage.input_tokens, streamed.usage.output_tokens],
      [whole.usage.input_tokens, whole.usage.output_tokens],
    );
    assert.ok(whole.usage.output_tokens > 0);
  };
  cases[`messages through ${model}, a tool and its result`] = async () => {
    const asked = { ...body, tools, messages: [{ role: 'user' as const, content: calling }] };
    const called = await anthropic.messages.stream(asked).finalMessage();
    assert.equal(called.stop_reason, 'tool_use');
    const use = called.content.find((block) => block.type === 'tool_use');
    assert.equal(use?.name, 'get_weather');
    assert.deepEqual((await anthropic.messages.create(asked)).stop_reason, 'tool_use');
    const answered = await anthropic.messages.create({
      ...asked,
      tool_choice: model === 'bedrock_converse' ? { type: 'auto' } : { type: 'none' },
      messages: [
        { role: 'user', content: calling },
        { role: 'assistant', content: called.content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: 'rain' }] },
      ],
    });
    assert.equal(answered.role, 'assistant');
  };
}

for (const model of chatThrough) {
  const messages = [{ role: 'user' as const, content: prompt }];
  const asked = {
    model,
    max_completion_tokens: 200,
    messages: [{ role: 'user' as const, content: calling }],
    tools: [{ type: 'function' as const, function: { name: 'get_weather', parameters: schema } }],
  };
  cases[`chat completions through ${model}, whole and streamed`] = async () => {
    const body = { model, max_completion_tokens: 200, messages };
    const whole = await openai.chat.completions.create(body);
    assert.match(whole.choices[0]?.message.content ?? '', /gates/);
    const streamed = await openai.chat.completions
      .stream({ ...body, stream_options: { include_usage: true } })
      .finalChatCompletion();
    assert.equal(streamed.choices[0]?.message.content, whole.choices[0]?.message.content);
    assert.equal(streamed.usage?.total_tokens, whole.usage?.total_tokens);
  };
  cases[`chat completions through ${model}, a tool and its result`] = async () => {
    const streamed = await openai.chat.completions.stream(asked).finalChatCompletion();
    assert.equal(streamed.choices[0]?.finish_reason, 'tool_calls');
    const { message } = streamed.choices[0]!;
    const [call] = message.tool_calls!;
    assert.equal(call?.type === 'function' && call.function.name, 'get_weather');
    const { role, content, tool_calls, ...held } = message as typeof message & {
      reasoning_details?: unknown;
    };
    const answered = await openai.chat.completions.create({
      ...asked,
      messages: [
        ...asked.messages,
        // What an application sends back of an answer: with what the model's vendor wants to see again.
        { ...('reasoning_details' in held && held), role, content, tool_calls } as never,
        { role: 'tool', tool_call_id: call!.id, content: 'rain' },
      ],
    });
    assert.equal(answered.choices[0]?.message.role, 'assistant');
  };
}

for (const model of responsesThrough) {
  const body = { model, max_output_tokens: 200, store: false, input: prompt };
  cases[`responses through ${model}, whole and streamed`] = async () => {
    const whole = await openai.responses.create(body);
    assert.match(whole.output_text, /gates/);
    const streamed = await openai.responses.stream(body).finalResponse();
    assert.equal(streamed.output_text, whole.output_text);
    assert.equal(streamed.usage?.total_tokens, whole.usage?.total_tokens);
  };
  cases[`responses through ${model}, a tool and its result`] = async () => {
    const tools = [
      { type: 'function' as const, name: 'get_weather', parameters: schema, strict: false as const },
    ];
    const asked = { ...body, input: calling, tools, include: ['reasoning.encrypted_content' as const] };
    const called = await openai.responses.stream(asked).finalResponse();
    const call = called.output.find((item) => item.type === 'function_call');
    assert.equal(call?.name, 'get_weather');
    const answered = await openai.responses.create({
      ...asked,
      input: [
        { role: 'user', content: calling },
        ...(called.output as OpenAI.Responses.ResponseInputItem[]),
        { type: 'function_call_output', call_id: call.call_id, output: 'rain' },
      ],
    });
    assert.equal(answered.status, 'completed');
  };
}

await reportCases(cases);
