import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, post, simulatorFor } from './conversation.ts';

const user = (content: unknown) => ({ model: 'm', messages: [{ role: 'user', content }] });

/** The fields that change from one run to the next, made alike. */
function steady(text: string) {
  return JSON.parse(text.replaceAll(/[0-9a-f]{24}/g, 'ID'), (key, value) =>
    ['created', 'created_at', 'completed_at'].includes(key) && value !== null ? 0 : value,
  );
}

test('a chat completion has every field of the published schema', async (t) => {
  const simulator = await simulatorFor(t, { text: 'one two' });
  const { text } = await post(simulator, '/v1/chat/completions', user('hi'));
  assert.deepEqual(steady(text), {
    id: 'chatcmpl-ID',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    service_tier: 'default',
    system_fingerprint: 'fp_simulator',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'one two', refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 4,
      completion_tokens: 2,
      total_tokens: 6,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
  });
});

test('a chat stream is role, content, finish and [DONE], with usage only when it is asked for', async (t) => {
  const simulator = await simulatorFor(t, { text: 'one two' });
  const plain = await post(simulator, '/v1/chat/completions', { ...user('hi'), stream: true });
  assert.equal(plain.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.deepEqual(
    eventsOf(plain.text).map(({ data }) => (data === '[DONE]' ? data : [data['choices'], 'usage' in data])),
    [
      [
        [
          {
            index: 0,
            delta: { role: 'assistant', refusal: null, content: '' },
            logprobs: null,
            finish_reason: null,
          },
        ],
        false,
      ],
      [[{ index: 0, delta: { content: 'one' }, logprobs: null, finish_reason: null }], false],
      [[{ index: 0, delta: { content: ' two' }, logprobs: null, finish_reason: null }], false],
      [[{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }], false],
      '[DONE]',
    ],
  );
  const asked = { ...user('hi'), stream: true, stream_options: { include_usage: true } };
  const counted = eventsOf((await post(simulator, '/v1/chat/completions', asked)).text).map(
    ({ data }) => data,
  );
  assert.equal(counted.length, 6);
  for (const data of counted.slice(0, 4)) assert.equal(data !== '[DONE]' && data['usage'], null);
  const last = counted[4];
  assert.ok(last !== undefined && last !== '[DONE]');
  assert.deepEqual(last['choices'], []);
  assert.equal((last['usage'] as { total_tokens: number }).total_tokens, 6);
});

test('log-probabilities stand beside each token, with as many alternatives as asked for', async (t) => {
  const simulator = await simulatorFor(t, { text: 'ein Löwe' });
  const { text } = await post(simulator, '/v1/chat/completions', {
    ...user('hi'),
    logprobs: true,
    top_logprobs: 2,
  });
  const { content, refusal } = JSON.parse(text).choices[0].logprobs;
  assert.equal(refusal, null);
  assert.deepEqual(
    content.map(({ token }: { token: string }) => token),
    ['ein', ' Löwe'],
  );
  assert.deepEqual(content[1].bytes, [...Buffer.from(' Löwe')]);
  assert.deepEqual(
    content[1].top_logprobs.map(({ token }: { token: string }) => token),
    [' Löwe', ' Löwe~1'],
  );
});

test('a legacy completion gives log-probabilities as four arrays of one length', async (t) => {
  const simulator = await simulatorFor(t, { text: 'one two' });
  const { text } = await post(simulator, '/v1/completions', { model: 'm', prompt: 'hi', logprobs: 1 });
  const answer = steady(text);
  assert.equal(answer.object, 'text_completion');
  assert.equal(answer.choices[0].text, 'one two');
  const { tokens, token_logprobs, top_logprobs, text_offset } = answer.choices[0].logprobs;
  assert.deepEqual(tokens, ['one', ' two']);
  assert.deepEqual(top_logprobs, [{ one: token_logprobs[0] }, { ' two': token_logprobs[1] }]);
  assert.deepEqual(text_offset, [0, 3]);
});

test('legacy completions answer each of several prompts, and say null where no log-probabilities were asked for', async (t) => {
  const simulator = await simulatorFor(t);
  const { text } = await post(simulator, '/v1/completions', { model: 'm', prompt: ['left', 'right'], n: 2 });
  const { choices } = JSON.parse(text);
  assert.deepEqual(
    choices.map(({ index, logprobs }: { index: number; logprobs: null }) => [index, logprobs]),
    [0, 1, 2, 3].map((index) => [index, null]),
  );
  assert.match(choices[0].text, /left/);
  assert.match(choices[3].text, /right/);
});

test('a legacy stream is text chunks and [DONE]', async (t) => {
  const simulator = await simulatorFor(t, { text: 'one two' });
  const { text } = await post(simulator, '/v1/completions', { model: 'm', prompt: 'hi', stream: true });
  assert.deepEqual(
    eventsOf(text).map(({ data }) => (data === '[DONE]' ? data : data['choices'])),
    [
      [{ text: 'one', index: 0, logprobs: null, finish_reason: null }],
      [{ text: ' two', index: 0, logprobs: null, finish_reason: null }],
      [{ text: '', index: 0, logprobs: null, finish_reason: 'stop' }],
      '[DONE]',
    ],
  );
});

test('a messages stream has its events in the published order, each named as its type', async (t) => {
  const simulator = await simulatorFor(t, { text: 'one two' });
  const { text } = await post(simulator, '/v1/messages', { ...user('hi'), max_tokens: 9, stream: true });
  const events = eventsOf(text);
  for (const { name, data } of events) assert.equal(name, data !== '[DONE]' && data['type']);
  assert.deepEqual(
    events.map(({ name }) => name),
    [
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ],
  );
});

test('a responses stream numbers its events and ends with the whole response', async (t) => {
  const simulator = await simulatorFor(t, { text: 'one two' });
  const { text } = await post(simulator, '/v1/responses', { model: 'm', input: 'hi', stream: true });
  const events = eventsOf(text);
  assert.deepEqual(
    events.map(({ name, data }) => [name, data !== '[DONE]' && data['sequence_number']]),
    [
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ].map((name, index) => [name, index]),
  );
  const last = events.at(-1)?.data;
  assert.ok(last !== undefined && last !== '[DONE]');
  const whole = await post(simulator, '/v1/responses', { model: 'm', input: 'hi' });
  assert.deepEqual(steady(JSON.stringify(last['response'])), steady(whole.text));
});

test('the text tells prompts apart, repeats for the same one, and says what arrived', async (t) => {
  const simulator = await simulatorFor(t);
  const ask = async (content: unknown): Promise<string> => {
    const { text } = await post(simulator, '/v1/messages', { ...user(content), max_tokens: 500 });
    return JSON.parse(text).content[0].text;
  };
  assert.equal(await ask('red apples'), await ask('red apples'));
  assert.notEqual(await ask('red apples'), await ask('red pears'));
  assert.match(await ask('red apples'), /^Simulated answer [0-9a-f]{8} to "red apples" \(1 message\)\.$/);
  const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' };
  const parts = [
    { type: 'text', text: 'read this' },
    { type: 'document', source },
    { type: 'image', source: { ...source, media_type: 'image/png' } },
  ];
  assert.match(await ask(parts), /to "read this" \(1 message, 1 image, 1 document\)\.$/);
});

test('a limit of tokens cuts the text and is given as the reason', async (t) => {
  const simulator = await simulatorFor(t);
  const chat = await post(simulator, '/v1/chat/completions', { ...user('hi'), max_completion_tokens: 2 });
  assert.equal(JSON.parse(chat.text).choices[0].finish_reason, 'length');
  assert.equal(JSON.parse(chat.text).usage.completion_tokens, 2);
  const legacy = await post(simulator, '/v1/completions', { model: 'm', prompt: 'hi', max_tokens: 2 });
  assert.equal(JSON.parse(legacy.text).choices[0].finish_reason, 'length');
  const message = await post(simulator, '/v1/messages', { ...user('hi'), max_tokens: 2 });
  assert.equal(JSON.parse(message.text).stop_reason, 'max_tokens');
  const response = await post(simulator, '/v1/responses', { model: 'm', input: 'hi', max_output_tokens: 2 });
  assert.equal(JSON.parse(response.text).status, 'incomplete');
  assert.deepEqual(JSON.parse(response.text).incomplete_details, { reason: 'max_output_tokens' });
});

test('a stop sequence ends the text before it', async (t) => {
  const simulator = await simulatorFor(t, { text: 'one two three' });
  const chat = await post(simulator, '/v1/chat/completions', { ...user('hi'), stop: [' three', ' two'] });
  assert.equal(JSON.parse(chat.text).choices[0].message.content, 'one');
  const message = await post(simulator, '/v1/messages', {
    ...user('hi'),
    max_tokens: 9,
    stop_sequences: [' two'],
  });
  const { stop_reason, stop_sequence } = JSON.parse(message.text);
  assert.deepEqual([stop_reason, stop_sequence], ['stop_sequence', ' two']);
});

test('models are listed in the form of the family that asks', async (t) => {
  const { url } = await simulatorFor(t);
  const model = { id: 'simulator', object: 'model', created: 0, owned_by: 'simulator' };
  assert.deepEqual(await (await fetch(`${url}/v1/models`)).json(), { object: 'list', data: [model] });
  const anthropic = await fetch(`${url}/v1/models`, { headers: { 'anthropic-version': '2023-06-01' } });
  assert.match(await anthropic.text(), /"type":"model".*"has_more":false/);
});

test('counted tokens are those that the answer reports', async (t) => {
  const simulator = await simulatorFor(t);
  const body = { ...user('how long is this?'), system: 'be brief', max_tokens: 9 };
  const counted = await post(simulator, '/v1/messages/count_tokens', body);
  const answer = await post(simulator, '/v1/messages', body);
  assert.deepEqual(JSON.parse(counted.text), { input_tokens: JSON.parse(answer.text).usage.input_tokens });
});

test('embeddings have every field, a vector of length 1 for each input, packed where that is asked for', async (t) => {
  const simulator = await simulatorFor(t);
  const body = { model: 'm', input: ['one two', [1, 2, 3]], dimensions: 4 };
  const { text } = await post(simulator, '/v1/embeddings', body);
  const { data, ...rest } = JSON.parse(text) as { data: { embedding: number[] }[] };
  assert.deepEqual(rest, { object: 'list', model: 'm', usage: { prompt_tokens: 5, total_tokens: 5 } });
  assert.deepEqual(
    data.map(({ embedding, ...item }) => [item, embedding.length, Math.hypot(...embedding).toFixed(6)]),
    [0, 1].map((index) => [{ object: 'embedding', index }, 4, '1.000000']),
  );
  const packed = await post(simulator, '/v1/embeddings', { ...body, encoding_format: 'base64' });
  const [first] = (JSON.parse(packed.text) as { data: { embedding: string }[] }).data;
  const bytes = Buffer.from(first!.embedding, 'base64');
  assert.deepEqual(
    [0, 4, 8, 12].map((at) => bytes.readFloatLE(at)),
    data[0]!.embedding,
  );
  for (const [field, value] of Object.entries({ input: [''], dimensions: 0, encoding_format: 'int8' })) {
    const refused = await post(simulator, '/v1/embeddings', { ...body, [field]: value });
    assert.equal(refused.status, 400);
    assert.equal((JSON.parse(refused.text) as { error: { param: string } }).error.param, field);
  }
});
