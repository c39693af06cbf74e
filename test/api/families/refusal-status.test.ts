import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalStatus } from '../../../src/api/families/refusal-status.ts';

function judged(body: unknown, status = 400): number {
  return refusalStatus(status, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
}

const google = {
  error: {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', locale: 'en-US' },
    ],
  },
};

test('A key that a vendor refuses with 400 is refused as with 401', () => {
  assert.equal(judged(google), 401);
  assert.equal(judged([google]), 401);
  assert.equal(judged({ error: { code: 400, message: 'API key expired. Please renew the API key.' } }), 401);
  const xai = { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***ey.' };
  assert.equal(judged(xai), 401);
  assert.equal(judged({ error: { message: 'no', type: 'authentication_error' } }), 401);
  assert.equal(judged({ error: { message: 'no', code: 'invalid_api_key' } }), 401);
});

test('An account without credit that is refused with 400 is refused as with 429', () => {
  const message = 'Your credit balance is too low to access the Anthropic API.';
  assert.equal(judged({ type: 'error', error: { type: 'invalid_request_error', message } }), 429);
  assert.equal(judged({ error: { message: 'no', code: 'insufficient_quota' } }), 429);
});

test("What a message repeats of a request does not make it the credential's, and no other status is looked into", () => {
  const repeated = 'unknown field: API key not valid, your credit balance is too low, API_KEY_INVALID';
  for (const body of [
    { error: { message: repeated, type: 'invalid_request_error', details: [{ field: 'API_KEY_INVALID' }] } },
    { error: repeated },
    { error: { message: `"${repeated}"`, details: 'API_KEY_INVALID' } },
    { message: 'API key not valid' },
    'API key not valid',
    '<html>',
    '',
    '[]',
    'null',
  ]) {
    assert.equal(judged(body), 400, JSON.stringify(body));
  }
  assert.equal(judged(google, 422), 422);
  assert.equal(judged(JSON.stringify(google) + ' '.repeat(70_000)), 400);
});
