import assert from 'node:assert/strict';
import OpenAI, { BadRequestError, toFile } from 'openai';
import { reportCases } from '../../helpers/sdk.ts';

const client = new OpenAI({
  baseURL: `${process.env['GATEWAY_URL']}/v1`,
  apiKey: process.env['GATEWAY_KEY'] ?? '',
});
const sound = () => toFile(Buffer.alloc(40_000), 'a "quoted" name.wav', { type: 'audio/wav' });
const picture = (name: string) => toFile(Buffer.from('PNG'), name, { type: 'image/png' });
const prompt = 'a word about gates';

await reportCases({
  'a transcription, whole': async () => {
    const made = await client.audio.transcriptions.create({ model: 'heard', file: await sound(), prompt });
    assert.match(made.text, /\w/);
    assert.equal(made.usage?.type, 'duration');
  },
  'a transcription, as a stream': async () => {
    const stream = await client.audio.transcriptions.create({
      model: 'heard',
      file: await sound(),
      prompt,
      stream: true,
    });
    let text = '';
    let whole: string | undefined;
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') text += event.delta;
      if (event.type === 'transcript.text.done') whole = event.text;
    }
    assert.ok(text.length > 0);
    assert.equal(text, whole);
  },
  'a transcription, as captions': async () => {
    const captions = await client.audio.transcriptions.create({
      model: 'heard',
      file: await sound(),
      response_format: 'srt',
    });
    assert.match(captions, /^1\n00:00:00,000 --> 00:00:03,000\n/);
  },
  'a transcription, with all it knows': async () => {
    const made = await client.audio.transcriptions.create({
      model: 'heard',
      file: await sound(),
      response_format: 'verbose_json',
      timestamp_granularities: ['segment', 'word'],
    });
    assert.equal(made.duration, 3);
    assert.equal(made.segments?.length, 1);
  },
  'a translation': async () => {
    const made = await client.audio.translations.create({ model: 'heard', file: await sound() });
    assert.match(made.text, /\w/);
  },
  'an edit of one image, and of several with a mask': async () => {
    const one = await client.images.edit({ model: 'drawn', image: await picture('cat.png'), prompt });
    assert.ok(one.data?.[0]?.b64_json);
    const several = await client.images.edit({
      model: 'drawn',
      image: [await picture('cat.png'), await picture('dog.png')],
      mask: await picture('mask.png'),
      prompt,
      n: 2,
    });
    assert.equal(several.data?.length, 2);
  },
  'an edit, as a stream': async () => {
    const types: string[] = [];
    const stream = await client.images.edit({
      model: 'drawn',
      image: await picture('cat.png'),
      prompt,
      stream: true,
      partial_images: 1,
    });
    for await (const { type } of stream) types.push(type);
    assert.deepEqual(types, ['image_edit.partial_image', 'image_edit.completed']);
  },
  'a variation': async () => {
    const made = await client.images.createVariation({ model: 'drawn', image: await picture('cat.png') });
    assert.equal(made.data?.length, 1);
  },
  'tags, as the client writes lists in forms': async () => {
    const body = { model: 'heard', file: await sound(), tags: ['transcriptions:streaming'] };
    assert.match((await client.audio.transcriptions.create(body)).text, /\w/);
  },
  'what breaks a rule is told in the form that the client knows': async () => {
    const call = client.audio.transcriptions.create({ model: '', file: await sound() });
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual([error.code, error.param], ['invalid_value', 'model']);
  },
});
