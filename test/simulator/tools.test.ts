import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { sample } from '../../src/simulator/sample.ts';
import { eventsOf, post, simulatorFor } from './conversation.ts';

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
  required: ['city'],
};
const argumentsGiven = { city: 'sample city', days: 2 };

const tools = (...names: string[]) =>
  names.map((name) => ({ type: 'function', function: { name, parameters } }));
const chat = (content: string, more: object) => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  ...more,
});

test('the first tool is called where one is required, the named one where one is named', async (t) => {
  const simulator = await simulatorFor(t);
  const called = async (tool_choice: unknown): Promise<unknown> => {
    const body = chat('hi', { tools: tools('weather', 'news'), tool_choice });
    const [choice] = JSON.parse((await post(simulator, '/v1/chat/completions', body)).text).choices;
    if (choice.finish_reason !== 'tool_calls') return choice.finish_reason;
    assert.equal(choice.message.content, null);
    assert.deepEqual(JSON.parse(choice.message.tool_calls[0].function.arguments), argumentsGiven);
    return choice.message.tool_calls[0].function.name;
  };
  assert.equal(await called('required'), 'weather');
  assert.equal(await called({ type: 'function', function: { name: 'news' } }), 'news');
  assert.equal(await called('auto'), 'stop');
  assert.equal(await called('none'), 'stop');
});

test('on auto a tool is called when the last user message names it, and not again once it has answered', async (t) => {
  const simulator = await simulatorFor(t);
  const body = chat('what does news say?', { tools: tools('weather', 'news') });
  const [first] = JSON.parse((await post(simulator, '/v1/chat/completions', body)).text).choices;
  const [call] = first.message.tool_calls;
  assert.equal(call.function.name, 'news');
  const messages = [
    ...body.messages,
    first.message,
    { role: 'tool', tool_call_id: call.id, content: 'all quiet' },
  ];
  const [second] = JSON.parse(
    (await post(simulator, '/v1/chat/completions', { ...body, messages })).text,
  ).choices;
  assert.equal(second.finish_reason, 'stop');
  assert.match(second.message.content, /3 messages, 1 tool result/);
});

test('a messages tool call streams its arguments as JSON deltas, and a tool result ends the round', async (t) => {
  const simulator = await simulatorFor(t);
  const offered = { tools: [{ name: 'weather', input_schema: parameters }], max_tokens: 99, stream: true };
  const events = eventsOf((await post(simulator, '/v1/messages', chat('weather?', offered))).text);
  const partial = events.flatMap(({ data }) => {
    const delta = data === '[DONE]' ? undefined : (data['delta'] as { partial_json?: string } | undefined);
    return delta?.partial_json ?? [];
  });
  assert.deepEqual(JSON.parse(partial.join('')), argumentsGiven);
  assert.match(JSON.stringify(events), /"stop_reason":"tool_use"/);

  const result = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'the weather is fine' }];
  const body = { ...chat('weather?', offered), stream: false };
  const call = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: argumentsGiven };
  const messages = [
    ...body.messages,
    { role: 'assistant', content: [call] },
    { role: 'user', content: result },
  ];
  const answer = JSON.parse((await post(simulator, '/v1/messages', { ...body, messages })).text);
  assert.equal(answer.stop_reason, 'end_turn');
  assert.match(answer.content[0].text, /1 tool result/);
});

test('a responses function call is an output item with streamed arguments', async (t) => {
  const simulator = await simulatorFor(t);
  const body = {
    model: 'm',
    input: 'hi',
    tools: [{ type: 'function', name: 'weather', parameters }],
    tool_choice: 'required',
  };
  const events = eventsOf((await post(simulator, '/v1/responses', { ...body, stream: true })).text);
  const names = [...new Set(events.map(({ name }) => name))];
  assert.deepEqual(names, [
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.output_item.done',
    'response.completed',
  ]);
  const [item] = JSON.parse((await post(simulator, '/v1/responses', body)).text).output;
  assert.deepEqual(
    [item.type, item.name, JSON.parse(item.arguments)],
    ['function_call', 'weather', argumentsGiven],
  );
});

test('an answer follows the JSON schema that the request prescribes', async (t) => {
  const simulator = await simulatorFor(t);
  const format = { type: 'json_schema', json_schema: { name: 'plan', schema: parameters } };
  const [choice] = JSON.parse(
    (await post(simulator, '/v1/chat/completions', chat('hi', { response_format: format }))).text,
  ).choices;
  assert.deepEqual(JSON.parse(choice.message.content), argumentsGiven);
});

test('a sample fits its schema', () => {
  const node = {
    type: 'object',
    properties: { label: { type: 'string' }, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
    required: ['label'],
  };
  const schemas: object[] = [
    {},
    { type: 'string', minLength: 30, maxLength: 40 },
    { type: 'string', enum: ['a', 'b'] },
    { const: 7 },
    { type: ['null', 'string'] },
    { type: 'number', exclusiveMinimum: 3 },
    { type: 'integer', maximum: -4 },
    { type: 'array', items: { type: 'boolean' }, minItems: 3 },
    {
      allOf: [
        { properties: { a: { type: 'integer' } }, required: ['a'] },
        { properties: { b: { type: 'null' } } },
      ],
    },
    { oneOf: [{ type: 'integer' }, { type: 'string' }] },
    { $ref: '#/$defs/node', $defs: { node: { ...node, properties: { label: { type: 'string' } } } } },
  ];
  const ajv = new Ajv({ strict: false });
  for (const schema of schemas) assert.ok(ajv.validate(schema, sample(schema)), JSON.stringify(schema));
});

test('a schema that refers to itself without end still gives a sample', () => {
  const wide = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, { $ref: '#' }]));
  assert.ok(JSON.stringify(sample({ type: 'object', properties: wide })).length < 100_000);
  assert.equal(sample({ $ref: '#' }), null);
});
