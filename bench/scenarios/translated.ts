import { streamLoad } from '../measure/load.ts';
import { sampleRequests, sampleStreams } from '../measure/sample.ts';
import { holdLoad } from '../measure/slices.ts';
import { spreadOf } from '../measure/spread.ts';
import { gateway } from '../proxies/gateway.ts';
import { portkey, translatingPortkey } from '../proxies/portkey.ts';
import type { RunningProxy } from '../proxies/proxy.ts';
import type { Outcome } from '../report/outcome.ts';
import { type Comparison, compareAnew, compareAnewInTurns, compilingLoad } from './compare.ts';
import type { Bench, Scenario } from './scenario.ts';

const native = gateway('everything');
const translated = gateway('translated');
const contenders = [native, translated, portkey, translatingPortkey];

/** The cost of a backend's other dialect, for the same requests of clients. */
export const translation: Scenario = {
  name: 'translated',
  title: 'Chat completions of a backend of messages, by translation',
  async run(bench) {
    const small = await requests(bench, 'small', 50, 250);
    const image = await requests(bench, 'image', 8, 500);
    const events = await streams(bench);
    return {
      tables: [
        small.table('1 KB, 50 connections', 'request'),
        image.table('1 MB with an image in base64, 8 connections', 'request'),
        events.table('100 streams of 100 events, 10 ms apart', 'event'),
      ],
      reached: [...ratio(small, 'translated'), ...ratio(events, 'translated_event'), ...added(image)],
      notes: [],
    };
  },
};

function requests(
  bench: Bench,
  body: 'small' | 'image',
  connections: number,
  sliceMs: number,
): Promise<Comparison> {
  const { lab, options } = bench;
  const load = { connections, seconds: options.seconds, bodyFile: lab.bodies[body] };
  return compareAnew(
    bench,
    contenders,
    (proxy) => sampleRequests(lab, proxy, load),
    (proxy) => holdLoad(lab, proxy, { ...load, sliceMs }),
  );
}

function streams(bench: Bench): Promise<Comparison> {
  const { lab, options } = bench;
  const load = { connections: 100, seconds: Math.max(3, options.seconds), bodyFile: lab.bodies.stream };
  const warm = async (proxy: RunningProxy) => {
    await streamLoad(lab, proxy, { ...compilingLoad, bodyFile: lab.bodies.shortStream });
    await streamLoad(lab, proxy, load);
  };
  return compareAnewInTurns(bench, contenders, {
    warm,
    measure: (proxy) => sampleStreams(lab, proxy, load),
    turns: 3,
  });
}

function ratio(figures: Comparison, bar: 'translated' | 'translated_event'): Outcome['reached'] {
  const value = figures.ratio(translated.name, native.name);
  return value === undefined ? [] : [{ bar, value }];
}

/** Milliseconds of CPU that a request takes more. */
function added(figures: Comparison): Outcome['reached'] {
  const base = figures.cpu(native.name);
  const own = figures.cpu(translated.name);
  if (base === undefined || own === undefined) return [];
  return [{ bar: 'translated_image', value: spreadOf(own.map((cpu, round) => (cpu - base[round]!) / 1000)) }];
}
