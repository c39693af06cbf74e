import { hash } from 'node:crypto';
import { carriageReturn, lineFeed } from '../lib/bytes/line-ends.ts';
import type { FramedContent } from './content-frames.ts';
import type { Redaction } from './redaction.ts';

const end = Buffer.from('}\n');

/**
 * What is kept of a request as a line of JSON: facts, `request` and `answer`. A text that is no whole JSON is a string,
 * with `request_bytes` or `answer_bytes` beside, of all of it, where it is not kept in full. JSON goes on as it came where nothing is redacted.
 */
export function contentLine(content: FramedContent, redact: Redaction | undefined): Buffer {
  const facts = JSON.stringify(factsOf(content));
  return Buffer.concat([
    Buffer.from(`${facts.slice(0, -1)},"request":`),
    jsonOf(content.request, redact, true),
    Buffer.from(',"answer":'),
    jsonOf(content.answer, redact, false),
    end,
  ]);
}

/** In the words of the access log. */
export function factsOf({ facts, request, answer }: FramedContent): Record<string, unknown> {
  return {
    id: facts.id,
    at: new Date(facts.at).toISOString(),
    key: facts.key,
    end_user: facts.endUser,
    issuer: facts.issuer,
    subject: facts.subject,
    endpoint: facts.endpoint,
    model: facts.model,
    deployment: facts.deployment,
    backend: facts.provider,
    upstream_model: facts.upstreamModel,
    stream: facts.streamed,
    status: facts.status,
    ended: facts.ended === 'whole' ? undefined : facts.ended,
    request_bytes: isWhole(request) ? undefined : request.bytes,
    answer_bytes: isWhole(answer) ? undefined : answer.bytes,
  };
}

function isWhole({ text, bytes }: FramedContent['request']): boolean {
  return text.length >= bytes;
}

/** @param isRead It is known to be JSON: the gateway has read it. */
function jsonOf(
  { kind, text }: FramedContent['request'],
  redact: Redaction | undefined,
  isRead: boolean,
): Buffer {
  if (kind === 'json' && redact === undefined && (isRead || isJson(text))) return onOneLine(text);
  const value = readableValue({ kind, text }, redact);
  return Buffer.from(JSON.stringify(value ?? null));
}

/**
 * What a text says: a JSON value, a string, or undefined for nothing. What can't be looked through for what is to be
 * redacted is not kept.
 */
export function readableValue(
  { kind, text }: Pick<FramedContent['request'], 'kind' | 'text'>,
  redact: Redaction | undefined,
): unknown {
  if (kind === 'none') return undefined;
  if (kind === 'json') {
    try {
      const value: unknown = JSON.parse(text.toString());
      return redact === undefined ? value : redact(value);
    } catch {
      // It said that it was JSON.
    }
  }
  return redact === undefined ? text.toString() : undefined;
}

/** JSON without line ends: in its texts they are escaped, and elsewhere they say nothing. */
function onOneLine(text: Buffer): Buffer {
  if (!text.includes(lineFeed) && !text.includes(carriageReturn)) return text;
  const line = Buffer.from(text);
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === lineFeed || line[at] === carriageReturn) line[at] = 0x20;
  }
  return line;
}

/** Whether it is what a backend said that it was. */
function isJson(text: Buffer): boolean {
  try {
    JSON.parse(text.toString());
    return true;
  } catch {
    return false;
  }
}

/** A name for a batch, the same whenever it is sent again: whoever takes it twice has it once. */
export function batchName(lines: readonly Buffer[]): string {
  return hash('sha256', Buffer.concat(lines)).slice(0, 16);
}
