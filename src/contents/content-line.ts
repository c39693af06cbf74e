import { hash } from 'node:crypto';
import { carriageReturn, lineFeed } from '../lib/bytes/line-ends.ts';
import type { FramedContent, FramedText } from './content-frames.ts';
import { isShallow } from './json-depth.ts';
import type { Redaction } from './redaction.ts';

const toRequest = Buffer.from(',"request":');
const toAnswer = Buffer.from(',"answer":');
const end = Buffer.from('}\n');

/**
 * The kept contents of a request as a line of JSON, in pieces: facts, `request` and `answer`. A text that is no whole
 * JSON is a string. JSON stays as it came if nothing is redacted.
 */
export function contentLine(
  { facts, request, answer }: FramedContent,
  redact: Redaction | undefined,
): readonly Buffer[] {
  const open = facts.subarray(0, -1);
  return [open, toRequest, jsonOf(request, redact, true), toAnswer, jsonOf(answer, redact, false), end];
}

/** @param isRead It is known to be JSON: the gateway has read it. */
function jsonOf({ kind, text }: FramedText, redact: Redaction | undefined, isRead: boolean): Buffer {
  if (kind === 'json' && redact === undefined && (isRead || (isShallow(text) && isJson(text))))
    return onOneLine(text);
  const value = readableValue({ kind, text }, redact);
  return Buffer.from(JSON.stringify(value ?? null));
}

/**
 * The value of a text: a JSON value, a string, or undefined for nothing. A text that can't be searched for fields to
 * redact is not kept.
 */
export function readableValue({ kind, text }: FramedText, redact: Redaction | undefined): unknown {
  if (kind === 'none') return undefined;
  if (kind === 'json' && isShallow(text)) {
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

/** True for text that really is JSON, as the backend claimed. */
function isJson(text: Buffer): boolean {
  try {
    JSON.parse(text.toString());
    return true;
  } catch {
    return false;
  }
}

/** A name for some lines, the same whenever they are sent again: whoever takes them twice has them once. */
export function batchName(lines: Buffer): string {
  return hash('sha256', lines).slice(0, 16);
}
