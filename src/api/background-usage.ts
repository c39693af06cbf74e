/** The usage of a background response, as the finished response reports it. */
import type { JsonObject } from '../lib/json.ts';
import type { Usage } from '../observe/usage.ts';
import { usageIn } from './answer-usage.ts';
import { dialectOf } from './dialects/index.ts';

/** With an answer, which was made of something, */
const answered = new Set(['completed', 'incomplete']);
/** and with none, for which a vendor may charge all the same. */
const ended = new Set([...answered, 'failed', 'cancelled']);

/** Undefined as long as it is in flight, and where it says nothing of its use. */
export function useOfResponse(response: JsonObject): Usage | undefined {
  const status = String(response['status']);
  if (!ended.has(status)) return undefined;
  const report = dialectOf.responses.usage(response);
  if (report === undefined) return undefined;
  const usage = usageIn(report);
  return answered.has(status) && usage.input === 0 && usage.output === 0 ? undefined : usage;
}
