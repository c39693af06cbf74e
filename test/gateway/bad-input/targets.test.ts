import { badInput, chatBody, get, host, post, type Row } from './table.ts';

const unknown = { status: 404, error: { code: 'unknown_path' } } as const;
const bad = { status: 400, error: { code: 'bad_request' }, ends: true } as const;
const noKey = { status: 401, headers: { 'www-authenticate': 'Bearer' } } as const;

const paths: readonly Row[] = [
  ...[
    '/',
    '/v1',
    '/v1/',
    '//v1/models',
    '/v1//models',
    '/v1/models/',
    '/V1/models',
    '/v1/Models',
    '/v1/../v1/models',
    '/./v1/models',
    '/v1/%6dodels',
    '/v1%2fmodels',
    '/v1/models%00',
    '/v1\\models',
    '/v1/models;x',
    '/v1/models#f',
    '/v2/models',
    '/livez',
    '/metrics',
    '//evil.example/v1/models',
  ].map((target) => ({ input: `GET ${target}`, bytes: get('', target), ...unknown })),
  ...[
    '/v1/chat/completions/',
    '/v1/chat//completions',
    '/v1/chat/Completions',
    '/v1/chat%2Fcompletions',
    '/v1/nothing',
    '/chat/completions',
    '//evil.example/v1/chat/completions',
  ].map((target) => ({ input: `POST ${target}`, bytes: post(chatBody, '', target), ...unknown })),
  {
    input: 'POST /v1/messages/',
    bytes: post(chatBody, '', '/v1/messages/'),
    status: 404,
    error: { code: 'unknown_path', type: 'not_found_error' },
    family: 'anthropic',
  },
  {
    input: 'POST /v1/messages/batches',
    bytes: post(chatBody, '', '/v1/messages/batches'),
    status: 404,
    error: { code: 'unknown_path', type: 'not_found_error' },
    family: 'anthropic',
  },
  ...(
    [
      ['/chat/completions', /^There is no \/chat\/completions here; did you mean \/v1\/chat\/completions\?$/],
      ['/v1/v1/chat/completions', /did you mean \/v1\/chat\/completions\?$/],
      ['/openai/v1/responses/', /did you mean \/v1\/responses\?$/],
      ['/v1/chat/completion', /did you mean \/v1\/chat\/completions\?$/],
      ['/', /^There is no \/ here; the paths are \/v1\/chat\/completions, /],
      ['/completions', /did you mean \/v1\/completions\?$/],
      ['/v1/realtime/sessions', /the paths are \/v1\/chat\/completions, .*\/v1\/models\.$/],
      [`/${'x'.repeat(5000)}`, /^There is no \/x{99}\.\.\. here; /],
    ] as const
  ).map(([target, message]) => ({
    input: `what POST ${target.slice(0, 30)} is told`,
    bytes: post(chatBody, '', target),
    status: 404,
    error: { code: 'unknown_path', message },
  })),
  { input: 'POST /v1/messagesx', bytes: post(chatBody, '', '/v1/messagesx'), ...unknown },
  { input: 'a query on the model list, which is ignored', bytes: get('', '/v1/models?x=1'), status: 200 },
  {
    input: 'a query on a POST endpoint, which is passed on',
    bytes: post(chatBody, '', '/v1/messages?beta=true'),
    status: 200,
    reaches: 1,
  },
];

const withoutKey: readonly Row[] = [
  ['/v1/nothing', 'openai'],
  ['/', 'openai'],
  ['/v1/models', 'openai'],
  ['/v1/chat/completions', 'openai'],
  ['/v1/messages', 'anthropic'],
  ['/v1/messages/nothing', 'anthropic'],
  ['/v1/messages?beta=true', 'anthropic'],
].flatMap(([target, family]) =>
  ['GET', 'POST', 'BIND'].map((method) => ({
    input: `${method} ${target} without a key`,
    bytes: `${method} ${target} HTTP/1.1\r\n${host}\r\n`,
    ...noKey,
    error: {
      code: 'missing_api_key',
      type: family === 'anthropic' ? 'authentication_error' : 'invalid_request_error',
    },
    ...(family === 'anthropic' ? { family: 'anthropic' as const } : {}),
  })),
);

const methods: readonly Row[] = [
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'].map((method) => ({
    input: `${method} /v1/models`,
    bytes: get('', '/v1/models', method),
    status: 405,
    error: { code: 'method_not_allowed' },
    headers: { allow: 'GET, HEAD' },
  })),
  ...['GET', 'PUT', 'DELETE', 'OPTIONS'].map((method) => ({
    input: `${method} /v1/chat/completions`,
    bytes: get('', '/v1/chat/completions', method),
    status: 405,
    error: { code: 'method_not_allowed' },
    headers: { allow: 'POST' },
  })),
  {
    input: 'HEAD /v1/chat/completions',
    bytes: get('', '/v1/chat/completions', 'HEAD'),
    status: 405,
    error: { code: 'method_not_allowed' },
    headers: { allow: 'POST' },
    bodiless: true,
  },
  {
    input: 'PUT /v1/messages',
    bytes: get('', '/v1/messages', 'PUT'),
    status: 405,
    error: { code: 'method_not_allowed' },
    headers: { allow: 'POST' },
    family: 'anthropic',
  },
  {
    input: 'PUT with a body on a known path',
    bytes: post(chatBody, '', '/v1/models').toString().replace('POST', 'PUT'),
    status: 405,
    error: { code: 'method_not_allowed' },
  },
  {
    input: 'TRACE /v1/models',
    bytes: get('', '/v1/models', 'TRACE'),
    status: 405,
    error: { code: 'method_not_allowed' },
    ends: true,
  },
  {
    input: 'HEAD /v1/models, which has the head of GET',
    bytes: get('', '/v1/models', 'HEAD'),
    status: 200,
    bodiless: true,
  },
  {
    input: 'HEAD of one model',
    bytes: get('', '/v1/models/fast', 'HEAD'),
    status: 200,
    bodiless: true,
  },
  {
    input: 'HEAD of an unknown model',
    bytes: get('', '/v1/models/nothing', 'HEAD'),
    status: 404,
    error: { code: 'model_not_found' },
    bodiless: true,
  },
  {
    input: 'HEAD without a key',
    bytes: `HEAD /v1/models HTTP/1.1\r\n${host}\r\n`,
    ...noKey,
    error: { code: 'missing_api_key' },
    bodiless: true,
  },
  ...['websocket', 'h2c', 'TLS/1.0'].map((protocol) => ({
    input: `Upgrade: ${protocol}`,
    bytes: get(`Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`),
    status: 426,
    error: { code: 'upgrade_refused' },
    ends: true,
  })),
  {
    input: 'a POST that asks for an upgrade',
    bytes: post(chatBody, 'Connection: Upgrade\r\nUpgrade: h2c\r\n'),
    status: 426,
    error: { code: 'upgrade_refused' },
    ends: true,
  },
];

const targets: readonly Row[] = [
  ...[
    'http://localhost/v1/models',
    'https://localhost/v1/models',
    'http://user:pass@localhost/v1/models',
    '*',
    'v1/models',
    '?x',
  ].map((target) => ({ input: `GET ${target}`, bytes: get('', target), ...bad })),
  { input: 'OPTIONS *', bytes: get('', '*', 'OPTIONS'), ...bad },
  { input: 'a tab in the target', bytes: get('', '/v1/mod\tels'), ...bad },
  { input: 'a space in the target', bytes: get('', '/v1/mod els'), ...bad },
  {
    input: 'a target of 8 KiB, which is allowed',
    bytes: get('', `/v1/models?${'x'.repeat(8192 - '/v1/models?'.length)}`),
    status: 200,
  },
  {
    input: 'a target of more than 8 KiB',
    bytes: get('', `/v1/models?${'x'.repeat(8193 - '/v1/models?'.length)}`),
    status: 414,
    error: { code: 'uri_too_long' },
    ends: true,
  },
  {
    input: 'a target of more than all headers may have',
    bytes: get('', `/${'x'.repeat(40_000)}`),
    status: 431,
    error: { code: 'headers_too_large' },
    ends: true,
  },
];

badInput('paths are compared byte for byte', paths);
badInput('without a key nothing is told of what exists', withoutKey);
badInput('methods that a path does not have are refused', methods);
badInput('targets that are not paths are refused', targets);
