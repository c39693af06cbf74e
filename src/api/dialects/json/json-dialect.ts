import { type JsonObject, reportsError } from '../../../lib/json.ts';
import { unitCounters } from '../../../observe/units/index.ts';
import { tokenCount, type UsageReport, valueAt } from '../../answer-usage.ts';
import { kindOf } from '../../body/billable-units.ts';
import type { Places, ServedDefinition, UsagePlaces, WireForm } from '../../endpoints/endpoint.ts';
import { areCaptions, lastCueSeconds } from '../../stream/captions.ts';
import type { Dialect } from '../dialect.ts';
import { passingStream } from './pass-through-stream.ts';

/** The part of an endpoint's definition that tells where its answers report what they used. */
type PassingThrough = Pick<Extract<WireForm, { dialect: 'json' }>, 'usage' | 'events' | 'files'> &
  Pick<ServedDefinition, 'besideObjects'>;

const noTokens: UsageReport = { input: 0, output: 0 };

/** The dialect of JSON that passes through; only its usage is read. */
export function jsonDialect({ usage: places, events, files, besideObjects }: PassingThrough): Dialect {
  const usage = places === 'none' ? () => noTokens : usageAt(places);
  return {
    usageOnRequest: false,
    stream: events && passingStream(events, usage, places === 'none' ? [] : lastNamesOf(places)),
    held: undefined,
    usage,
    ...(places !== 'none' && { usageMembers: membersOf(places) }),
    ...(files === 'captions' && { fileUsage: captionsUsage }),
    ...(besideObjects !== undefined && { besideObjects }),
    isError: reportsError,
    readNeeds() {
      // Only clients know what such a request makes use of, and say it in tags.
    },
  };
}

/** Captions are as long as the sound that they were made of. */
function captionsUsage(beginning: string, end: string): UsageReport | undefined {
  const seconds = areCaptions(beginning) ? lastCueSeconds(end) : undefined;
  return seconds === undefined ? undefined : { seconds };
}

function usageAt({ named, imageKind, ...places }: UsagePlaces): Dialect['usage'] {
  const counts = Object.entries(places).map(
    ([figure, at]) => [figure, readerAt(at, isUnit(figure))] as const,
  );
  const units = Object.entries(named ?? {}).map(([name, at]) => [name, readerAt(at, true)] as const);
  const quality = textAt(imageKind?.quality);
  const size = textAt(imageKind?.size);
  return (answer) => {
    const figures = countsIn(answer, counts);
    const namedUnits = countsIn(answer, units);
    if (figures === undefined && namedUnits === undefined) return undefined;
    const report: UsageReport = { ...figures };
    const kind = kindOf(quality(answer), size(answer));
    if (namedUnits === undefined && kind === undefined) return report;
    return {
      ...report,
      ...(namedUnits !== undefined && { namedUnits }),
      ...(kind !== undefined && { imageKind: kind }),
    };
  };
}

/** The objects at the root of an answer that hold any of it. */
function membersOf({ named, imageKind: _words, ...places }: UsagePlaces): readonly string[] {
  const all = [...Object.values(places), ...Object.values(named ?? {})].flatMap(stepsOf);
  return [...new Set(all.flatMap(([member, inner]) => (inner === undefined ? [] : [member!])))];
}

/** The names of the counts themselves. */
function lastNamesOf({ named, imageKind: _words, ...places }: UsagePlaces): readonly string[] {
  const all = [...Object.values(places), ...Object.values(named ?? {})].flatMap(stepsOf);
  return [...new Set(all.map((steps) => steps.at(-1)!))];
}

type ReadCount = (answer: JsonObject) => number | undefined;

function countsIn(
  answer: JsonObject,
  places: readonly (readonly [string, ReadCount])[],
): Record<string, number> | undefined {
  let found: Record<string, number> | undefined;
  for (const [name, read] of places) {
    const count = read(answer);
    if (count === undefined) continue;
    found ??= {};
    found[name] = count;
  }
  return found;
}

function isUnit(figure: string): boolean {
  return unitCounters.some((unit) => unit === figure);
}

/**
 * Reads the count at the first of some places that holds one.
 *
 * @param isUnit Of lists it is their length, and seconds may be text.
 */
function readerAt(at: Places, isUnit: boolean): ReadCount {
  const all = stepsOf(at);
  return (answer) => {
    for (const steps of all) {
      const value = valueAt(answer, steps);
      const count = isUnit ? unitsIn(value) : tokenCount(value);
      if (count !== undefined) return count;
    }
    return undefined;
  };
}

function textAt(at: Places | undefined): (answer: JsonObject) => unknown {
  const all = at === undefined ? [] : stepsOf(at);
  return (answer) => all.map((steps) => valueAt(answer, steps)).find((value) => typeof value === 'string');
}

function stepsOf(at: Places): readonly (readonly string[])[] {
  const pointers: readonly string[] = typeof at === 'string' ? [at] : at;
  return pointers.map((pointer) => pointer.split('/').slice(1));
}

function unitsIn(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return tokenCount(typeof value === 'string' && value.trim() !== '' ? Number(value) : value);
}
