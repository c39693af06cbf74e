import type { Spread } from '../measure/spread.ts';

/** The bound of a figure. */
export interface Bar {
  readonly work: string;
  readonly limit: number;
  readonly kind: 'at most' | 'at least';
  readonly unit: string;
}

export const bars = {
  everything: {
    work: '1 KB over TLS, everything on, against the floor',
    limit: 1.6,
    kind: 'at most',
    unit: 'x',
  },
  lean: { work: 'the same, lean', limit: 1.3, kind: 'at most', unit: 'x' },
  tags: { work: 'with tags in the body, everything on', limit: 1.65, kind: 'at most', unit: 'x' },
  portkey: { work: "Portkey's gateway against this one", limit: 9, kind: 'at least', unit: 'x' },
  nginx: { work: 'this gateway against nginx', limit: 5.5, kind: 'at most', unit: 'x' },
  image: { work: '1 MB with an image, against the floor', limit: 0.8, kind: 'at most', unit: 'x' },
  event: { work: 'one event of a stream, against the floor', limit: 1.2, kind: 'at most', unit: 'x' },
  translated: { work: '1 KB by translation, against native', limit: 1.6, kind: 'at most', unit: 'x' },
  translated_event: {
    work: 'one event of a translated stream, against native',
    limit: 3,
    kind: 'at most',
    unit: 'x',
  },
  translated_image: {
    work: '1 MB with an image by translation, over native',
    limit: 2,
    kind: 'at most',
    unit: 'ms',
  },
  first_event: { work: 'first event added over the backend, p50', limit: 1, kind: 'at most', unit: 'ms' },
  one: { work: "added p50 at one connection, against the floor's", limit: 1.5, kind: 'at most', unit: 'x' },
  idle: { work: "memory per open stream, against the floor's", limit: 1.3, kind: 'at most', unit: 'x' },
  large: { work: '2,000 models and 20,000 keys against 10 and 10', limit: 1.1, kind: 'at most', unit: 'x' },
  reload: { work: 'longest wait of a request in a reload of that', limit: 50, kind: 'at most', unit: 'ms' },
  workers: { work: 'CPU per request, two workers against one', limit: 1.1, kind: 'at most', unit: 'x' },
  workers_rate: { work: 'throughput, two workers against one', limit: 1.7, kind: 'at least', unit: 'x' },
  soak: {
    work: 'memory of the last third of a soak over the second',
    limit: 3,
    kind: 'at most',
    unit: 'MiB',
  },
  cold: { work: 'cold start to the first 200', limit: 400, kind: 'at most', unit: 'ms' },
} as const satisfies Record<string, Bar>;

export type BarName = keyof typeof bars;

/** True if the median reaches the bar. */
export function isMet({ kind, limit }: Bar, { median }: Spread): boolean {
  return kind === 'at most' ? median <= limit : median >= limit;
}
