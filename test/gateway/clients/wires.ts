import assert from 'node:assert/strict';
import Anthropic, { APIError, BadRequestError } from '@anthropic-ai/sdk';
import { reportCases } from '../../helpers/sdk.ts';

const client = new Anthropic({
  baseURL: process.env['GATEWAY_URL'] ?? '',
  apiKey: process.env['GATEWAY_KEY'] ?? '',
  maxRetries: 0,
});
const body = (content: string) => ({
  model: 'claude',
  max_tokens: 200,
  messages: [{ role: 'user' as const, content }],
});

await reportCases({
  'a stream in frames is one of messages': async () => {
    const types: string[] = [];
    const stream = client.messages.stream(body('stream'));
    stream.on('streamEvent', (event) => types.push(event.type));
    const { content, stop_reason: reason, usage } = await stream.finalMessage();
    assert.equal(content[0]?.type === 'text' && content[0].text, 'one two three');
    assert.equal(reason, 'end_turn');
    assert.equal(usage.input_tokens, 7);
    assert.equal(usage.output_tokens, 5);
    assert.equal(types.length, 8);
  },
  'a whole answer is one of messages': async () => {
    const { content } = await client.messages.create(body('whole'));
    assert.equal(content[0]?.type === 'text' && content[0].text, 'whole');
  },
  'an error is one of messages': async () => {
    const error: unknown = await client.messages.create(body('refuse')).catch((reason: unknown) => reason);
    assert.ok(error instanceof BadRequestError);
    assert.equal(error.type, 'invalid_request_error');
    assert.match(error.message, /messages\.0: too long/);
  },
  'an exception in a stream is an error of messages': async () => {
    const stream = client.messages.stream(body('throttle'));
    const error: unknown = await stream.finalMessage().catch((reason: unknown) => reason);
    assert.ok(error instanceof APIError);
    assert.match(error.message, /rate_limit_error.*Too many tokens/);
  },
});
