import { isUtf8 } from 'node:buffer';
import { type JsonNode, parseJson } from '../json/json-node.ts';
import type { AnswerEvent, Failure } from '../neutral/answer-event.ts';
import type { AnswerContext } from './answer-codec.ts';
import { invalidAnswer } from './backend-errors.ts';
import { answerDecoders } from './decode/index.ts';
import { answerEncoders } from './encode/index.ts';
import { ClientView } from './events-for-client.ts';

/** A backend's whole answer as its client reads it, or why there is none. */
export function translateWhole(bytes: Buffer, context: AnswerContext): Buffer | Failure {
  const answer = isUtf8(bytes) ? parsed(bytes.toString()) : undefined;
  if (answer?.kind !== 'object') return invalidAnswer('the answer is no JSON object');
  const client = answerEncoders[context.client];
  const encoder = client.whole(context);
  let failure: Failure | undefined;
  const tell = (event: AnswerEvent) => {
    if (failure !== undefined) return;
    if (event.is === 'fail') failure = event.failure;
    else if (event.is === 'finish' && event.reason === 'failed') {
      failure = invalidAnswer(event.explanation ?? 'the backend says that its answer can not be used');
    } else encoder.take(event);
  };
  const { take } = new ClientView(context, client, tell);
  try {
    answerDecoders[context.from].whole(answer, take, context.notes);
    const body = failure ?? encoder.body();
    return typeof body === 'string' ? Buffer.from(body) : body;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return invalidAnswer(`the answer can not be read: ${error.message}`);
  }
}

function parsed(text: string): JsonNode | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
