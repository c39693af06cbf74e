/** Units beside tokens that a request asks for, as its endpoint has them counted. */
import { noUnits, type UnitCounter } from '../../observe/units/index.ts';
import { mostOfOneRequest, type NamedCounts } from '../../observe/usage.ts';
import type { RequestCount, UnitEstimates } from '../endpoints/endpoint.ts';

/** The units that a request asks for; a unit that is not counted is 0. */
export interface RequestUnits extends Readonly<Record<UnitCounter, number>> {
  readonly named: NamedCounts | undefined;
  /** Quality and size of its images, as `high/1024x1024`. */
  readonly imageKind: string | undefined;
  /** No answer could say it better. */
  readonly areExact: boolean;
}

/** The parts of a request's body that units are read from, in any form. */
export interface UnitSource {
  /** The value of a field: of JSON, or the text of a form's part. */
  field(name: string): unknown;
  /** The size of a form's part in bytes, of all parts of that name together; 0 where there is none. */
  partBytes(name: string): number;
}

/** Counts what a request asks for. Undefined where its endpoint counts tokens alone. */
export function requestUnits(
  estimates: UnitEstimates | undefined,
  source: UnitSource,
): RequestUnits | undefined {
  if (estimates === undefined) return undefined;
  const { named, imageKind, areExact = false, ...ofUnits } = estimates;
  const counts: Record<UnitCounter, number> = { ...noUnits };
  for (const [unit, count] of Object.entries(ofUnits)) counts[unit as UnitCounter] = counted(count, source);
  return {
    ...counts,
    named:
      named &&
      Object.fromEntries(Object.entries(named).map(([name, count]) => [name, counted(count, source)])),
    imageKind: imageKind && kindOf(source.field(imageKind.quality), source.field(imageKind.size)),
    areExact,
  };
}

/** Quality and size as prices by kind are written; undefined where one of them is not said. */
export function kindOf(quality: unknown, size: unknown): string | undefined {
  return typeof quality === 'string' && typeof size === 'string' ? `${quality}/${size}` : undefined;
}

function counted(count: RequestCount | undefined, source: UnitSource): number {
  switch (count?.from) {
    case undefined:
      return 0;
    case 'constant':
      return count.count;
    case 'bytes':
      return source.partBytes(count.part) / count.perUnit;
    case 'number': {
      // Forms have numbers as text.
      const value = Number(source.field(count.field));
      return value > 0 ? Math.min(mostOfOneRequest, value) : count.otherwise;
    }
    case 'characters': {
      const text = source.field(count.field);
      return typeof text === 'string' ? codePoints(text) : 0;
    }
    case 'items': {
      const fields = typeof count.field === 'string' ? [count.field] : count.field;
      const list = fields.map((name) => source.field(name)).find((value) => value !== undefined);
      return Math.ceil(Math.max(1, Array.isArray(list) ? list.length : 1) / count.perUnit);
    }
  }
}

function codePoints(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}
