/**
 * Independent judges of translations: JSON schemas made of the types of the vendors' own clients, the stream helpers of
 * those clients, and the rules of streams that neither of the two holds.
 */
export { type ClientDialect, finalOf } from './translation/final-message.ts';
export { type JudgedDialect, judgeAnswer, judgeEvents, judgeRequest } from './translation/sdk-schemas.ts';
export { type SseEvent, sseEvents } from './translation/sse-events.ts';
export { assertStreamRules } from './translation/stream-rules.ts';
