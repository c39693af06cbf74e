import type { ContentLogConfig } from '../config/types/contents.ts';
import { type FramedContent, framedContents } from './content-frames.ts';
import { contentLine } from './content-line.ts';
import type { ContentBatch, FromKeeper } from './content-messages.ts';
import { FilePlace } from './places/file-place.ts';
import { OtlpPlace } from './places/otlp-place.ts';
import { type LinesOfDay, RefusedContents } from './places/place.ts';
import { S3Place } from './places/s3-place.ts';
import { type Redaction, redaction } from './redaction.ts';

/** The size of what goes to the place at once: an object in a bucket, a member of a file. */
const mostAtOnce = 4 * 1024 * 1024;
const firstWaitMs = 500;
const longestWaitMs = 15_000;
const cleanEveryMs = 3_600_000;

type Say = (word: FromKeeper) => void;

/** Keeps batches in the order they came, and retries while the place refuses them. */
export class KeptBatches {
  readonly #place: (batches: readonly ContentBatch[]) => Promise<void>;
  readonly #say: Say;
  #waiting: ContentBatch[] = [];
  #working: Promise<void> | undefined;
  #waitMs = 0;
  #isEnding = false;
  #wake: () => void = () => {};

  /** @param writer Part of the names of files that no other process has. */
  constructor(config: ContentLogConfig, writer: string, say: Say) {
    const redact = redaction(config.redact);
    this.#say = say;
    this.#place = putter(config, writer, redact);
  }

  add(batches: readonly ContentBatch[]): void {
    this.#waiting.push(...batches);
    if (this.#waiting.length > 0) this.#working ??= this.#work();
  }

  /** Resolves when all is kept, or does not get there. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#wake();
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#next();
      try {
        await this.#place(some);
        this.#done(some, { kind: 'kept', batches: some.map(({ number }) => number) });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof RefusedContents) {
          this.#done(some, { kind: 'lost', batches: some.map(({ number }) => number), reason });
          continue;
        }
        this.#say({ kind: 'failing', reason });
        if (this.#isEnding) break;
        await this.#pause();
      }
    }
    this.#working = undefined;
  }

  #next(): readonly ContentBatch[] {
    let bytes = 0;
    const past = this.#waiting.findIndex(({ frames }, index) => {
      bytes += frames.byteLength;
      return index > 0 && bytes > mostAtOnce;
    });
    return this.#waiting.slice(0, past === -1 ? this.#waiting.length : past);
  }

  #done(some: readonly ContentBatch[], word: FromKeeper): void {
    this.#waiting = this.#waiting.slice(some.length);
    this.#waitMs = 0;
    this.#say(word);
  }

  async #pause(): Promise<void> {
    this.#waitMs = this.#waitMs === 0 ? firstWaitMs : Math.min(this.#waitMs * 2, longestWaitMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function putter(
  config: ContentLogConfig,
  writer: string,
  redact: Redaction | undefined,
): (batches: readonly ContentBatch[]) => Promise<void> {
  const { place } = config;
  if (place.kind === 'otlp') {
    const collector = new OtlpPlace(place, redact);
    return (batches) => collector.put(contentsOf(batches));
  }
  const lines = place.kind === 'file' ? new FilePlace(place, writer) : new S3Place(place);
  if (lines instanceof FilePlace) cleanNowAndThen(lines);
  return async (batches) => {
    for (const ofDay of byDay(contentsOf(batches), redact)) await lines.put(ofDay);
  };
}

function contentsOf(batches: readonly ContentBatch[]): readonly FramedContent[] {
  return batches.flatMap(({ frames }) => [...framedContents(frames)]);
}

/** Mostly one day; around midnight two. */
function byDay(contents: readonly FramedContent[], redact: Redaction | undefined): readonly LinesOfDay[] {
  const days = new Map<string, Buffer[]>();
  for (const content of contents) {
    const day = new Date(content.at).toISOString().slice(0, 10);
    const lines = days.get(day) ?? [];
    lines.push(...contentLine(content, redact));
    days.set(day, lines);
  }
  return [...days].map(([day, lines]) => ({ day, lines }));
}

function cleanNowAndThen(place: FilePlace): void {
  const clean = () => void place.clean(Date.now());
  clean();
  setInterval(clean, cleanEveryMs).unref();
}
