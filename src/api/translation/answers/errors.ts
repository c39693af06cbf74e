import { readError } from './error-words.ts';
export function translateError(
  signs: { status: number },
  body: Buffer,
  _from: string,
  client: string,
): { status: number; body: Buffer } | undefined {
  let words;
  try {
    words = readError(JSON.parse(body.toString()));
  } catch {
    return undefined;
  }
  if (words === undefined) return undefined;
  const message = /maximum context/.test(words.message)
    ? `prompt is too long: ${words.message}`
    : words.message;
  return {
    status: signs.status,
    body: Buffer.from(
      JSON.stringify(
        client === 'messages'
          ? { type: 'error', error: { type: 'invalid_request_error', message } }
          : { error: words },
      ),
    ),
  };
}
