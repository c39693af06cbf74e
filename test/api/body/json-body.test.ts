import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonBody } from '../../../src/api/body/json-body.ts';
import { endpointNames, endpoints, jsonRulesOf, perEndpoint } from '../../../src/api/endpoints/index.ts';
import { GatewayError } from '../../../src/errors.ts';

type Name = keyof typeof endpoints;

/** Those whose bodies can be JSON that names a model. */
const jsonEndpoints = endpointNames.filter((name) => jsonRulesOf(endpoints[name].body) !== undefined);

const least: Record<Name, object> = {
  ...perEndpoint(({ sample }) => ({ model: 'm', ...sample.request })),
  chat_completions: { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
  completions: { model: 'm', prompt: 'hi' },
  messages: { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'hi' }] },
  responses: { model: 'm' },
};

function scan(name: Name, fields: object | string) {
  const text = typeof fields === 'string' ? fields : JSON.stringify({ ...least[name], ...fields });
  return readJsonBody(Buffer.from(text), endpoints[name]).summary;
}

function refusal(name: Name, fields: object | string): GatewayError {
  try {
    scan(name, fields);
  } catch (error) {
    assert.ok(error instanceof GatewayError);
    return error;
  }
  assert.fail(`accepted: ${JSON.stringify(fields).slice(0, 200)}`);
}

test('a least body is accepted on each endpoint', () => {
  for (const name of jsonEndpoints) {
    const { model, models, tags, stream, maxTokens, includeUsage } = scan(name, {});
    assert.deepEqual(
      { model, models, tags, stream, maxTokens, includeUsage },
      {
        model: 'm',
        models: [],
        tags: undefined,
        stream: endpoints[name].answer[0] === 'events',
        maxTokens: name === 'messages' ? 1 : undefined,
        includeUsage: undefined,
      },
    );
  }
});

test('what agents send beyond the plain form passes', () => {
  const { chat_completions: chat } = least;
  const accepted: [Name, object][] = [
    ['chat_completions', { messages: [{ role: 'assistant', content: null, tool_calls: [{}] }] }],
    ['chat_completions', { messages: [{ role: 'anything', content: [{ type: 'unknown' }, 7] }] }],
    ['chat_completions', { tool_choice: { type: 'function', function: { name: 'f' } } }],
    [
      'chat_completions',
      { max_tokens: null, tools: null, tool_choice: null, logprobs: null, top_logprobs: null },
    ],
    ['chat_completions', { stream: null, tags: null, models: null, temperature: 'hot', n: -1 }],
    ['chat_completions', { tools: [], tool_choice: 'whatever', top_logprobs: 0, logprobs: true }],
    ['chat_completions', { top_logprobs: 20, max_tokens: 1, models: [], tags: [] }],
    ['chat_completions', { max_completion_tokens: 'many', stream_options: 'x', messages: [{ role: '' }] }],
    ['chat_completions', { model: '🙂'.repeat(256) }],
    ['chat_completions', { model: null, models: ['a'] }],
    ['completions', { prompt: '' }],
    ['completions', { prompt: [1, 2], logprobs: 5, max_tokens: 0, tools: 1 }],
    ['completions', { prompt: false, messages: 1 }],
    ['messages', { max_tokens: null, tools: 'x', top_logprobs: 99, tool_choice: 5, logprobs: 'yes' }],
    ['messages', { max_tokens: 0 }],
    ['responses', { input: 5, max_tokens: 0, messages: [], tools: {}, logprobs: 'yes' }],
    ['responses', { ['__proto__']: { messages: 1 }, constructor: 1, api_base: 'http://x/' }],
    ['responses', { models: Array(8).fill('a'), tags: Array(32).fill('é'.repeat(32)) }],
  ];
  for (const [name, fields] of accepted) assert.ok(scan(name, fields));
  const bare = JSON.stringify({ ...chat, lone: 0 }).replace(
    '"lone":0',
    '"a":"\\ud800","n":1e400,"d":1,"d":2',
  );
  assert.ok(scan('chat_completions', bare));
  assert.ok(scan('messages', '{"messages":[{"role":"user"}],"max_tokens":1.0,"model":"m"}'));
});

test('a field that breaks a rule is named', () => {
  const refused: [Name, object, string][] = [
    ['chat_completions', { model: undefined }, 'model'],
    ['chat_completions', { model: undefined, models: [] }, 'model'],
    ['chat_completions', { model: null }, 'model'],
    ['chat_completions', { model: '' }, 'model'],
    ['chat_completions', { model: 5, models: ['a'] }, 'model'],
    ['chat_completions', { model: 'm'.repeat(257) }, 'model'],
    ['chat_completions', { model: 'm'.repeat(5000) }, 'model'],
    ['chat_completions', { messages: undefined }, 'messages'],
    ['chat_completions', { messages: null }, 'messages'],
    ['chat_completions', { messages: [] }, 'messages'],
    ['chat_completions', { messages: {} }, 'messages'],
    ['chat_completions', { messages: ['hi'] }, 'messages'],
    ['chat_completions', { messages: [{ role: 'user' }, {}] }, 'messages'],
    ['chat_completions', { messages: [{ role: null }] }, 'messages'],
    ['chat_completions', { max_tokens: 0 }, 'max_tokens'],
    ['chat_completions', { max_tokens: 1.5 }, 'max_tokens'],
    ['chat_completions', { max_tokens: '1' }, 'max_tokens'],
    ['chat_completions', { logprobs: 1 }, 'logprobs'],
    ['chat_completions', { top_logprobs: 21 }, 'top_logprobs'],
    ['chat_completions', { top_logprobs: -1 }, 'top_logprobs'],
    ['chat_completions', { tools: {} }, 'tools'],
    ['chat_completions', { tools: ['x'] }, 'tools'],
    ['chat_completions', { tool_choice: [] }, 'tool_choice'],
    ['chat_completions', { tool_choice: false }, 'tool_choice'],
    ['messages', { messages: [] }, 'messages'],
    ['messages', { max_tokens: -1 }, 'max_tokens'],
    ['completions', { prompt: undefined }, 'prompt'],
    ['completions', { prompt: null }, 'prompt'],
  ];
  for (const name of jsonEndpoints) {
    refused.push(
      [name, { models: 'a' }, 'models'],
      [name, { models: Array(9).fill('a') }, 'models'],
      [name, { models: [''] }, 'models'],
      [name, { models: [1] }, 'models'],
      [name, { tags: 'vision' }, 'tags'],
      [name, { tags: [1] }, 'tags'],
      [name, { tags: Array(33).fill('a') }, 'tags'],
      [name, { tags: ['é'.repeat(33)] }, 'tags'],
      [name, { tags: [`a\n${'x'.repeat(5000)}`] }, 'tags'],
    );
    const { answer, failover } = endpoints[name];
    if (answer.includes('events')) {
      refused.push([name, { stream: 'true' }, 'stream'], [name, { stream: 1 }, 'stream']);
    }
    if (failover === 'same_model') refused.push([name, { models: ['a'] }, 'models']);
  }
  for (const [name, fields, param] of refused) {
    const { code, param: named, message } = refusal(name, fields);
    assert.deepEqual(
      { code, param: named },
      { code: 'invalid_value', param },
      JSON.stringify(fields).slice(0, 80),
    );
    assert.match(message, new RegExp(`\`${param}\` (must be|is missing|names more|has a tag)`));
    assert.doesNotMatch(message, /undefined/);
  }
});

test('a message says what a field must be and where it is not', () => {
  assert.equal(
    refusal('chat_completions', { messages: [{ role: 'user' }, { role: 7 }] }).message,
    '`messages` must be a non-empty array of objects, each with a string `role` (see `messages[1].role`).',
  );
  assert.equal(refusal('responses', { stream: 'SECRET' }).message, '`stream` must be a boolean.');
  assert.equal(
    refusal('chat_completions', { messages: undefined }).message,
    '`messages` is missing; it must be a non-empty array of objects, each with a string `role`.',
  );
});

test('on messages no tokens of an answer are an answer of none, elsewhere they are refused', () => {
  assert.equal(scan('messages', { max_tokens: 0 }).maxTokens, 0);
  assert.match(refusal('messages', { max_tokens: -1 }).message, /an integer of at least 0/);
  assert.match(refusal('chat_completions', { max_tokens: 0 }).message, /an integer of at least 1/);
});

test('a routed field that stands twice is refused however it is written, others are not', () => {
  for (const [twice, param] of [
    ['"model":"a","model":"a"', 'model'],
    ['"model":"a","mod\\u0065l":"b"', 'model'],
    ['"model":"a","models":["b"],"x":1,"models":["c"]', 'models'],
    ['"model":"a","tags":null,"tags":["c"]', 'tags'],
    ['"model":"a","stream":true,"strea\\u006d":false', 'stream'],
  ] as const) {
    const error = refusal('responses', `{${twice}}`);
    assert.deepEqual([error.code, error.param], ['invalid_value', param]);
    assert.match(error.message, /occurs twice/);
  }
  assert.equal(scan('responses', '{"model":"a","input":{"model":1,"model":2},"x":1,"x":2}').model, 'a');
});

test('a field that another decoder would take for a routed or a token field is refused by that name', () => {
  for (const [written, param] of [
    ['Model', 'model'],
    ['MODEL', 'model'],
    ['mod\\u0045l', 'model'],
    ['model\u017f', 'models'],
    ['model\\u017f', 'models'],
    ['TAGS', 'tags'],
    ['Stream', 'stream'],
    ['\u017ftream', 'stream'],
    ['stream_Options', 'stream_options'],
    ['max_to\u212aens', 'max_tokens'],
    ['max_to\\u212Aens', 'max_tokens'],
    ['Max_Completion_Tokens', 'max_completion_tokens'],
    ['max_output_tokenS', 'max_output_tokens'],
    ['N', 'n'],
    ['Best_Of', 'best_of'],
    [escaped('MAX_COMPLETION_TOKENS'), 'max_completion_tokens'],
  ] as const) {
    for (const name of jsonEndpoints) {
      const text = JSON.stringify(least[name]).replace('{', `{"${written}":"other",`);
      const error = refusal(name, text);
      assert.deepEqual([error.code, error.param], ['invalid_value', param], written);
      assert.match(error.message, /but for its case/);
    }
  }
});

test('a field that an endpoint counts by, or that names what is kept, is refused in another case', () => {
  for (const [name, written, param] of [
    ['responses', 'Previous_Response_Id', 'previous_response_id'],
    ['responses', 'CONVERSATION', 'conversation'],
    ['responses', 'Background', 'background'],
    ['responses', 'Store', 'store'],
    ['speech', 'Input', 'input'],
    ['speech', '\\u0049nput', 'input'],
    ['images', 'Quality', 'quality'],
    ['images', 'SIZE', 'size'],
    ['messages', 'Messages', 'messages'],
  ] as const) {
    const error = refusal(name, JSON.stringify(least[name]).replace('{', `{"${written}":"other",`));
    assert.deepEqual([error.code, error.param], ['invalid_value', param], written);
    assert.match(error.message, /but for its case/);
  }
});

test('an item that could name a model is refused where it has that in another case, and its schema is its own', () => {
  const tool = (fields: string) =>
    `{"model":"a","messages":[{"role":"user","content":"b"}],"tools":[{"type":"function",${fields}}]}`;
  for (const fields of ['"Model":"other"', '"name":"a","MODEL":"other"', '"Parameters":{"model":"other"}']) {
    const error = refusal('chat_completions', tool(fields));
    assert.deepEqual([error.code, error.param], ['invalid_value', 'tools'], fields);
    assert.match(error.message, /but for its case/);
  }
  for (const fields of [
    '"function":{"name":"a","parameters":{"properties":{"Model":{"type":"string"}}}}',
    '"function":{"Model":"mine"}',
    '"parameters":{"Model":"mine"}',
  ])
    assert.equal(scan('chat_completions', tool(fields)).model, 'a');
  const metadata =
    '{"model":"a","messages":[{"role":"user","content":"b"}],"metadata":{"Previous_Response_Id":"x","Model":"y"}}';
  assert.equal(scan('chat_completions', metadata).model, 'a');
});

test('fields in other cases that nobody takes for those pass, and so do those further down', () => {
  for (const member of [
    '"modell":1',
    '"Modell":1',
    '"\u0130":1',
    '"model\ufb05":1',
    '"x":{"Model":"other"}',
    '"x":["Model"]',
    '"x":"Model"',
    '"max_tokens":3,"n":1,"stream_options":{}',
  ]) {
    assert.equal(scan('responses', `{${member},"model":"a"}`).model, 'a', member);
  }
});

/** Text with every character written as an escape. */
function escaped(text: string): string {
  return [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

test('the figures that limits need are read', () => {
  const { maxTokens } = scan('chat_completions', {
    max_tokens: 5,
    max_completion_tokens: 9,
    max_output_tokens: null,
  });
  assert.equal(maxTokens, 9);
  assert.equal(scan('responses', { max_output_tokens: 7 }).maxTokens, 7);
  // What the endpoint does not know, its backend ignores.
  assert.equal(scan('chat_completions', { max_output_tokens: 1 }).maxTokens, undefined);
  assert.equal(scan('responses', { max_tokens: 1 }).maxTokens, undefined);
  assert.equal(scan('chat_completions', { n: 5, best_of: 9 }).copies, 5);
  assert.equal(scan('completions', { n: 2, best_of: 9 }).copies, 9);
  assert.equal(scan('responses', { n: 9 }).copies, 1);
  const url = `data:image/png;base64,${'A'.repeat(4000)}`;
  const parts = [
    { type: 'image_url', image_url: { url } },
    { type: 'text', text: 'hi' },
  ];
  const messages = [{ role: 'user', content: parts }];
  const scanned = scan('chat_completions', { messages });
  assert.deepEqual([scanned.blocks, scanned.blockBytes], [1, url.length]);
  assert.equal(scanned.bytes, JSON.stringify({ model: 'm', messages }).length);
});

test('usage is known to be asked for, refused or left unset', () => {
  const cases: [unknown, boolean | undefined][] = [
    [undefined, undefined],
    [null, undefined],
    [{}, undefined],
    [{ include_usage: null }, undefined],
    [{ include_usage: true }, true],
    [{ include_usage: false }, false],
    ['x', false],
  ];
  for (const [stream_options, known] of cases) {
    assert.equal(scan('completions', { stream_options }).includeUsage, known);
  }
});

test('the whole document is parsed when somebody asks for it, and then once', () => {
  const long = 'x'.repeat(20_000);
  for (const content of ['hi', long]) {
    const sent = { model: 'm', messages: [{ role: 'user', content }] };
    const body = readJsonBody(Buffer.from(JSON.stringify(sent)), endpoints.chat_completions);
    assert.deepEqual(body.document(), sent);
    assert.equal(body.document(), body.document());
  }
});
