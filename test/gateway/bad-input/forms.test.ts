import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { boundary, formOf, sendForm, type TextPart } from '../../helpers/forms.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { sketched } from '../endpoints/config.ts';

const path = '/v1/audio/transcriptions';
const file: TextPart = { name: 'file', filename: 'a.wav', content: 'RIFF' };
const model: TextPart = { name: 'model', content: 'm' };
const whole = formOf(boundary, [file, model]);

interface Case {
  readonly form: readonly TextPart[] | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly code: string;
  readonly param?: string;
}

const cases: Readonly<Record<string, Case>> = {
  'no model': { form: [file], code: 'invalid_value', param: 'model' },
  'two models': { form: [file, model, model], code: 'invalid_value', param: 'model' },
  'no file': { form: [model], code: 'invalid_value', param: 'file' },
  'two files': { form: [file, file, model], code: 'invalid_value', param: 'file' },
  'other models': {
    form: [file, model, { name: 'models', content: 'x' }],
    code: 'invalid_value',
    param: 'models',
  },
  'another word for a stream': {
    form: [file, model, { name: 'stream', content: 'yes' }],
    code: 'invalid_value',
    param: 'stream',
  },
  'a hundred and one parts': {
    form: [file, model, ...Array.from({ length: 99 }, () => ({ name: 'x', content: '' }))],
    code: 'invalid_form',
  },
  'a form that is cut in the middle': { form: whole.subarray(0, whole.length / 2), code: 'invalid_form' },
  'a form without its last delimiter': {
    form: whole.subarray(0, whole.length - boundary.length - 6),
    code: 'invalid_form',
  },
  'a boundary of 71 characters': {
    form: formOf('x'.repeat(71), [file, model]),
    headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(71)}` },
    code: 'invalid_form',
  },
  'no boundary': { form: whole, headers: { 'content-type': 'multipart/form-data' }, code: 'invalid_form' },
  'another boundary': {
    form: whole,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    code: 'invalid_form',
  },
  JSON: {
    form: Buffer.from('{"model":"m"}'),
    headers: { 'content-type': 'application/json' },
    status: 415,
    code: 'unsupported_media_type',
  },
  'a form that is packed': {
    form: whole,
    headers: { 'content-encoding': 'gzip' },
    status: 415,
    code: 'unsupported_media_type',
  },
  'fields in the way of a query': {
    form: Buffer.from('model=m'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'unsupported_media_type',
  },
};

test('what is no form that can be sent on is refused, with the reason and the way out', async (t) => {
  const backend = await startBackend(t, json({ text: 'hello' }));
  const gateway = await startInside(t, sketched({ endpoint: 'transcriptions', urls: [backend.url] }));
  for (const [what, { form, headers, status = 400, code, param = null }] of Object.entries(cases)) {
    const reply = await readReply(await sendForm(gateway, path, form, headers && { headers }));
    const { error } = reply.json;
    assert.deepEqual([reply.status, error.code, error.param ?? null], [status, code, param], what);
    assert.match(error.message, /; |Send |must be /, what);
    assert.doesNotMatch(error.message, /RIFF/, what);
  }
  assert.equal(backend.seen.length, 0);
  assert.equal((await readReply(await sendForm(gateway, path, whole))).status, 200);
});

test('a form where JSON is wanted is refused, and told so', async (t) => {
  const backend = await startBackend(t, json({}));
  const gateway = await startInside(t, sketched({ endpoint: 'transcriptions', urls: [backend.url] }));
  const reply = await readReply(await sendForm(gateway, '/v1/chat/completions', whole));
  assert.equal(reply.status, 415);
  assert.match(reply.json.error.message, /"Content-Type: application\/json"/);
});

test('ten gigabytes are refused when they are announced, and nothing is held', async (t) => {
  const backend = await startBackend(t, json({}));
  const gateway = await startInside(t, sketched({ endpoint: 'transcriptions', urls: [backend.url] }));
  const reply = await readReply(
    await begin(gateway, path, {
      body: whole.subarray(0, 100),
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(10 * 1024 ** 3),
      },
    }).catch((error: Error) => assert.fail(error)),
  );
  assert.deepEqual([reply.status, reply.json.error.code], [413, 'body_too_large']);
  assert.equal((await gateway.counters()).buffered, 0);
});

test('ten gigabytes are too much for an upload too, and no backend hears of them', async (t) => {
  const backend = await startBackend(t, json({}));
  const more = 'stateful: { ids: signed, endpoints: [files], default: { files: b0 } }';
  const gateway = await startInside(t, sketched({ endpoint: 'transcriptions', urls: [backend.url], more }));
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(10 * 1024 ** 3),
  };
  const sent = { body: whole.subarray(0, 100), headers };
  const { status, json: told } = await readReply(await begin(gateway, '/v1/files', sent));
  assert.deepEqual([status, told.error.code], [413, 'body_too_large']);
  assert.equal(backend.seen.length, 0);
});

test('a form names no model where the configuration does', async (t) => {
  const backend = await startBackend(t, json({ text: 'hello' }));
  const more = 'endpoints: { transcriptions: { default_model: m } }';
  const gateway = await startInside(t, sketched({ endpoint: 'transcriptions', urls: [backend.url], more }));
  assert.equal((await readReply(await sendForm(gateway, path, [file]))).status, 200);
  assert.deepEqual(backend.seen[0]!.body, formOf(boundary, [model, file]));
});
