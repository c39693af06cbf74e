import { durationText } from '../../../config/derived/duration-text.ts';
import type { ExplainedQueue } from '../explanation.ts';

/** The waits of a request, in sentences. */
export function queueText({
  room,
  own = [],
  class: ofClass,
  weight,
}: Omit<ExplainedQueue, 'text'>): readonly string[] {
  const how = ofClass === undefined ? '' : `, class ${ofClass}${weight === 1 ? '' : `, weight ${weight}`}`;
  const lines: string[] = [];
  if (room !== undefined) {
    const what = room.first ? `all of ${room.model} is full, before it falls back` : 'all of these are full';
    lines.push(
      `It waits if ${what}: at most ${durationText(room.wait_ms)}, one of ${room.length} for ${room.model}${how}.`,
    );
  }
  for (const { whose, concurrency, wait_ms } of own)
    lines.push(
      `It waits if ${whose} has ${concurrency} ${concurrency === 1 ? 'request' : 'requests'} in flight: at most ${durationText(wait_ms)}${how}.`,
    );
  return lines;
}
