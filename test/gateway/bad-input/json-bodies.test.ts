import { badInput, chatBody, post, type Row } from './table.ts';

const notJson = { status: 400, error: { code: 'invalid_json' } } as const;
const invalid = (param: string) => ({ status: 400, error: { code: 'invalid_value', param } }) as const;
const accepted = { status: 200, reaches: 1 } as const;

const messages = '"messages":[{"role":"user","content":"hello"}]';
/** A chat request with further members. */
const chat = (more: string) => `{"model":"fast",${messages},${more}}`;
const nested = (depth: number) => chat(`"x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`);
const values = (count: number) => chat(`"x":[${'0,'.repeat(count - 1)}0]`);

const grammar: readonly Row[] = [
  ...[
    ['no JSON at all', 'hello'],
    ['an object that is not closed', '{"model":"fast"'],
    ['something behind the object', `${chatBody}{}`],
    ['a trailing comma', chat('"x":1,')],
    ['a missing comma', `{"model":"fast" ${messages}}`],
    ['NaN', chat('"x":NaN')],
    ['Infinity', chat('"x":-Infinity')],
    ['a comment', chat('"x":1/* y */')],
    ['single quotes', "{'model':'fast'}"],
    ['a key without quotes', '{model:"fast"}'],
    ['a number with a leading zero', chat('"x":01')],
    ['a tab in a string', chat('"x":"a\tb"')],
    ['an escape that does not exist', chat('"x":"\\x41"')],
    ['a cut \\u escape', chat('"x":"\\u00"')],
    ['an array', `[${chatBody}]`],
    ['a string', '"fast"'],
    ['a number', '1'],
    ['null', 'null'],
    ['white space', ' \n '],
    ['depth 129', nested(129)],
    ['depth 100,000', nested(100_000)],
    ['more than 200,000 values', values(200_001)],
  ].map(([input, body]) => ({ input: input!, bytes: post(body!), ...notJson })),
  { input: 'a byte order mark', bytes: post(Buffer.from(`\uFEFF${chatBody}`)), ...notJson },
  { input: 'UTF-16', bytes: post(Buffer.from(chatBody, 'utf16le')), ...notJson },
  ...[
    ['a byte that is never UTF-8', [0xff]],
    ['an overlong character', [0xc0, 0xaf]],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
    ['a cut character', [0xe2, 0x82]],
  ].map(([input, bytes]) => ({
    input: input as string,
    bytes: post(withBytes(bytes as number[])),
    ...notJson,
  })),
  { input: 'depth 128, which is allowed', bytes: post(nested(128)), ...accepted },
  { input: 'a lone surrogate escape, which is allowed', bytes: post(chat('"x":"\\ud800"')), ...accepted },
  {
    input: 'white space around the object, which is allowed',
    bytes: post(` \r\n\t${chatBody}\n`),
    ...accepted,
  },
];

function withBytes(bytes: readonly number[]): Buffer {
  const [before, after] = chat('"x":"|"').split('|') as [string, string];
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const twice: readonly Row[] = [
  { input: 'model twice', bytes: post(chat('"model":"other"')), ...invalid('model') },
  {
    input: 'model twice, once with an escape',
    bytes: post(chat('"mod\\u0065l":"other"')),
    ...invalid('model'),
  },
  { input: 'models twice', bytes: post(chat('"models":["fast"],"models":["a"]')), ...invalid('models') },
  { input: 'tags twice', bytes: post(chat('"tags":[],"tags":["vision"]')), ...invalid('tags') },
  { input: 'stream twice', bytes: post(chat('"stream":false,"stream":true')), ...invalid('stream') },
  { input: 'model once more as Model', bytes: post(chat('"Model":"other"')), ...invalid('model') },
  { input: 'stream as Stream', bytes: post(chat('"Stream":true')), ...invalid('stream') },
  {
    input: 'max_tokens with a Kelvin sign',
    bytes: post(chat('"max_to\\u212aens":5')),
    ...invalid('max_tokens'),
  },
  {
    input: 'model again further down, which is data',
    bytes: post(chat('"x":{"model":"other"}')),
    ...accepted,
  },
  {
    input: 'another field twice, which is for the backend',
    bytes: post(chat('"seed":1,"seed":2')),
    ...accepted,
  },
];

const fields: readonly Row[] = [
  { input: 'no model', bytes: post(`{${messages}}`), ...invalid('model') },
  { input: 'model null', bytes: post(`{"model":null,${messages}}`), ...invalid('model') },
  { input: 'model empty', bytes: post(`{"model":"",${messages}}`), ...invalid('model') },
  { input: 'model a number', bytes: post(`{"model":1,${messages}}`), ...invalid('model') },
  {
    input: 'model of 257 characters',
    bytes: post(`{"model":"${'x'.repeat(257)}",${messages}}`),
    ...invalid('model'),
  },
  {
    input: 'model of 1 MB',
    bytes: post(`{"model":"${'x'.repeat(1_000_000)}",${messages}}`),
    ...invalid('model'),
  },
  {
    input: 'model of 256 characters that nobody has',
    bytes: post(`{"model":"${'x'.repeat(256)}",${messages}}`),
    status: 404,
    error: { code: 'model_not_found' },
  },
  {
    input: 'model __proto__',
    bytes: post(`{"model":"__proto__",${messages}}`),
    status: 404,
    error: { code: 'model_not_found' },
  },
  ...[
    ['models', '"fast"'],
    ['models', '{}'],
    ['models', '[1]'],
    ['models', '[""]'],
    ['models', '[null]'],
    ['models', '["1","2","3","4","5","6","7","8","9"]'],
    ['tags', '"vision"'],
    ['tags', '[1]'],
    ['tags', '[null]'],
    ['tags', '{}'],
    ['tags', `["${'x'.repeat(65)}"]`],
    ['tags', JSON.stringify(Array.from({ length: 33 }, (_, index) => `t${index}`))],
    ['stream', '"true"'],
    ['stream', '1'],
    ['stream', '[]'],
    ['max_tokens', '0'],
    ['max_tokens', '-1'],
    ['max_tokens', '1.5'],
    ['max_tokens', '"16"'],
    ['top_logprobs', '21'],
    ['top_logprobs', '-1'],
    ['top_logprobs', '1.5'],
    ['logprobs', '1'],
    ['logprobs', '"true"'],
    ['tools', '{}'],
    ['tools', '["x"]'],
    ['tools', '[null]'],
    ['tool_choice', '1'],
    ['tool_choice', '[]'],
    ['tool_choice', 'true'],
  ].map(([field, value]) => ({
    input: `${field}: ${value!.slice(0, 60)}`,
    bytes: post(chat(`"${field}":${value}`)),
    ...invalid(field!),
  })),
  ...['[]', '{}', '"hello"', 'null', '["hello"]', '[{"content":"x"}]', '[{"role":1}]', '[null]'].map(
    (value) => ({
      input: `messages: ${value}`,
      bytes: post(`{"model":"fast","messages":${value}}`),
      ...invalid('messages'),
    }),
  ),
  { input: 'no messages', bytes: post('{"model":"fast"}'), ...invalid('messages') },
  ...[
    'models',
    'tags',
    'stream',
    'max_tokens',
    'top_logprobs',
    'logprobs',
    'tools',
    'tool_choice',
    'temperature',
  ].map((field) => ({
    input: `${field}: null, which is absent`,
    bytes: post(chat(`"${field}":null`)),
    ...accepted,
  })),
  ...[
    '"tool_choice":{"type":"function","function":{"name":"f"}}',
    '"tool_choice":"required"',
    '"max_tokens":1.0',
    '"temperature":"hot"',
    '"n":-5',
    '"top_logprobs":20',
    '"api_base":"http://169.254.169.254/","base_url":"http://127.0.0.1:1/","api_key":"x","headers":{"host":"x"}',
    '"extra_body":{"api_base":"http://127.0.0.1:1/"},"url":"http://127.0.0.1:1/","path":"/x"',
    '"__proto__":{"stream":true},"constructor":{"prototype":{"stream":true}},"prototype":1',
    '"seed":123456789012345678901234567890,"x":1e400,"y":-0,"z":1.0',
  ].map((more) => ({
    input: `${more.slice(0, 60)}, which is allowed`,
    bytes: post(chat(more)),
    ...accepted,
  })),
];

const others: readonly Row[] = [
  {
    input: 'completions without a prompt',
    bytes: post('{"model":"fast"}', '', '/v1/completions'),
    ...invalid('prompt'),
  },
  {
    input: 'completions with prompt null',
    bytes: post('{"model":"fast","prompt":null}', '', '/v1/completions'),
    ...invalid('prompt'),
  },
  ...['"x"', '""', '[]', '[1,2]', '0', 'false', '{}'].map((prompt) => ({
    input: `completions with prompt ${prompt}, which is allowed`,
    bytes: post(`{"model":"fast","prompt":${prompt}}`, '', '/v1/completions'),
    ...accepted,
  })),
  {
    input: 'responses with model alone, which is allowed',
    bytes: post('{"model":"fast"}', '', '/v1/responses'),
    ...accepted,
  },
  {
    input: 'responses with stream 1',
    bytes: post('{"model":"fast","stream":1}', '', '/v1/responses'),
    ...invalid('stream'),
  },
  {
    input: 'messages without max_tokens, which is for the backend',
    bytes: post(chatBody, '', '/v1/messages'),
    ...accepted,
  },
  {
    input: 'messages with max_tokens 0, which is allowed',
    bytes: post(chat('"max_tokens":0'), '', '/v1/messages'),
    ...accepted,
  },
  {
    input: 'messages with max_tokens -1',
    bytes: post(chat('"max_tokens":-1'), '', '/v1/messages'),
    ...invalid('max_tokens'),
    family: 'anthropic',
  },
  {
    input: 'messages that are no JSON',
    bytes: post('hello', '', '/v1/messages'),
    ...notJson,
    family: 'anthropic',
  },
  {
    input: 'messages with an unknown model',
    bytes: post(chatBody.replace('fast', 'nothing'), '', '/v1/messages'),
    status: 404,
    error: { code: 'model_not_found', type: 'not_found_error' },
    family: 'anthropic',
  },
  {
    input: 'messages with tags that nobody has, whose type is that of the interface',
    bytes: post(chat('"tags":["vision"]'), '', '/v1/messages'),
    status: 503,
    error: { code: '503', type: 'None' },
    family: 'anthropic',
  },
];

badInput('bodies that are not one JSON object in UTF-8 are refused', grammar);
badInput('a field that decides where a request goes may not stand twice', twice);
badInput('the fields of a chat request are judged where the gateway relies on them, and only there', fields);
badInput('each endpoint has its own few rules', others);
