/** Laws of what a client gets of backends whose events come twice, too late, in another order, or not at all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BackendDialect } from '../../../../src/api/translation/neutral/dialects.ts';
import { runs } from '../../../helpers/full.ts';
import { answerWriters, arbitraryAnswers } from '../../../helpers/translation/arbitrary-answers.ts';
import { assertStreamRules, sseEvents } from '../../../helpers/translation-judges.ts';
import { contextOf, StreamOfBytes } from './translating.ts';

const judged = { chat_completions: 'chat', messages: 'messages', responses: 'responses' } as const;
const clients = Object.keys(judged) as (keyof typeof judged)[];
const directions = clients.flatMap((client) =>
  (Object.keys(answerWriters) as BackendDialect[])
    .filter((from) => from !== client)
    .map((from) => [from, client] as const),
);

/** What goes wrong at a place of a stream: an event is sent again there, is left out, or changes places with the next. */
const slip = fc.record({
  kind: fc.constantFrom('again' as const, 'again_at_end' as const, 'left_out' as const, 'swapped' as const),
  place: fc.nat(),
});

function withSlips(
  stream: string,
  slips: readonly { readonly kind: string; readonly place: number }[],
): string {
  const events = stream.split(/(?<=\n\n)/);
  for (const { kind, place } of slips) {
    const at = place % Math.max(1, events.length);
    const event = events[at]!;
    if (kind === 'again') events.splice(at, 0, event);
    else if (kind === 'again_at_end') events.push(event);
    else if (kind === 'left_out') events.splice(at, 1);
    else events.splice(at, 2, ...events.slice(at, at + 2).reverse());
  }
  return events.join('');
}

const mark = { messages: 'message_stop', responses: 'response.completed' } as const;

for (const [from, client] of directions) {
  test(`whatever order the events of ${from} come in, a client of ${client} gets a sequence that is one`, () => {
    const stream = (one: Parameters<(typeof answerWriters)[typeof from]['stream']>[0]) =>
      answerWriters[from].stream(one);
    fc.assert(
      fc.property(arbitraryAnswers, fc.array(slip, { minLength: 1, maxLength: 4 }), (one, slips) => {
        const translated = new StreamOfBytes(contextOf(from, client));
        let text = translated.push(Buffer.from(withSlips(stream(one), slips))).toString();
        text += translated.flush().toString();
        // What was ended is not ended a second time.
        if (!translated.isOver) text += translated.cut('The stream was cut.').toString();
        assertStreamRules(judged[client], text, { oddArguments: true });
        assert.equal(translated.push(Buffer.from(stream(one))).length + translated.flush().length, 0);
        if (client === 'chat_completions') return;
        const ends = sseEvents(text).filter(({ name }) => name === mark[client]);
        assert.ok(ends.length <= 1, `${ends.length} ends`);
      }),
      { numRuns: runs(200) },
    );
  });
}
