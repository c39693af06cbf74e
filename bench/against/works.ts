/** The works on which two builds are compared. */
import type { Lab } from '../lab.ts';
import { streamLoad } from '../measure/load.ts';
import { NothingAnswered, sampleStreams } from '../measure/sample.ts';
import { holdLoad } from '../measure/slices.ts';
import type { ConfigName } from '../proxies/gateway.ts';
import type { RunningProxy } from '../proxies/proxy.ts';

/** A load on one build that stands still but for its slices. */
export interface HeldWork {
  /** CPU of all processes for one request or event, in microseconds. */
  slice(): Promise<number>;
  end(): void;
}

export interface Work {
  readonly name: string;
  readonly title: string;
  readonly config: ConfigName;
  hold(lab: Lab, proxy: RunningProxy, seconds: number): Promise<HeldWork>;
}

/** The works by default. */
export const usualWorks: readonly Work[] = [
  requests('request', '1 KB, 20 connections', { config: 'everything', body: 'small', connections: 20 }),
  requests('image', '1 MB, 8 connections', { config: 'everything', body: 'image', connections: 8 }),
  events('event', 'an event of 100 streams', 'everything'),
];

export const works: readonly Work[] = [
  ...usualWorks,
  requests('translated', '1 KB by translation', { config: 'translated', body: 'small', connections: 20 }),
  events('translated-event', 'an event by translation', 'translated'),
];

function requests(
  name: string,
  title: string,
  {
    config,
    body,
    connections,
  }: { readonly config: ConfigName; readonly body: 'small' | 'image'; readonly connections: number },
): Work {
  return {
    name,
    title,
    config,
    async hold(lab, proxy, seconds) {
      const options = { connections, bodyFile: lab.bodies[body], sliceMs: seconds * 1000 };
      const load = await holdLoad(lab, proxy, options);
      return { slice: async () => (await load.measure()).all, end: () => load.end() };
    },
  };
}

function events(name: string, title: string, config: ConfigName): Work {
  return {
    name,
    title,
    config,
    async hold(lab, proxy, seconds) {
      const load = { connections: 100, seconds, bodyFile: lab.bodies.stream };
      await streamLoad(lab, proxy, { ...load, seconds: 3, bodyFile: lab.bodies.shortStream });
      return { slice: async () => (await answered(() => sampleStreams(lab, proxy, load))).cpuUs, end() {} };
    },
  };
}

/** A slice in which others take all cores does not count; the next one does. */
const mostTries = 10;

async function answered<T>(slice: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await slice();
    } catch (error) {
      if (!(error instanceof NothingAnswered) || tries === mostTries) throw error;
    }
  }
}
