import type { IncomingMessage } from 'node:http';
import { AdminRefusal } from './admin-refusal.ts';

/** No request of this API is nearly so large. */
const maxBytes = 64 * 1024;
const limitMs = 10_000;

/** Reads a JSON object. An empty body is an empty object. Throws `bad_request` or `body_too_large`. */
export async function readObject(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => request.destroy(), limitMs);
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new AdminRefusal('body_too_large', `The body exceeds ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  if (length === 0) return {};
  const value = parsed(Buffer.concat(chunks, length).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AdminRefusal('bad_request', 'The body must be a JSON object.');
  }
  return value as Readonly<Record<string, unknown>>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AdminRefusal('bad_request', 'The body is not JSON.');
  }
}
