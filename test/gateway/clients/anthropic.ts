import assert from 'node:assert/strict';
import Anthropic, {
  type APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
} from '@anthropic-ai/sdk';
import { reportCases } from '../../helpers/sdk.ts';

const baseURL = process.env['GATEWAY_URL'] ?? '';
const apiKey = process.env['GATEWAY_KEY'] ?? '';
const client = new Anthropic({ baseURL, apiKey });
const body = {
  model: 'demo',
  max_tokens: 200,
  messages: [{ role: 'user' as const, content: 'a word about gates' }],
};
const titled = (title: string) => ({ headers: { 'x-title': title } });

const weather = {
  name: 'get_weather',
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] },
};

async function failure<E extends APIError>(
  call: Promise<unknown>,
  kind: new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof kind, `not a ${kind.name}: ${String(error)}`);
  return error;
}

const detailOf = (error: APIError) =>
  (error.error as { error: { type: string; code: string; param?: string } }).error;

await reportCases({
  'messages, whole, with the key in x-api-key': async () => {
    const answer = await client.messages.create(body);
    assert.match(answer.content[0]?.type === 'text' ? answer.content[0].text : '', /gates/);
    assert.equal(answer.stop_reason, 'end_turn');
    assert.ok(answer.usage.output_tokens > 0);
  },
  'messages, whole, with a bearer token': async () => {
    const bearer = new Anthropic({ baseURL, apiKey: null, authToken: apiKey });
    assert.equal((await bearer.messages.create(body)).role, 'assistant');
  },
  'messages, streamed': async () => {
    const types: string[] = [];
    const stream = client.messages.stream(body);
    stream.on('streamEvent', (event) => types.push(event.type));
    const answer = await stream.finalMessage();
    assert.match(answer.content[0]?.type === 'text' ? answer.content[0].text : '', /gates/);
    assert.equal(types[0], 'message_start');
    assert.equal(types.at(-1), 'message_stop');
  },
  'messages with a tool, whole and streamed': async () => {
    const call = { ...body, tools: [weather], tool_choice: { type: 'any' as const } };
    const whole = await client.messages.create(call);
    assert.equal(whole.stop_reason, 'tool_use');
    const streamed = await client.messages.stream(call).finalMessage();
    const use = streamed.content.find((block) => block.type === 'tool_use');
    assert.equal(use?.type === 'tool_use' && use.name, 'get_weather');
  },
  'the request id is where the client looks for it': async () => {
    const answer = await client.messages.create(body, { headers: { 'x-request-id': 'mine' } });
    assert.equal(answer._request_id, 'mine');
  },
  'a bad value is a BadRequestError': async () => {
    const error = await failure(
      client.messages.create({ ...body, messages: [] }, titled('400')),
      BadRequestError,
    );
    assert.equal(detailOf(error).type, 'invalid_request_error');
    assert.equal(detailOf(error).param, 'messages');
  },
  'a wrong key is an AuthenticationError': async () => {
    const stranger = new Anthropic({ baseURL, apiKey: 'sk-wrong' });
    const error = await failure(stranger.messages.create(body, titled('401')), AuthenticationError);
    assert.equal(detailOf(error).type, 'authentication_error');
  },
  'a model that the key may not use is a PermissionDeniedError': async () => {
    const error = await failure(
      client.messages.create({ ...body, model: 'secret-model' }, titled('403')),
      PermissionDeniedError,
    );
    assert.equal(detailOf(error).type, 'permission_error');
  },
  'a model that does not serve messages is a NotFoundError': async () => {
    const error = await failure(
      client.messages.create({ ...body, model: 'chat-only' }, titled('404')),
      NotFoundError,
    );
    assert.equal(detailOf(error).type, 'not_found_error');
  },
  'tokens are counted, with the fields of a message': async () => {
    const { messages } = body;
    const counted = { model: 'counted', messages };
    const plain = await client.messages.countTokens(counted);
    const more = await client.messages.countTokens({ ...counted, system: 'Be brief.', tools: [weather] });
    assert.ok(plain.input_tokens > 0 && more.input_tokens > plain.input_tokens);
    assert.ok((await client.beta.messages.countTokens(counted)).input_tokens > 0);
  },
  'a count of tokens that no deployment makes is a NotFoundError of the same family': async () => {
    const { messages, model } = body;
    const error = await failure(
      client.messages.countTokens({ model, messages }, titled('404 count')),
      NotFoundError,
    );
    assert.equal(detailOf(error).type, 'not_found_error');
  },
  'tags that no deployment meets are a 503 with the same error object': async () => {
    const error = await failure(
      client.messages.create(body, { headers: { 'x-router-tags': 'vision', 'x-title': '503 tags' } }),
      InternalServerError,
    );
    assert.equal(error.status, 503);
    assert.equal(detailOf(error).type, 'None');
    assert.equal(detailOf(error).code, '503');
  },
});
