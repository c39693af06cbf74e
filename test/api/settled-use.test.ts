import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestUnits } from '../../src/api/body/billable-units.ts';
import { jsonDialect } from '../../src/api/dialects/json/json-dialect.ts';
import type { UnitEstimates, UsagePlaces } from '../../src/api/endpoints/endpoint.ts';
import { settledUse } from '../../src/api/settled-use.ts';
import { inspectAnswer } from '../../src/api/stream/whole-answer.ts';
import { compilePrice } from '../../src/config/resolve/prices/rates.ts';
import { costNanoUsd } from '../../src/observe/cost.ts';

const imagePlaces: UsagePlaces = {
  input: '/usage/input_tokens',
  imageInput: '/usage/input_tokens_details/image_tokens',
  output: '/usage/output_tokens',
  images: ['/images', '/data'],
  imageKind: { quality: '/quality', size: '/size' },
};
const imageUnits: UnitEstimates = {
  images: { from: 'number', field: 'n', otherwise: 1 },
  imageKind: { quality: 'quality', size: 'size' },
};

interface Asked {
  readonly body?: object;
  readonly parts?: Readonly<Record<string, number>>;
}

/** What an endpoint with these places and units counts, and what that costs by a price. */
function settled(
  [places, units]: readonly [UsagePlaces, UnitEstimates | undefined],
  { body = {}, parts = {} }: Asked,
  answer: object | undefined,
  price: Parameters<typeof compilePrice>[0],
) {
  const compiled = compilePrice(price);
  const use =
    answer && inspectAnswer(jsonDialect({ usage: places }), Buffer.from(JSON.stringify(answer))).use;
  const asked = requestUnits(units, {
    field: (name) => (body as Record<string, unknown>)[name],
    partBytes: (name) => parts[name] ?? 0,
  });
  const counted = settledUse(use, { reserved: { input: 1000, output: 4000 }, units: asked }, compiled);
  const { input, output, images, seconds, characters, searchUnits } = counted.usage;
  return {
    counted: [input, output, images || seconds || characters || searchUnits],
    certainty: counted.certainty,
    usd: costNanoUsd(compiled, counted.usage, counted.areTokensKnown) / 1e9,
  };
}

const images = [imagePlaces, imageUnits] as const;
const perImage = { per_image: { default: 0.2, 'low/1024x1024': 0.01, 'hd/1024x1024': 0.08 } };

test('an answer without usage is counted by what it holds, and one that passed unread by what was asked for', () => {
  const body = { n: 3, quality: 'hd', size: '1024x1024' };
  const two = { data: [{ url: 'a' }, { url: 'b' }] };
  assert.deepEqual(settled(images, { body }, two, perImage), {
    counted: [0, 0, 2],
    certainty: 'measured',
    usd: 0.16,
  });
  assert.deepEqual(settled(images, { body }, undefined, perImage), {
    counted: [0, 0, 3],
    certainty: 'estimated',
    usd: 0.24,
  });
  assert.equal(settled(images, {}, undefined, perImage).usd, 0.2);
  const made = { ...two, quality: 'low', size: '1024x1024' };
  assert.equal(settled(images, { body }, made, perImage).usd, 0.02);
});

test('tokens that the answer reports settle where they have a price, else its images do', () => {
  const usage = { input_tokens: 100, output_tokens: 1000, input_tokens_details: { image_tokens: 60 } };
  const answer = { data: [{}], usage };
  const tokens = { input: 5, image_input: 10, image_output: 40 };
  const usd = (40 * 5 + 60 * 10 + 1000 * 40) / 1e6;
  assert.deepEqual(settled(images, {}, answer, { ...tokens, ...perImage }), {
    counted: [100, 1000, 1],
    certainty: 'measured',
    usd,
  });
  assert.deepEqual(settled(images, {}, answer, perImage), {
    counted: [100, 1000, 1],
    certainty: 'measured',
    usd: 0.2,
  });
  // Nothing else has a price: what was reserved counts.
  assert.deepEqual(settled(images, {}, { data: [{}] }, tokens), {
    counted: [1000, 4000, 1],
    certainty: 'estimated',
    usd: (1000 * 5 + 4000 * 40) / 1e6,
  });
});

test('the characters of a text, the documents of a query and the bytes of a file are counted before the answer is there', () => {
  const speech = { characters: { from: 'characters', field: 'input' }, areExact: true } as const;
  assert.deepEqual(
    settled([{}, speech], { body: { input: 'h\u00e9llo \u{1f600}' } }, undefined, {
      per_million_characters: 15,
    }),
    { counted: [0, 0, 7], certainty: 'measured', usd: 0.000105 },
  );
  const rerank = [
    { searchUnits: '/meta/billed_units/search_units' },
    { searchUnits: { from: 'items', field: 'documents', perUnit: 100 } },
  ] as const;
  const documents = Array.from({ length: 101 }, () => 'x');
  const price = { per_search_unit: 0.002 };
  assert.deepEqual(settled(rerank, { body: { documents } }, { results: [] }, price), {
    counted: [0, 0, 2],
    certainty: 'estimated',
    usd: 0.004,
  });
  const billed = { meta: { billed_units: { search_units: 3 } } };
  assert.deepEqual(settled(rerank, { body: { documents } }, billed, price), {
    counted: [0, 0, 3],
    certainty: 'measured',
    usd: 0.006,
  });
  const transcription = [
    {
      input: '/usage/input_tokens',
      output: '/usage/output_tokens',
      seconds: ['/usage/seconds', '/duration'],
    },
    { seconds: { from: 'bytes', part: 'file', perUnit: 750 } },
  ] as const;
  const parts = { file: 75_000 };
  const perMinute = { per_minute: 0.006 };
  assert.equal(settled(transcription, { parts }, { text: 'a' }, perMinute).usd, 0.01);
  assert.equal(settled(transcription, { parts }, { text: 'a', duration: '8.5' }, perMinute).usd, 0.00085);
  assert.equal(
    settled(transcription, { parts }, { usage: { type: 'duration', seconds: 9 } }, perMinute).usd,
    0.0009,
  );
  const tokens = { usage: { type: 'tokens', input_tokens: 100, output_tokens: 10 } };
  assert.equal(settled(transcription, { parts }, tokens, { ...perMinute, input: 1, output: 10 }).usd, 0.0002);
});

test('a unit that only the file names settles by the answer, and without it by tokens', () => {
  const ocr = [{ named: { pages: '/usage_info/pages_processed' } }, undefined] as const;
  const price = { input: 1, output: 2, per_unit: { pages: 0.001 } };
  assert.equal(settled(ocr, {}, { usage_info: { pages_processed: 7 } }, price).usd, 0.007);
  assert.deepEqual(settled(ocr, {}, { usage_info: { pages_processed: 7 } }, { input: 1, output: 2 }), {
    counted: [1000, 4000, 0],
    certainty: 'estimated',
    usd: 0.009,
  });
  assert.equal(settled(ocr, {}, { pages: [] }, price).certainty, 'estimated');
});
