import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translateError } from '../../../../src/api/translation/answers/translate-error.ts';
import type { BackendDialect, ClientDialect } from '../../../../src/api/translation/neutral/dialects.ts';

function translated(
  status: number,
  body: object | string,
  from: BackendDialect,
  client: ClientDialect,
  errorType?: string,
) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const error = translateError({ status, errorType, requestId: 'req_1' }, bytes, from, client);
  return error && { status: error.status, body: JSON.parse(error.body.toString()) as unknown };
}

test('errors in all the forms that backends have say the same to a client of chat completions', () => {
  for (const [body, code] of [
    [{ error: { message: 'M', type: 'T', code: 'C', param: 'max_tokens' } }, 'C'],
    [{ error: { message: 'M', type: 'T', code: null } }, 'T'],
    [{ object: 'error', message: 'M', type: 'T', code: 400 }, 'T'],
    [{ type: 'error', error: { type: 'T', message: 'M' }, request_id: 'r' }, 'T'],
    [{ error: { code: 400, message: 'M', status: 'INVALID_ARGUMENT' } }, 'invalid_argument'],
    [[{ error: { code: 400, message: 'M', status: 'INVALID_ARGUMENT' } }], 'invalid_argument'],
    [{ error: 'M' }, 'upstream_error'],
    [{ message: 'M' }, 'upstream_error'],
    [{ detail: 'M' }, 'upstream_error'],
    [{ detail: [{ loc: ['body'], msg: 'M', type: 'missing' }] }, 'upstream_error'],
    ['M', 'upstream_error'],
  ] as const) {
    assert.deepEqual(
      translated(400, body, 'messages', 'chat_completions'),
      { status: 400, body: { error: { message: 'M', type: 'invalid_request_error', code, param: null } } },
      JSON.stringify(body),
    );
  }
});

test('an error has the type of its status, in the words of the family', () => {
  for (const [status, openai, anthropic] of [
    [401, 'authentication_error', 'authentication_error'],
    [404, 'not_found_error', 'not_found_error'],
    [413, 'request_too_large', 'request_too_large'],
    [422, 'invalid_request_error', 'invalid_request_error'],
    [429, 'rate_limit_error', 'rate_limit_error'],
    [500, 'server_error', 'api_error'],
    [503, 'server_error', 'overloaded_error'],
  ] as const) {
    const error = { error: { message: 'M', code: 'C' } };
    assert.deepEqual(translated(status, error, 'messages', 'responses'), {
      status,
      body: { error: { message: 'M', type: openai, code: 'C', param: null } },
    });
    assert.deepEqual(translated(status, error, 'chat_completions', 'messages'), {
      status,
      body: { type: 'error', error: { type: anthropic, message: 'M', code: 'C' }, request_id: 'req_1' },
    });
  }
});

test('a context that is too long is told in the words that each client acts on', () => {
  for (const [status, body] of [
    [400, { error: { message: 'M', code: 'context_length_exceeded' } }],
    [
      400,
      { error: { message: "This model's maximum context length is 8 tokens.", type: 'BadRequestError' } },
    ],
    [
      413,
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8' },
      },
    ],
    [
      400,
      {
        error: {
          code: 400,
          message: 'The input token count (9) exceeds the maximum',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    [400, { error: { code: 400, message: 'request (9 tokens) exceeds', type: 'exceed_context_size_error' } }],
  ] as const) {
    const openai = translated(status, body, 'messages', 'chat_completions');
    assert.equal(openai?.status, 400);
    assert.match(JSON.stringify(openai?.body), /"code":"context_length_exceeded"/);
    const messages = translated(status, body, 'chat_completions', 'messages');
    assert.equal(messages?.status, 400);
    assert.match(
      JSON.stringify(messages?.body),
      /"type":"invalid_request_error","message":"prompt is too long: (?!prompt)/,
    );
  }
});

test('credit that is used up is a 429 to clients that wait for it, and as it came to others', () => {
  const anthropic = {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'Your credit balance is too low' },
  };
  assert.deepEqual(translated(400, anthropic, 'messages', 'responses'), {
    status: 429,
    body: {
      error: {
        message: anthropic.error.message,
        type: 'rate_limit_error',
        code: 'insufficient_quota',
        param: null,
      },
    },
  });
  const openai = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } };
  assert.equal(translated(429, openai, 'chat_completions', 'messages')?.status, 429);
});

test("a key that is refused with 400 is an error of authentication, and a quota of Amazon's one of too many requests", () => {
  const google = {
    error: { code: 400, message: 'M', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] },
  };
  const chat = translated(400, google, 'gemini', 'chat_completions');
  assert.equal(chat?.status, 401);
  assert.deepEqual(chat.body, {
    error: { message: 'M', type: 'authentication_error', code: 'invalid_argument', param: null },
  });
  const messages = translated(400, google, 'gemini', 'messages');
  assert.equal(messages?.status, 401);
  assert.equal((messages.body as { error: { type: string } }).error.type, 'authentication_error');
  const quota = translated(
    400,
    { message: 'M' },
    'bedrock_converse',
    'messages',
    'ServiceQuotaExceededException',
  );
  assert.equal(quota?.status, 429);
  assert.equal((quota.body as { error: { type: string } }).error.type, 'rate_limit_error');
});

test("Amazon's word for an error stands in its head", () => {
  const type = 'ThrottlingException:http://internal.amazon.com/coral/';
  const error = translated(429, { message: 'M' }, 'bedrock_converse', 'chat_completions', type);
  assert.match(JSON.stringify(error?.body), /"code":"throttling_exception"/);
});

test('the status of an overloaded backend of messages is one that all clients know', () => {
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  assert.equal(translated(529, body, 'messages', 'chat_completions')?.status, 503);
  assert.equal(translated(529, body, 'messages', 'messages')?.status, 529);
});

test('the name of a field is kept where it is the same everywhere', () => {
  const body = { error: { message: 'M', param: 'model' } };
  assert.match(
    JSON.stringify(translated(404, body, 'chat_completions', 'responses')?.body),
    /"param":"model"/,
  );
});

test('a page, and nothing at all, say nothing', () => {
  for (const body of ['', '<html>', '{"a":']) {
    assert.equal(translated(502, body, 'chat_completions', 'messages'), undefined);
  }
});

test('of a plain text 500 characters are handed on', () => {
  const error = translated(400, 'x'.repeat(600), 'chat_completions', 'chat_completions');
  assert.deepEqual(error?.body, {
    error: { message: 'x'.repeat(500), type: 'invalid_request_error', code: 'upstream_error', param: null },
  });
});
