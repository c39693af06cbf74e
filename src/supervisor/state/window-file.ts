import { TimedRests } from '../../lib/timed-rests.ts';
import type { Ledger, WindowRecord } from '../../limits/ledger.ts';
import type { Kept } from './kept-file.ts';

/** The counts of windows of an hour and more. */
export function keptWindows(ledger: Ledger): Kept {
  return {
    name: 'windows.json',
    what: 'what counts for limits of an hour and more',
    async text(isAny) {
      const rests = new TimedRests();
      const lines: string[] = [];
      for (const record of ledger.windows()) {
        lines.push(JSON.stringify(record));
        if (rests.isDue) await rests.take();
      }
      return lines.length === 0 && !isAny ? '' : `{"version":1,"windows":[\n${lines.join(',\n')}\n]}\n`;
    },
    takeUp(text) {
      const windows = recordsIn(text);
      if (windows !== undefined) ledger.restoreWindows(windows);
      return windows !== undefined;
    },
  };
}

function recordsIn(text: string): readonly WindowRecord[] | undefined {
  try {
    const { version, windows } = JSON.parse(text) as { version?: unknown; windows?: unknown };
    return version === 1 && Array.isArray(windows) && windows.every(isRecord) ? windows : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is WindowRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { account, id, windowMs, counted } = value as Partial<Record<keyof WindowRecord, unknown>>;
  return (
    typeof account === 'string' &&
    typeof id === 'string' &&
    typeof windowMs === 'number' &&
    windowMs > 0 &&
    Array.isArray(counted) &&
    counted.every(isCounted)
  );
}

function isCounted(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number' && part >= 0)
  );
}
