import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormBody, readFormBody } from '../../../../src/api/body/multipart/form-body.ts';
import type { FormBodyRules } from '../../../../src/api/endpoints/endpoint.ts';
import { endpoints, type ServedEndpoint } from '../../../../src/api/endpoints/index.ts';
import { formOf, type TextPart } from '../../../helpers/forms.ts';

const rules: FormBodyRules = {
  kind: 'multipart',
  required: ['file'],
  fields: { file: { must: 'a sound file' }, image: { must: 'a picture', repeats: true } },
};
const endpoint: ServedEndpoint = {
  ...endpoints.embeddings,
  answer: ['json', 'events'],
  estimate: { input: 'by_size', output: 0, copies: ['n'] },
  body: rules,
};
const file = { name: 'file', filename: 'a.wav', content: 'RIFF' };
const model = { name: 'model', content: 'ours' };

function read(bytes: Buffer, defaultModel?: string): FormBody {
  const steps = readFormBody(bytes, 'b', endpoint, rules, defaultModel);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
const readParts = (...parts: TextPart[]) => read(formOf('b', parts));
const sent = (body: FormBody, name?: string) => {
  const { chunks, length } = body.encode(name === undefined ? {} : { model: name });
  const bytes = Buffer.concat(chunks);
  assert.equal(bytes.length, length);
  return bytes;
};
const refusal = (param: string) => ({ code: 'invalid_value', param });

test('the model is written where it stands, and every other byte is as it was sent', () => {
  const around = { preamble: 'for readers of mail', epilogue: 'the end' };
  for (const parts of [
    [file, model],
    [model, file],
    [{ name: 'x', content: '' }, model, file],
  ]) {
    const bytes = formOf('b', parts, around);
    const body = read(bytes);
    assert.equal(body.summary.model, 'ours');
    const theirs = parts.map((part) => (part === model ? { ...part, content: 'their/model é' } : part));
    assert.deepEqual(sent(body, 'their/model é'), formOf('b', theirs, around));
  }
});

test('where nothing is to be changed the very bytes go on', () => {
  const bytes = formOf('b', [file, model]);
  for (const name of ['ours', undefined]) {
    const { chunks } = read(bytes).encode(name === undefined ? {} : { model: name });
    assert.equal(chunks.length, 1);
    assert.equal(chunks[0]?.buffer, bytes.buffer);
    assert.deepEqual(chunks[0], bytes);
  }
});

test('a model that the client left out is written before all other parts', () => {
  const around = { preamble: 'for readers of mail', epilogue: 'the end' };
  const tags = { name: 'tags', content: 'vision' };
  for (const preamble of [{}, around]) {
    const body = read(formOf('b', [tags, file], preamble), 'ours');
    assert.equal(body.summary.model, 'ours');
    for (const name of ['ours', 'theirs']) {
      assert.deepEqual(sent(body, name), formOf('b', [{ ...model, content: name }, file], preamble));
    }
  }
  assert.equal(read(formOf('b', [file, model]), 'another').summary.model, 'ours');
});

test('parts of tags are taken out, wherever they stand: one tag in each, or several', () => {
  const tags = [
    { name: 'tags', content: 'vision' },
    { name: 'tags[]', content: 'audio , transcriptions:streaming,vision' },
  ];
  for (const parts of [
    [...tags, file, model],
    [file, ...tags, model],
    [file, model, ...tags],
    [tags[0]!, file, tags[1]!, model],
  ]) {
    const body = readParts(...parts);
    assert.deepEqual(body.summary.tags, ['vision', 'audio', 'transcriptions:streaming']);
    const kept = parts.filter((part) => !tags.includes(part));
    assert.deepEqual(sent(body, 'ours'), formOf('b', kept));
  }
  assert.deepEqual(readParts(file, model, { name: 'tags', content: '' }).summary.tags, []);
  assert.equal(readParts(file, model).summary.tags, undefined);
  const many = Array.from({ length: 33 }, (_, index) => `t${index}`).join();
  for (const content of [many, 'x'.repeat(65), Buffer.from([0xff])]) {
    assert.throws(() => readParts(file, model, { name: 'tags', content }), refusal('tags'));
  }
});

test('sizes are those of texts and of files', () => {
  const { summary } = readParts(
    file,
    model,
    { name: 'prompt', content: 'x'.repeat(400) },
    { name: 'n', content: '3' },
  );
  const texts = 'ours'.length + 400 + 1;
  assert.equal(summary.bytes - summary.blockBytes, texts);
});

test('streams are asked for by one word', () => {
  assert.equal(readParts(file, model).summary.stream, false);
  for (const [content, stream] of [
    ['true', true],
    ['false', false],
  ] as const) {
    const body = readParts(file, model, { name: 'stream', content });
    assert.equal(body.summary.stream, stream);
    assert.deepEqual(body.needs(), stream ? ['streaming'] : []);
  }
  for (const content of ['True', '1', '', ' true']) {
    assert.throws(() => readParts(file, model, { name: 'stream', content }), refusal('stream'));
  }
});

test('what stands in a form and breaks a rule is named', () => {
  const cases: readonly (readonly [string, ...TextPart[]])[] = [
    ['model', file],
    ['file', model],
    ['model', file, model, model],
    ['model', file, { ...model, content: '' }],
    ['model', file, { ...model, content: 'x'.repeat(257) }],
    ['model', file, { ...model, content: Buffer.from([0xff]) }],
    ['stream', file, model, { name: 'stream', content: 'true' }, { name: 'stream', content: 'false' }],
    ['models', file, model, { name: 'models', content: 'other' }],
    ['models', file, model, { name: 'models[]', content: 'other' }],
    ['file', file, file, model],
    ['n', file, model, { name: 'n', content: '-1' }],
    ['n', file, model, { name: 'n', content: '1e3' }],
    // What some readers of forms take for the model: the gateway would have read another one.
    ['model', file, model, { name: 'Model', content: 'other' }],
    ['model', file, model, { name: 'model[]', content: 'other' }],
    ['model', file, model, { name: ' model', content: 'other' }],
    ['model', file, { ...model, filename: 'model.txt' }],
    ['model', file, { ...model, type: 'text/plain; charset=utf-16' }],
    ['model', file, { ...model, type: 'application/json' }],
    ['model', file, { ...model, type: 'text/plain\r\nContent-Transfer-Encoding: base64' }],
  ];
  for (const [param, ...parts] of cases) {
    assert.throws(() => readParts(...parts), refusal(param), JSON.stringify(parts));
  }
  const accepted: readonly (readonly TextPart[])[] = [
    [file, { ...model, type: 'text/plain; charset="UTF-8"' }],
    [file, { ...model, type: 'text/plain\r\nContent-Transfer-Encoding: 8bit' }],
    [
      file,
      model,
      { name: 'image', filename: '1', content: '' },
      { name: 'image[]', filename: '2', content: '' },
    ],
    [{ ...file, content: '' }, model],
    [file, { ...model, content: 'é'.repeat(256) }],
  ];
  for (const parts of accepted)
    assert.equal(readParts(...parts).summary.models.length, 0, JSON.stringify(parts));
});

test('a form that was cut goes on being a fault of the form', () => {
  const bytes = formOf('b', [file, model]);
  assert.throws(() => read(bytes.subarray(0, bytes.length - 6)), { code: 'invalid_form', param: undefined });
});
