import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, readReply } from './gateway.ts';
import type { Owner } from './serve.ts';

/** One request of a load. */
export interface Shot {
  /** On the monotonic clock, in milliseconds. */
  readonly at: number;
  readonly tookMs: number;
  /** What was wrong with the answer; undefined for nothing. */
  readonly failure: string | undefined;
}

export interface Load {
  readonly shots: readonly Shot[];
  readonly failures: readonly Shot[];
  /** Resolves when the last answer is there. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly connections: number;
  readonly body: object;
  readonly key?: string;
  /** Pause of each connection between its requests. */
  readonly pauseMs?: number;
}

/** Calls chat completions over kept-alive connections, each one request after the other, until it is stopped. */
export function startLoad(
  owner: Owner,
  { port, ca }: { readonly port: number; readonly ca: string },
  { connections, body, key, pauseMs = 0 }: LoadOptions,
): Load {
  const shots: Shot[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let isOver = false;
  const call = { body, ...(key === undefined ? {} : { key }) };
  const loops = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const at = performance.now();
      let failure: string | undefined;
      try {
        const reply = await readReply(await begin({ port, ca, agent }, '/v1/chat/completions', call));
        if (reply.status !== 200) failure = `${reply.status} ${reply.text}`;
        else if (!reply.complete) failure = 'cut';
      } catch (error) {
        failure = String(error);
      }
      shots.push({ at, tookMs: performance.now() - at, failure });
      if (failure !== undefined || pauseMs > 0) await sleep(Math.max(10, pauseMs));
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(loops);
    agent.destroy();
  };
  owner.after(stop);
  return {
    shots,
    get failures() {
      return shots.filter(({ failure }) => failure !== undefined);
    },
    stop,
  };
}
