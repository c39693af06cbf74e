/** Laws that hold for every answer, by whichever backend's dialect it comes and in whichever client's it goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { translateWhole } from '../../../../src/api/translation/answers/translated-answer.ts';
import type { ClientDialect } from '../../../../src/api/translation/neutral/dialects.ts';
import { callIdFor, callIdOf } from '../../../../src/api/translation/shared/call-ids.ts';
import {
  allSaid,
  answerWriters,
  arbitraryAnswers,
  arbitraryMixedAnswers,
  type SaidAnswer,
  type SaidTokens,
  saidIn,
} from '../../../helpers/translation/arbitrary-answers.ts';
import { type ReadAnswer, readBody, readStream } from '../../../helpers/translation/read-answers.ts';
import {
  assertStreamRules,
  judgeAnswer,
  judgeEvents,
  sseEvents,
} from '../../../helpers/translation-judges.ts';
import { contextOf, StreamOfBytes, streamed } from '../answers/translating.ts';

const numRuns = 30;

type WriterName = keyof typeof answerWriters;

/** A dialect's name among the judges. */
const judged = { chat_completions: 'chat', messages: 'messages', responses: 'responses' } as const;

const pairs: readonly (readonly [from: WriterName, client: ClientDialect])[] = [
  ['chat_completions', 'messages'],
  ['chat_completions', 'responses'],
  ['messages', 'chat_completions'],
  ['messages', 'responses'],
  ['responses', 'chat_completions'],
  ['responses', 'messages'],
  ['gemini', 'chat_completions'],
  ['gemini', 'messages'],
  ['gemini', 'responses'],
  ['bedrock_converse', 'chat_completions'],
  ['bedrock_converse', 'messages'],
  ['bedrock_converse', 'responses'],
];

/** Responses answers repeat what the request said; a judge wants what is always there. */
const echo = {};

function streamOf(from: WriterName, client: ClientDialect, answer: SaidAnswer): string {
  const { text, fault } = streamed(contextOf(from, client, { echo }), [
    Buffer.from(answerWriters[from].stream(answer)),
  ]);
  assert.equal(fault, undefined);
  return text;
}

function bodyOf(from: WriterName, client: ClientDialect, answer: SaidAnswer): string {
  const body = translateWhole(
    Buffer.from(answerWriters[from].whole(answer)),
    contextOf(from, client, { echo }),
  );
  assert.ok(Buffer.isBuffer(body), 'message' in body ? body.message : '');
  return body.toString();
}

/** The thoughts of an answer, each as a block of its own: some dialects have no border between two that follow. */
function thoughtsOf({ blocks }: SaidAnswer, from: WriterName): string[] {
  const hasBorders = from !== 'chat_completions' && from !== 'gemini';
  return blocks.flatMap((block, index) => {
    if (block.kind !== 'reasoning') return [];
    if (!hasBorders && blocks[index - 1]?.kind === 'reasoning') return [];
    const next = blocks.findIndex(({ kind }, at) => at > index && kind !== 'reasoning');
    const end = hasBorders ? index + 1 : next === -1 ? blocks.length : next;
    return [blocks.slice(index, end).map(saidIn).join('')];
  });
}

function holdContent(said: SaidAnswer, read: ReadAnswer, from: WriterName, client: ClientDialect): void {
  assert.equal(read.text, allSaid(said, 'text'));
  // In chat completions all thoughts are one field.
  assert.equal(read.reasoning, thoughtsOf(said, from).join(client === 'chat_completions' ? '\n\n' : ''));
  const calls = said.blocks.flatMap((block) =>
    block.kind === 'call' ? [{ id: block.id, name: block.name, input: saidIn(block) }] : [],
  );
  assert.deepEqual(
    read.calls.map(({ name, input }) => ({ name, input })),
    calls.map(({ name, input }) => ({ name, input })),
  );
  for (const [index, { id }] of read.calls.entries()) assert.equal(callIdOf(id), calls[index]?.id);
  assert.equal(new Set(read.calls.map(({ id }) => id)).size, calls.length);
  assert.equal(read.finish, said.isCutOff ? 'length' : calls.length > 0 ? 'calls' : 'stop');
}

/** Tokens that a backend does not tell are 0 or not there. */
function holdTokens(said: SaidTokens, read: Partial<SaidTokens>, tells: readonly (keyof SaidTokens)[]): void {
  for (const [name, count] of Object.entries(read)) {
    const expected = tells.includes(name as keyof SaidTokens) ? said[name as keyof SaidTokens] : 0;
    assert.equal(count, expected, name);
  }
  for (const name of ['input', 'output'] as const) assert.equal(read[name], said[name], name);
}

/**
 * What a stream says, but for what its first event knows of the input, which depends on what came with it, ids that are
 * made up, and when it was over.
 */
function told(stream: string): string {
  const ids: string[] = [];
  return stream
    .replace(/"completed_at":\d+/g, '"completed_at":0')
    .replace(/("type":"message_start".*"usage":)\{.*\}(?=\}\}\n)/, '$1{}')
    .replaceAll(/"(?:chatcmpl-|(?:msg|resp|rs|fc)_)[A-Za-z0-9]{24}"/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `"id ${ids.indexOf(id)}"`;
    });
}

for (const [from, client] of pairs) {
  const { ended, tells } = answerWriters[from];
  const what = `${from} to ${client}`;

  test(`${what}: a stream keeps the rules of its dialect, and says what was said (L4, L7, L9, L14)`, () => {
    fc.assert(
      fc.property(arbitraryMixedAnswers, (answer) => {
        const text = streamOf(from, client, answer);
        assertStreamRules(judged[client], text);
        judgeEvents(
          judged[client],
          sseEvents(text)
            .filter((event) => event.text !== '[DONE]')
            .map(({ data }) => data),
        );
        holdContent(answer, readStream(client, text), from, client);
      }),
      { numRuns },
    );
  });

  test(`${what}: a whole answer is of its dialect, and says what was said (L6, L7, L9, L14)`, () => {
    fc.assert(
      fc.property(arbitraryAnswers, (answer) => {
        const body = bodyOf(from, client, answer);
        judgeAnswer(judged[client], JSON.parse(body));
        holdContent(answer, readBody(client, body), from, client);
      }),
      { numRuns },
    );
  });

  test(`${what}: a whole answer is what its stream comes to (L3)`, () => {
    fc.assert(
      fc.property(arbitraryAnswers, (answer) => {
        const whole = readBody(client, bodyOf(from, client, answer));
        assert.deepEqual(readStream(client, streamOf(from, client, answer)), whole);
      }),
      { numRuns },
    );
  });

  test(`${what}: tokens are conserved (L8)`, () => {
    fc.assert(
      fc.property(arbitraryAnswers, (answer) => {
        holdTokens(answer.tokens, readBody(client, bodyOf(from, client, answer)).tokens, tells);
        holdTokens(answer.tokens, readStream(client, streamOf(from, client, answer)).tokens, tells);
      }),
      { numRuns },
    );
  });

  test(`${what}: nothing depends on how the bytes of a stream are split (L5)`, () => {
    fc.assert(
      fc.property(arbitraryMixedAnswers, fc.array(fc.nat(4000), { maxLength: 20 }), (answer, cuts) => {
        const bytes = Buffer.from(answerWriters[from].stream(answer));
        const context = () => contextOf(from, client);
        const text = told(streamed(context(), [bytes]).text);
        const places = [0, ...cuts.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        assert.equal(told(streamed(context(), pieces).text), text);
        const singles = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
        assert.equal(told(streamed(context(), singles).text), text);
      }),
      { numRuns: 6 },
    );
  });

  test(`${what}: a stream that ends too early is never a sound answer, wherever it does (L16)`, () => {
    fc.assert(
      fc.property(
        arbitraryMixedAnswers,
        fc.array(fc.nat(10_000), { minLength: 20, maxLength: 40 }),
        (answer, cuts) => {
          const bytes = Buffer.from(answerWriters[from].stream(answer));
          for (const at of cuts.map((cut) => cut % bytes.length)) {
            const part = bytes.subarray(0, at);
            const stream = new StreamOfBytes(contextOf(from, client));
            const written = Buffer.concat([stream.push(part), stream.flush()]).toString();
            if (stream.fault === undefined) {
              assert.match(part.toString(), ended);
              assertStreamRules(judged[client], written, { oddArguments: true });
            } else if (written !== '') {
              assertStreamRules(
                judged[client],
                written + stream.cut('the backend ended its answer').toString(),
              );
            }
          }
        },
      ),
      { numRuns: 10 },
    );
  });
}

test('an id of a call comes back to its backend as it left it, whatever it is, and no two become one (L9)', () => {
  for (const dialect of ['chat_completions', 'messages', 'responses'] as const) {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })), (ids) => {
        const given = ids.map((id) => callIdFor(dialect, id));
        assert.equal(new Set(given).size, ids.length);
        assert.deepEqual(given.map(callIdOf), ids);
      }),
    );
  }
});
