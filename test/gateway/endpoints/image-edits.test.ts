import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { boundary, formOf, sendForm, type TextPart } from '../../helpers/forms.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { sketched } from './config.ts';

const image = (name: string, filename: string): TextPart => ({
  name,
  filename,
  type: 'image/png',
  content: `PNG of ${filename}`,
});
const model = { name: 'model', content: 'm' };
const prompt = { name: 'prompt', content: 'a hat' };
const made = { created: 1, data: [{ b64_json: 'AAAA' }] };

test('images come as lists, with a mask, under names in quotes, and all of it goes on as it came', async (t) => {
  const backend = await startBackend(t, json(made));
  const gateway = await startInside(t, sketched({ endpoint: 'image_edits', urls: [backend.url] }));
  const forms: readonly (readonly TextPart[])[] = [
    [image('image', 'cat.png'), prompt, model],
    [image('image[]', '1.png'), image('image[]', '2.png'), image('mask', 'mask.png'), prompt, model],
    [image('image', '1.png'), image('image', '2.png'), prompt, model],
    [image('image', 'quo\\"ted \\\\ name.png'), prompt, model, { name: 'n', content: '2' }],
  ];
  for (const form of forms) {
    const reply = await readReply(await sendForm(gateway, '/v1/images/edits', form));
    assert.deepEqual([reply.status, reply.json], [200, made]);
    assert.deepEqual(backend.seen.at(-1)!.body, formOf(boundary, form));
  }
});

test('an edit is JSON as well, which goes on as it came, and other kinds are told what to send', async (t) => {
  const backend = await startBackend(t, json(made));
  const gateway = await startInside(t, sketched({ endpoint: 'image_edits', urls: [backend.url] }));
  const body = Buffer.from('{ "model": "m", "prompt": "a hat", "images": [{"file_id": "file-1"}] }');
  const reply = await readReply(await begin(gateway, '/v1/images/edits', { body }));
  assert.deepEqual([reply.status, reply.json], [200, made]);
  assert.deepEqual(backend.seen[0]!.body, body);
  const text = await readReply(
    await begin(gateway, '/v1/images/edits', { body, headers: { 'content-type': 'text/plain' } }),
  );
  assert.equal(text.status, 415);
  assert.match(text.json.error.message, /application\/json.*multipart\/form-data/);
  const nothing = await readReply(await begin(gateway, '/v1/images/edits', { body: { model: 'm' } }));
  assert.deepEqual([nothing.status, nothing.json.error.param], [400, 'prompt']);
});

test('a variation is a form with one image', async (t) => {
  const backend = await startBackend(t, json(made));
  const gateway = await startInside(t, sketched({ endpoint: 'image_variations', urls: [backend.url] }));
  const path = '/v1/images/variations';
  const form = [image('image', 'cat.png'), model];
  assert.equal((await readReply(await sendForm(gateway, path, form))).status, 200);
  assert.deepEqual(backend.seen[0]!.body, formOf(boundary, form));
  const two = await readReply(await sendForm(gateway, path, [...form, image('image', 'dog.png')]));
  assert.deepEqual([two.status, two.json.error.param], [400, 'image']);
  const asJson = await readReply(await begin(gateway, path, { body: { model: 'm' } }));
  assert.equal(asJson.status, 415);
  assert.match(asJson.json.error.message, /"Content-Type: multipart\/form-data"/);
});
