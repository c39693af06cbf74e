/** Days and moments as exports write them, in UTC. */

const dayMs = 24 * 60 * 60 * 1000;

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly ms: number;
  /** A day, or midnight where it was written: the row may stand for all of it. */
  readonly isMidnight: boolean;
  /** Minutes by which that midnight is not the one of UTC. */
  readonly offMinutes: number;
}

/** The order in dates with slashes: Azure's exports have the month first. */
export const dayOrders = ['month-first', 'day-first'] as const;
export type DayOrder = (typeof dayOrders)[number];

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(.*)$/;

export function isSlashed(text: string): boolean {
  return slashed.test(text.trim());
}

function unslashed(written: string, order: DayOrder | undefined): string {
  const [, first, second, year, rest] = slashed.exec(written) ?? [];
  if (order === undefined || year === undefined) return written;
  const [month, day] = order === 'month-first' ? [first!, second!] : [second!, first!];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`;
}

/**
 * Reads a moment. Throws an Error in the operator's words where it is none.
 *
 * @param zone Of what says nothing of its zone itself: a name such as `Europe/Berlin`.
 * @param order Of days with slashes, which are none without.
 */
export function momentOf(text: string, zone: string, order?: DayOrder): Moment {
  const written = unslashed(text.trim(), order);
  if (/^\d{9,10}(?:\.\d+)?$/.test(written)) return ofEpoch(Number(written) * 1000);
  if (/^\d{12,13}$/.test(written)) return ofEpoch(Number(written));
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)$/.exec(written);
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(written);
  const iso =
    german !== null
      ? `${german[3]}-${german[2]!.padStart(2, '0')}-${german[1]!.padStart(2, '0')}${german[4]}`
      : compact !== null
        ? `${compact[1]}-${compact[2]}-${compact[3]}`
        : written;
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|[-+]\d\d:?\d\d)?)?$/i.exec(
    iso,
  );
  const [, day = '', time = '00:00', offset] = found ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  // A day that there is not, such as 31 February, would be another one.
  if (found === null || Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== day) {
    throw new Error(`"${text.trim().slice(0, 40)}" is no day; write days as 2026-01-31`);
  }
  const minutes = offset === undefined ? zoneMinutes(zone, local) : offsetMinutes(offset);
  const ms = local - minutes * 60_000;
  return { ms, isMidnight: local % dayMs === 0, offMinutes: minutes };
}

function ofEpoch(ms: number): Moment {
  return { ms, isMidnight: ms % dayMs === 0, offMinutes: 0 };
}

function offsetMinutes(offset: string): number {
  if (/^(?:Z|UTC)$/i.test(offset)) return 0;
  const [, sign, hours, minutes] = /^([-+])(\d\d):?(\d\d)$/.exec(offset)!;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** By how much a zone is ahead of UTC when its clocks show a time. Throws where there is no such zone. */
export function zoneMinutes(zone: string, localMs: number): number {
  if (zone === 'UTC') return 0;
  const first = aheadAt(zone, localMs);
  return aheadAt(zone, localMs - first * 60_000);
}

function aheadAt(zone: string, ms: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      });
    } catch (error) {
      throw new Error(`--time-zone ${zone}: there is no such zone; write one such as Europe/Berlin`, {
        cause: error,
      });
    }
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const shown = Date.UTC(
    Number(parts['year']),
    Number(parts['month']) - 1,
    Number(parts['day']),
    Number(parts['hour']),
    Number(parts['minute']),
  );
  return Math.round((shown - Math.floor(ms / 60_000) * 60_000) / 60_000);
}
