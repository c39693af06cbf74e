import type { AnswerUse } from '../answer-usage.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { sseObserver } from './sse-observer.ts';
import { inspectAnswer } from './whole-answer.ts';

/**
 * The usage in a recorded answer: a JSON object, or the events of a stream. The code for backends' answers reads it.
 * Undefined for anything else.
 */
export function answerUse(dialect: Dialect, bytes: Buffer): AnswerUse | undefined {
  const { kind, use } = inspectAnswer(dialect, bytes);
  if (kind === 'ok') return use;
  if (kind !== 'invalid' || dialect.stream === undefined) return undefined;
  const events = sseObserver(dialect.stream);
  events.push(bytes);
  events.end();
  return events.events === 0 ? undefined : events.use;
}
