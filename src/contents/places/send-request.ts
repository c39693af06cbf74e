import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

const sendWithinMs = 30_000;
const mostAnswerBytes = 4096;

export interface Sent {
  readonly status: number;
  /** The beginning of what was answered. */
  readonly text: string;
}

/** Sends some bytes with HTTP and gives what was answered. Rejects where nothing was, in the operator's words. */
export function send(
  method: 'PUT' | 'POST',
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<Sent> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(new Error(`${url.host} can not be reached (${error.message})`));
    const sending = request(
      url,
      { method, headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          if (text.length < mostAnswerBytes) text += piece.slice(0, mostAnswerBytes);
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', failed);
      },
    );
    // All of it, an answer that comes a byte at a time too.
    const late = setTimeout(
      () => sending.destroy(new Error(`no answer within ${sendWithinMs / 1000} s`)),
      sendWithinMs,
    );
    sending.on('close', () => clearTimeout(late));
    sending.on('error', failed);
    sending.end(body);
  });
}
