import assert from 'node:assert/strict';
import { isObject, type JsonObject } from '../../../src/lib/json.ts';

/** One event of a stream, as a strict reader takes it. */
export interface SseEvent {
  /** Of its `event:` line. */
  readonly name: string | undefined;
  /** The data where it is no JSON object: `[DONE]`. */
  readonly text: string;
  /** Empty where the data is no JSON object. */
  readonly data: JsonObject;
}

/** The events of a stream; comments are left out. Fails where it does not end in a blank line, or data is no JSON. */
export function sseEvents(stream: string): SseEvent[] {
  const lines = stream.replaceAll('\r\n', '\n');
  assert.ok(lines === '' || lines.endsWith('\n\n'), 'the last event is not ended by a blank line');
  return lines
    .split('\n\n')
    .filter((block) => block.split('\n').some((line) => line !== '' && !line.startsWith(':')))
    .map(readEvent);
}

function readEvent(block: string): SseEvent {
  const fields = block
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(':'))
    .map((line) => /^([a-z]+): (.*)$/s.exec(line) ?? assert.fail(`no line of an event: ${line}`));
  const named = fields.filter(([, field]) => field === 'event').map(([, , value]) => value!);
  const text = fields
    .filter(([, field]) => field === 'data')
    .map(([, , value]) => value)
    .join('\n');
  assert.ok(named.length <= 1, `an event with two names: ${block}`);
  if (text === '[DONE]') return { name: named[0], text, data: {} };
  const data: unknown = JSON.parse(text);
  assert.ok(isObject(data), `the data of an event is no object: ${text}`);
  return { name: named[0], text, data };
}
