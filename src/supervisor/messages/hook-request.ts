/** A message on its way to one hook: what it looks like, how it is signed, how it is sent. */
import { createHmac } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { hostname } from 'node:os';
import type { HookConfig } from '../../config/types/telemetry.ts';
import { packageVersion } from '../../process/package-paths.ts';
import type { Message, MessageState } from './message.ts';

/** The result of a try. */
export type Sent =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed';
      /** An HTTP status, or the system's name of an error: never what the hook said. */
      readonly reason: string;
      /** It wants no more messages, ever. */
      readonly isGone: boolean;
      /** It asked for a pause of so long. */
      readonly pauseMs: number | undefined;
    };

const withinMs = 15_000;
/** Nobody is asked for a longer pause than that. */
const longestPauseMs = 3_600_000;

/** Sends a message once. Follows nothing, reads nothing of the answer but its head, never rejects. */
export function sendOnce(hook: HookConfig, message: Message, now: number = Date.now()): Promise<Sent> {
  const body = bodyOf(hook.form, message);
  const url = new URL(hook.url);
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': `gateway/${packageVersion()}`,
    ...signed(hook, message, body, now),
  };
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(withinMs);
    const request = send(url, { method: 'POST', headers, agent: false, signal });
    request.on('response', (response) => {
      response.resume();
      resolve(outcomeOf(response.statusCode ?? 0, response.headers['retry-after']));
      request.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const reason = signal.aborted ? `no answer within ${withinMs / 1000} s` : (error.code ?? 'no reason');
      resolve({ kind: 'failed', reason, isGone: false, pauseMs: undefined });
    });
    request.end(body);
  });
}

function outcomeOf(status: number, retryAfter: string | undefined): Sent {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const seconds = Number(retryAfter);
  const pauseMs = seconds > 0 ? Math.min(seconds * 1000, longestPauseMs) : undefined;
  return { kind: 'failed', reason: `HTTP ${status}`, isGone: status === 410, pauseMs };
}

/** The headers of Standard Webhooks 1.0.0. Its time is that of the try, its id that of the message. */
function signed(
  { secret }: HookConfig,
  { id }: Message,
  body: string,
  now: number,
): Readonly<Record<string, string>> {
  if (secret === undefined) return {};
  const timestamp = String(Math.floor(now / 1000));
  const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac.digest('base64')}`,
  };
}

/** The body: the same for every try. */
function bodyOf(form: HookConfig['form'], message: Message): string {
  switch (form) {
    case 'json':
      return JSON.stringify(payloadOf(message));
    case 'slack':
      return JSON.stringify({ text: escapedForSlack(textOf(message)) });
    case 'teams':
      return JSON.stringify({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: [{ type: 'TextBlock', text: textOf(message), wrap: true }],
            },
          },
        ],
      });
  }
}

function payloadOf({ at, event, state, about, text }: Message) {
  const timestamp = new Date(at).toISOString();
  return { type: event, timestamp, data: { state, about, text, gateway: hostname() } };
}

const openings: Readonly<Record<MessageState, string>> = {
  begun: '',
  over: 'Over: ',
  happened: '',
  test: '',
};

function textOf({ state, text }: Message): string {
  return `[gateway ${hostname()}] ${openings[state]}${text}`;
}

/** Escapes Slack's control characters: a key's name must not become a link or notify a channel. */
function escapedForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
