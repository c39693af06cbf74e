import { auth, badInput, chatBody, chunk, framed, get, host, jsonType, post, type Row } from './table.ts';

const bad = { status: 400, error: { code: 'bad_request' }, ends: true } as const;
const length = `Content-Length: ${chatBody.length}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const whole = `${chunk(chatBody)}0\r\n\r\n`;
const accepted = { status: 200, reaches: 1 } as const;

/** A chunked body of one chunk, its size line as given. */
const sized = (size: string) => framed(chunked, `${size}\r\n${chatBody}\r\n0\r\n\r\n`);
const hex = chatBody.length.toString(16);

const lengths: readonly Row[] = [
  { input: 'Content-Length and Transfer-Encoding', bytes: framed(length + chunked, whole), ...bad },
  { input: 'Transfer-Encoding and Content-Length', bytes: framed(chunked + length, whole), ...bad },
  { input: 'two equal Content-Length', bytes: framed(length + length, chatBody), ...bad },
  {
    input: 'two different Content-Length',
    bytes: framed(`${length}Content-Length: 2\r\n`, chatBody),
    ...bad,
  },
  ...['2, 2', '+2', '-1', '0x2', '2.0', '2 2', '99999999999999999999', 'two', ''].map((value) => ({
    input: `Content-Length: ${value}`,
    bytes: framed(`Content-Length: ${value}\r\n`, '{}'),
    ...bad,
  })),
  {
    input: 'Content-Length with a space behind it, which is allowed',
    bytes: framed(`Content-Length: ${chatBody.length} \r\n`, chatBody),
    ...accepted,
  },
  {
    input: 'a POST with Content-Length: 0',
    bytes: framed('Content-Length: 0\r\n', ''),
    status: 400,
    error: { code: 'invalid_json', message: /no body/ },
  },
  {
    input: 'a POST without any framing of a body',
    bytes: framed('', ''),
    status: 400,
    error: { code: 'invalid_json', message: /no body/ },
  },
];

const codings: readonly Row[] = [
  ...['xchunked', 'chunked, identity', 'chunked, chunked', '\vchunked', ''].map((value) => ({
    input: `Transfer-Encoding: ${JSON.stringify(value)}`,
    bytes: framed(`Transfer-Encoding: ${value}\r\n`, whole),
    ...bad,
  })),
  { input: 'Transfer-Encoding: chunked, twice', bytes: framed(chunked + chunked, whole), ...bad },
  {
    input: 'a space between Transfer-Encoding and its colon',
    bytes: framed('Transfer-Encoding : chunked\r\n', whole),
    ...bad,
  },
  ...['identity, chunked', 'gzip, chunked'].map((value) => ({
    input: `Transfer-Encoding: ${value}`,
    bytes: framed(`Transfer-Encoding: ${value}\r\n`, whole),
    ...bad,
    status: 501,
  })),
  {
    input: 'Transfer-Encoding: CHUNKED',
    bytes: framed('Transfer-Encoding: CHUNKED\r\n', whole),
    ...accepted,
  },
  {
    input: 'Transfer-Encoding on HTTP/1.0',
    bytes: `POST /v1/chat/completions HTTP/1.0\r\n${host}${auth}${jsonType}${chunked}\r\n${whole}`,
    ...bad,
  },
];

const lines: readonly Row[] = [
  { input: 'lines that end in LF alone', bytes: get().replaceAll('\r\n', '\n'), ...bad },
  { input: 'a CR alone in a value', bytes: get('X-A: a\rb\r\n'), ...bad },
  { input: 'a NUL in a value', bytes: get('X-A: a\0b\r\n'), ...bad },
  { input: 'a folded header', bytes: get('X-A: a\r\n b\r\n'), ...bad },
  {
    input: 'a space before the first header',
    bytes: `GET /v1/models HTTP/1.1\r\n ${host}${auth}\r\n`,
    ...bad,
  },
  { input: 'a header without a colon', bytes: get('X-A\r\n'), ...bad },
  { input: 'a header without a name', bytes: get(': a\r\n'), ...bad },
  { input: 'a space in a header name', bytes: get('X A: a\r\n'), ...bad },
  {
    input: 'headers that end in CRLF CR and something else',
    bytes: `GET /v1/models HTTP/1.1\r\n${host}${auth}\rX: y\r\n\r\n`,
    ...bad,
  },
  { input: 'one CRLF before the request line, which is allowed', bytes: `\r\n${get()}`, status: 200 },
];

const chunks: readonly Row[] = [
  { input: 'a chunked body in one chunk', bytes: sized(hex), ...accepted },
  {
    input: 'a chunked body in chunks of one byte',
    bytes: framed(chunked, `${[...chatBody].map((one) => chunk(one)).join('')}0\r\n\r\n`),
    ...accepted,
  },
  { input: 'a small chunk extension, which is dropped', bytes: sized(`${hex};a=b`), ...accepted },
  {
    input: 'a chunk extension of 20 KB',
    bytes: sized(`${hex};a=${'x'.repeat(20_000)}`),
    status: 413,
    error: { code: 'body_too_large' },
    ends: true,
  },
  ...[`-${hex}`, `0x${hex}`, `${hex} `, 'ffffffffffffffffff', 'g', ''].map((size) => ({
    input: `a chunk size of ${JSON.stringify(size)}`,
    bytes: sized(size),
    ...bad,
  })),
  {
    input: 'chunk lines that end in LF alone',
    bytes: framed(chunked, whole.replaceAll('\r\n', '\n')),
    ...bad,
  },
  {
    input: 'a chunk without CRLF behind its data',
    bytes: framed(chunked, `${hex}\r\n${chatBody}0\r\n\r\n`),
    ...bad,
  },
  {
    input: 'trailers, which are dropped',
    bytes: framed(
      `${chunked}Trailer: X-Late\r\n`,
      `${chunk(chatBody)}0\r\nX-Late: 1\r\nAuthorization: Bearer x\r\n\r\n`,
    ),
    ...accepted,
  },
];

const messages: readonly Row[] = [
  { input: 'a GET with a Content-Length', bytes: `${get('Content-Length: 2\r\n')}{}`, ...bad },
  { input: 'a GET with a chunked body', bytes: `${get(chunked)}0\r\n\r\n`, ...bad },
  {
    input: 'a HEAD with a body',
    bytes: `${get('Content-Length: 2\r\n', '/v1/models', 'HEAD')}{}`,
    ...bad,
    bodiless: true,
  },
  { input: 'a GET with Content-Length: 0', bytes: get('Content-Length: 0\r\n'), status: 200 },
  ...['0.9', '2.0'].map((version) => ({
    input: `HTTP/${version}`,
    bytes: get().replace('HTTP/1.1', `HTTP/${version}`),
    ...bad,
    status: 505,
  })),
  ...['1.2', '1.10', '3.0', 'x'].map((version) => ({
    input: `HTTP/${version}`,
    bytes: get().replace('HTTP/1.1', `HTTP/${version}`),
    ...bad,
  })),
  { input: 'a request line without a version', bytes: 'GET /v1/models\r\n\r\n', ...bad, status: 505 },
  { input: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ...bad },
  { input: 'an unknown method', bytes: get('', '/v1/models', 'BREW'), ...bad },
  { input: 'a method in lower case', bytes: get('', '/v1/models', 'get'), ...bad },
  { input: 'bytes that are no HTTP at all', bytes: Buffer.from([0, 1, 2, 3, 255, 254]), ...bad },
  { input: 'no Host', bytes: `GET /v1/models HTTP/1.1\r\n${auth}\r\n`, ...bad },
  {
    input: 'HTTP/1.0 without Host, which is served and ends',
    bytes: `GET /v1/models HTTP/1.0\r\n${auth}\r\n`,
    status: 200,
    ends: true,
  },
  {
    input: 'HTTP/1.0 that asks to be kept alive, which is served and ends',
    bytes: `GET /v1/models HTTP/1.0\r\n${auth}Connection: keep-alive\r\n\r\n`,
    status: 200,
    ends: true,
  },
  {
    input: 'a whole answer on HTTP/1.0',
    bytes: post(chatBody).toString().replace('HTTP/1.1', 'HTTP/1.0'),
    ...accepted,
    ends: true,
  },
  {
    input: 'a stream on HTTP/1.0',
    bytes: post('{"model":"fast","stream":true,"messages":[{"role":"user"}]}')
      .toString()
      .replace('HTTP/1.1', 'HTTP/1.0'),
    ...bad,
  },
  {
    input: 'a refusal on HTTP/1.0',
    bytes: 'GET /v1/models HTTP/1.0\r\n\r\n',
    status: 401,
    error: { code: 'missing_api_key' },
    ends: true,
  },
];

const expectation = { status: 417, error: { code: 'bad_request' }, ends: true } as const;
const expectations: readonly Row[] = ['y 100-continue', '100-continue, 100-continue', 'x', ''].map(
  (value) => ({
    input: `Expect: ${JSON.stringify(value)}`,
    bytes: framed(`${length}Expect: ${value}\r\n`, chatBody),
    ...expectation,
  }),
);

const types: readonly Row[] = [
  { input: 'no Content-Type', line: '' },
  { input: 'a Content-Type that is not JSON', line: 'Content-Type: text/plain\r\n' },
  { input: 'a form', line: 'Content-Type: application/x-www-form-urlencoded\r\n' },
  { input: 'a JSON of another kind', line: 'Content-Type: application/jsonl\r\n' },
  { input: 'JSON in UTF-16', line: 'Content-Type: application/json; charset=utf-16\r\n' },
  {
    input: 'JSON in Latin 1 and a version',
    line: 'Content-Type: application/json; version=1; charset=latin1\r\n',
  },
  { input: 'members that differ', line: 'Content-Type: application/json, text/json\r\n' },
  { input: 'two Content-Type', line: `${jsonType}Content-Type: text/plain\r\n` },
  ...['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip', ''].map((coding) => ({
    input: `Content-Encoding: ${JSON.stringify(coding)}`,
    line: `${jsonType}Content-Encoding: ${coding}\r\n`,
  })),
  {
    input: 'two Content-Encoding of which the last is harmless',
    line: `${jsonType}Content-Encoding: gzip\r\nContent-Encoding: identity\r\n`,
  },
].map(({ input, line }) => ({
  input,
  bytes: `POST /v1/chat/completions HTTP/1.1\r\n${host}${auth}${line}${length}\r\n${chatBody}`,
  status: 415,
  error: { code: 'unsupported_media_type' },
}));

const goodTypes: readonly Row[] = [
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'Application/JSON',
  'application/json; version=1',
  'application/json;profile="x"; Charset=UTF-8; q=1',
  'application/json, application/json',
  'application/json; charset=utf-8, Application/JSON; charset=utf-8',
].map((type) => ({
  input: `Content-Type: ${type}, which is allowed`,
  bytes: `POST /v1/chat/completions HTTP/1.1\r\n${host}${auth}Content-Type: ${type}\r\n${length}\r\n${chatBody}`,
  ...accepted,
}));

badInput('lengths that two servers could read differently are refused', lengths);
badInput('transfer codings other than chunked are refused', codings);
badInput('lines that are not exactly those of HTTP are refused', lines);
badInput('chunked bodies are taken only as they are defined', chunks);
badInput('requests that are not HTTP/1.1, or carry a body where none belongs, are refused', messages);
badInput('expectations other than 100-continue are refused', expectations);
badInput('bodies that are not plain JSON are refused by their headers', [...types, ...goodTypes]);

const tooLarge = {
  status: 413,
  error: { code: 'body_too_large', message: /65536 bytes/ },
  ends: true,
} as const;
badInput(
  'bodies over the limit are refused',
  [
    {
      input: 'a declared length over the limit, without a byte of the body',
      bytes: framed('Content-Length: 65537\r\n', ''),
      ...tooLarge,
    },
    {
      input: 'a declared length over the limit, with the body',
      bytes: post('x'.repeat(200_000)),
      ...tooLarge,
    },
    {
      input: 'a chunked body over the limit',
      bytes: framed(chunked, `${chunk('x'.repeat(40_000)).repeat(3)}0\r\n\r\n`),
      ...tooLarge,
    },
    {
      input: 'a body of exactly the limit',
      bytes: post(chatBody.padEnd(65_536, ' ')),
      ...accepted,
    },
  ],
  '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 64KiB }',
);
