import type { Raw } from '../../../json/json-node.ts';
import type { CacheMark } from '../../../neutral/turn-request.ts';
import type { TranslationReport } from '../../../report.ts';
import { isLong, wantedMark } from '../cache-marks.ts';

/** JSON text of a mark; undefined where there is none, or an operator wants none. */
export function cacheControl(mark: CacheMark | undefined, report: TranslationReport): Raw | undefined {
  const wanted = wantedMark(mark, report);
  if (wanted === undefined) return undefined;
  if (!isLong(wanted)) return '{"type":"ephemeral"}' as Raw;
  if (wanted.ttl !== '1h') report.change(wanted.path);
  return '{"type":"ephemeral","ttl":"1h"}' as Raw;
}
