import assert from 'node:assert/strict';
import OpenAI, {
  type APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
} from 'openai';
import { reportCases } from '../../helpers/sdk.ts';

const baseURL = `${process.env['GATEWAY_URL']}/v1`;
const apiKey = process.env['GATEWAY_KEY'] ?? '';
const client = new OpenAI({ baseURL, apiKey });
const messages = [{ role: 'user' as const, content: 'a word about gates' }];
const titled = (title: string) => ({ headers: { 'x-title': title } });

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

/** The error of a call that must fail, of the class that the client has for it. */
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

await reportCases({
  'chat completions, whole': async () => {
    const answer = await client.chat.completions.create({ model: 'demo', messages });
    assert.match(answer.choices[0]?.message.content ?? '', /gates/);
    assert.equal(answer.object, 'chat.completion');
    assert.equal(answer.choices[0]?.finish_reason, 'stop');
    assert.ok((answer.usage?.total_tokens ?? 0) > 0);
  },
  'chat completions, streamed': async () => {
    const stream = await client.chat.completions.create({
      model: 'demo',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage: unknown;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage ?? usage;
    }
    assert.match(text, /gates/);
    assert.ok(usage);
  },
  'chat completions with a tool, whole': async () => {
    const answer = await client.chat.completions.create({
      model: 'demo',
      messages,
      tools: [weather],
      tool_choice: 'required',
    });
    const call = answer.choices[0]?.message.tool_calls?.[0];
    assert.equal(call?.type === 'function' && call.function.name, 'get_weather');
    assert.equal(answer.choices[0]?.finish_reason, 'tool_calls');
  },
  'chat completions with a tool, streamed': async () => {
    const stream = client.chat.completions.stream({
      model: 'demo',
      messages,
      tools: [weather],
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
    });
    const answer = await stream.finalChatCompletion();
    const call = answer.choices[0]?.message.tool_calls?.[0];
    assert.ok(call?.type === 'function');
    assert.equal(typeof JSON.parse(call.function.arguments).city, 'string');
  },
  'completions, whole and streamed': async () => {
    const answer = await client.completions.create({ model: 'demo', prompt: 'gates', logprobs: 2 });
    assert.match(answer.choices[0]?.text ?? '', /gates/);
    const { logprobs } = answer.choices[0]!;
    for (const field of ['tokens', 'token_logprobs', 'top_logprobs', 'text_offset'] as const) {
      assert.ok(Array.isArray(logprobs?.[field]), field);
    }
    let text = '';
    const stream = await client.completions.create({ model: 'demo', prompt: 'gates', stream: true });
    for await (const chunk of stream) text += chunk.choices[0]?.text ?? '';
    assert.equal(text, answer.choices[0]?.text);
  },
  'responses, whole and streamed': async () => {
    const answer = await client.responses.create({ model: 'demo', input: 'gates' });
    assert.match(answer.output_text, /gates/);
    let text = '';
    let last = '';
    const stream = await client.responses.create({ model: 'demo', input: 'gates', stream: true });
    for await (const event of stream) {
      last = event.type;
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    assert.equal(text, answer.output_text);
    assert.equal(last, 'response.completed');
  },
  'embeddings, packed as the client asks by itself, and as numbers': async () => {
    const texts = { model: 'embedded', input: ['a word about gates', 'another'], dimensions: 32 };
    const packed = await client.embeddings.create(texts);
    const plain = await client.embeddings.create({ ...texts, encoding_format: 'float' });
    assert.equal(packed.data.length, 2);
    assert.equal(packed.usage.prompt_tokens, plain.usage.prompt_tokens);
    for (const [index, { embedding }] of packed.data.entries()) {
      assert.equal(embedding.length, 32);
      assert.ok(Math.abs(Math.hypot(...embedding) - 1) < 1e-6);
      assert.deepEqual(embedding, plain.data[index]?.embedding);
    }
  },
  'moderations, of a model and of none': async () => {
    for (const more of [{ model: 'other' }, {}]) {
      const input = ['a word about gates', 'I will kill you'];
      const { results } = await client.moderations.create({ ...more, input });
      assert.deepEqual(
        results.map(({ flagged, categories }) => [flagged, categories.violence]),
        [
          [false, false],
          [true, true],
        ],
      );
    }
  },
  'images, whole and streamed, of a model and of none': async () => {
    const whole = await client.images.generate({ model: 'other', prompt: 'a gate', n: 2 });
    assert.equal(whole.data?.length, 2);
    assert.ok((whole.usage?.total_tokens ?? 0) > 0);
    const linked = await client.images.generate({ prompt: 'a gate', response_format: 'url' });
    assert.match(linked.data?.[0]?.url ?? '', /^https:/);
    const types: string[] = [];
    let last = '';
    const stream = await client.images.generate({
      model: 'other',
      prompt: 'a gate',
      partial_images: 2,
      stream: true,
    });
    for await (const event of stream) {
      types.push(event.type);
      last = event.b64_json;
    }
    const partial = 'image_generation.partial_image';
    assert.deepEqual(types, [partial, partial, 'image_generation.completed']);
    assert.equal(last, whole.data?.[0]?.b64_json);
  },
  'speech, as a file and as events': async () => {
    const asked = { model: 'other', input: 'a word about gates', voice: 'alloy' } as const;
    const file = await client.audio.speech.create({ ...asked, response_format: 'wav' });
    assert.equal(file.headers.get('content-type'), 'audio/wav');
    const sound = Buffer.from(await file.arrayBuffer());
    assert.equal(sound.toString('latin1', 0, 4), 'RIFF');
    const events = await client.audio.speech.create({
      ...asked,
      response_format: 'wav',
      stream_format: 'sse',
    });
    const text = await events.text();
    const pieces = [...text.matchAll(/"audio":"([^"]*)"/g)].map(([, piece]) => Buffer.from(piece!, 'base64'));
    assert.ok(Buffer.concat(pieces).equals(sound));
    assert.match(text, /"type":"speech\.audio\.done","usage":\{/);
  },
  'responses compacted, and counted': async () => {
    const counted = await client.responses.inputTokens.count({ model: 'other', input: 'gates' });
    assert.ok(counted.input_tokens > 0);
    const compacted = await client.responses.compact({ model: 'other' as 'gpt-5', input: 'gates' });
    assert.equal(compacted.output[0]?.type, 'compaction');
    assert.ok(compacted.usage.total_tokens > 0);
  },
  'models, all and one': async () => {
    const ids = (await client.models.list()).data.map((model) => model.id);
    assert.deepEqual(ids, ['demo', 'counted', 'embedded', 'other', 'chat-only', 'fault-404']);
    assert.equal((await client.models.retrieve('demo')).owned_by, 'gateway');
  },
  'the request id is where the client looks for it': async () => {
    const answer = await client.chat.completions.create(
      { model: 'demo', messages },
      { headers: { 'x-request-id': 'mine' } },
    );
    assert.equal(answer._request_id, 'mine');
  },
  'tags in the body and in the header': async () => {
    const body = { model: 'demo', messages, tags: ['chat_completions:streaming'] };
    assert.ok((await client.chat.completions.create(body)).choices.length > 0);
    const error = await failure(
      client.chat.completions.create(
        { model: 'demo', messages },
        { headers: { 'x-router-tags': 'vision, streaming', 'x-title': '503 tags' } },
      ),
      InternalServerError,
    );
    assert.equal(error.status, 503);
    assert.equal(error.code, '503');
    assert.equal(error.type, 'None');
    assert.deepEqual(Object.keys(error.error as object).sort(), ['code', 'message', 'type']);
    assert.match(error.message, /No available model deployment meets the routing requirements/);
  },
  'a bad value is a BadRequestError that names the field': async () => {
    const error = await failure(
      client.chat.completions.create({ model: 'demo', messages, max_tokens: 0 }, titled('400')),
      BadRequestError,
    );
    assert.equal(error.param, 'max_tokens');
    assert.equal(error.code, 'invalid_value');
  },
  'a wrong key is an AuthenticationError': async () => {
    const stranger = new OpenAI({ baseURL, apiKey: 'sk-wrong' });
    const error = await failure(
      stranger.chat.completions.create({ model: 'demo', messages }, titled('401')),
      AuthenticationError,
    );
    assert.equal(error.code, 'invalid_api_key');
  },
  'a model that the key may not use is a PermissionDeniedError': async () => {
    const error = await failure(
      client.chat.completions.create({ model: 'secret-model', messages }, titled('403 model')),
      PermissionDeniedError,
    );
    assert.equal(error.code, 'model_not_allowed');
  },
  'an endpoint that the key may not use is a PermissionDeniedError': async () => {
    const narrow = new OpenAI({ baseURL, apiKey: process.env['NARROW_KEY'] ?? '' });
    const error = await failure(
      narrow.chat.completions.create({ model: 'demo', messages }, titled('403 endpoint')),
      PermissionDeniedError,
    );
    assert.equal(error.code, 'endpoint_not_allowed');
  },
  'an unknown model is a NotFoundError': async () => {
    const error = await failure(
      client.chat.completions.create({ model: 'nobody', messages }, titled('404')),
      NotFoundError,
    );
    assert.equal(error.code, 'model_not_found');
  },
  "a backend's own refusal arrives as it was": async () => {
    const error = await failure(
      client.chat.completions.create({ model: 'fault-404', messages }, titled('backend 404')),
      NotFoundError,
    );
    assert.equal(error.headers?.get('x-gateway-error'), null);
  },
});
