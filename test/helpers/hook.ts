import { startBackend } from './backend.ts';
import type { Owner } from './serve.ts';

/** What hooks and tests share: `whsec_` and 32 bytes. */
export const hookSecret = `whsec_${Buffer.alloc(32, 'a hook of the tests').toString('base64')}`;

/** A message as a hook got it. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it came. */
  readonly body: string;
  readonly type: string;
  readonly state: string;
  readonly about: string;
  readonly text: string;
}

export interface TestHook {
  readonly url: string;
  /** All that came, what it did not take too. */
  readonly received: readonly Received[];
  /** What it answers from now on; it never does with 0. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
}

/** A hook that takes messages in JSON until it is told otherwise. */
export async function startHook(owner: Owner): Promise<TestHook> {
  const received: Received[] = [];
  let status = 204;
  let headers: Readonly<Record<string, string>> = {};
  const server = await startBackend(owner, (seen, response) => {
    const body = seen.body.toString();
    const { type, data = {} } = JSON.parse(body);
    const { state, about, text } = data;
    received.push({
      id: String(seen.headers['webhook-id']),
      headers: seen.headers as Record<string, string>,
      body,
      type,
      state,
      about,
      text,
    });
    if (status !== 0)
      response.writeHead(status, headers).end(status === 204 ? undefined : 'what a hook says');
  });
  return {
    url: `${server.url}/hook`,
    received,
    answer(next, more = {}) {
      status = next;
      headers = more;
    },
  };
}
