/** The answers of declared endpoints: an object with usage in the place where it is looked for. */

import type { DeclaredEndpoint } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { JsonPointer, Places, UsagePlaces } from '../../api/endpoints/endpoint.ts';
import { bytesPerToken } from '../../lib/token-size.ts';
import { sse } from '../simulated-dialect.ts';
import type { Wire } from '../wire.ts';

const outputTokens = 8;

export async function answerDeclared(wire: Wire, endpoint: DeclaredEndpoint, sent: Buffer): Promise<void> {
  const { answer, usage } = endpoint;
  const whole = { object: endpoint.name, ...(usage !== 'none' && usedAt(usage, sent.length)) };
  const [first] = answer;
  if (answer.includes('events') && (first === 'events' || asksForEvents(sent))) {
    await sendEvents(wire, endpoint, whole);
  } else if (first === 'binary') {
    const data = Buffer.from('simulated');
    wire.head(200, { 'content-type': 'application/octet-stream', 'content-length': data.length });
    wire.end(data);
  } else wire.json(200, whole);
}

function asksForEvents(sent: Buffer): boolean {
  return /"stream"\s*:\s*true|name="stream"\r\n\r\ntrue/.test(sent.toString('latin1'));
}

async function sendEvents(wire: Wire, { events }: DeclaredEndpoint, whole: object): Promise<void> {
  const [end] = events?.ends ?? [];
  wire.head(200, { 'content-type': 'text/event-stream' });
  await wire.write(sse({ type: 'delta', text: 'simulated' }));
  await wire.write(sse(end === undefined ? whole : { ...whole, type: end }));
  if (end === undefined) await wire.write(sse('[DONE]'));
  wire.end();
}

/** One of each unit, and tokens by the size of what was sent. */
function usedAt({ named = {}, imageKind: _words, ...places }: UsagePlaces, bytes: number): object {
  const answer: Record<string, unknown> = {};
  const counts: Readonly<Record<string, number>> = {
    input: Math.ceil(bytes / bytesPerToken),
    output: outputTokens,
  };
  const parts = ['cachedInput', 'audioInput', 'imageInput', 'audioOutput', 'imageOutput'];
  for (const [figure, at] of Object.entries(places))
    if (!parts.includes(figure)) put(answer, firstOf(at), counts[figure] ?? 1);
  for (const at of Object.values(named)) put(answer, firstOf(at), 1);
  return answer;
}

function firstOf(at: Places): JsonPointer {
  return typeof at === 'string' ? at : at[0]!;
}

function put(answer: Record<string, unknown>, pointer: string, count: number): void {
  const steps = pointer.split('/').slice(1);
  const last = steps.pop()!;
  let place = answer;
  for (const step of steps) {
    const inner = place[step];
    if (typeof inner !== 'object' || inner === null) place[step] = {};
    place = place[step] as Record<string, unknown>;
  }
  place[last] = count;
}
