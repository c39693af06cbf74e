/** The answer of a client whose request is refused in the way of the model's own filter. */

import { familyOfPath } from '../../api/endpoints/index.ts';
import type { AnswerContext } from '../../api/translation/answers/answer-codec.ts';
import { answerEncoders } from '../../api/translation/answers/encode/index.ts';
import type { AnswerEvent, Failure } from '../../api/translation/neutral/answer-event.ts';
import type { ClientDialect } from '../../api/translation/neutral/dialects.ts';
import { clientFamily } from '../clients/client-family.ts';
import type { Exchange } from '../exchange.ts';
import { addQuotaHeaders } from '../relay/answer/answer-head.ts';
import { GuardRefusal } from './guard-refusal.ts';

/** The time in which a client may take nothing of it. */
const idleMs = 60_000;

const silent = { unknown() {}, lost() {}, leftOut() {}, nothingLeft() {}, changed() {} };

const said: readonly AnswerEvent[] = [
  { is: 'start' },
  { is: 'finish', reason: 'refused' },
  { is: 'usage', tokens: { input: 0, output: 0 } },
  { is: 'end' },
];

/** Answers with a stop where that is what a guard's refusal is to be; throws any other error again. */
export function stopOrThrow(exchange: Exchange, error: unknown): void {
  if (!(error instanceof GuardRefusal && error.isStop && canStop(exchange))) throw error;
  sendStopped(exchange, error);
}

/** True if clients of an endpoint know answers that stop. */
function canStop({ served }: Exchange): boolean {
  return (
    served.call === undefined && (served.name === 'completions' || Object.hasOwn(answerEncoders, served.name))
  );
}

/** Answers with nothing, stopped. The log has the error all the same. */
function sendStopped(exchange: Exchange, { code, reason }: GuardRefusal): void {
  const { summary, served } = exchange;
  exchange.errorCode = code;
  exchange.errorReason = reason;
  const isStream = summary!.stream;
  const body = Buffer.from(
    served.name === 'completions' ? stoppedCompletion(exchange, isStream) : stopped(exchange, isStream),
  );
  const headers = [
    'content-type',
    isStream ? 'text/event-stream' : 'application/json',
    'x-request-id',
    exchange.id,
  ];
  addQuotaHeaders(headers, exchange, clientFamily(exchange, familyOfPath));
  exchange.answer.begin({
    status: 200,
    headers,
    length: isStream ? undefined : body.length,
    body: isStream ? 'events' : 'whole',
    idleMs,
    own: 'no',
  });
  exchange.answer.write(body);
  exchange.answer.end();
}

function stopped(exchange: Exchange, isStream: boolean): string {
  const context = contextOf(exchange);
  const encoder = answerEncoders[context.client];
  if (isStream) {
    const stream = encoder.stream(context);
    for (const event of said) stream.take(event);
    return stream.written();
  }
  const whole = encoder.whole(context);
  for (const event of said) whole.take(event);
  const body: string | Failure = whole.body();
  if (typeof body !== 'string') throw new Error(`an answer that stops: ${body.message}`);
  return body;
}

function contextOf({ served, id, summary }: Exchange): AnswerContext {
  const client = served.name as ClientDialect;
  return {
    client,
    from: 'chat_completions',
    usageInStream: summary!.includeUsage === true,
    model: summary!.model ?? summary!.models[0] ?? '',
    receivedAt: Math.floor(Date.now() / 1000),
    requestId: id,
    shows: 'nothing',
    wantsSeals: false,
    reasoningField: 'none',
    clientNames: new Map(),
    echo: {},
    notes: silent,
  };
}

function stoppedCompletion({ id, summary }: Exchange, isStream: boolean): string {
  const body = JSON.stringify({
    id: `cmpl-${id}`,
    object: 'text_completion',
    created: Math.floor(Date.now() / 1000),
    model: summary!.model ?? '',
    choices: [{ index: 0, text: '', logprobs: null, finish_reason: 'content_filter' }],
    ...(isStream ? {} : { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
  });
  return isStream ? `data: ${body}\n\ndata: [DONE]\n\n` : body;
}
