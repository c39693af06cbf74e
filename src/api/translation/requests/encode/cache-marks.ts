import type { ClientDialect } from '../../neutral/dialects.ts';
import type { CacheMark } from '../../neutral/turn-request.ts';
import type { TranslationReport } from '../../report.ts';

/** The field that marks are told by, whatever they were on. */
export function markField(client: ClientDialect): string {
  return client === 'messages' ? 'cache_control' : 'prompt_cache_breakpoint';
}

/** A mark that has no place in the target: all of them are told once. */
export function dropMark(
  mark: CacheMark | undefined,
  client: ClientDialect,
  report: TranslationReport,
): void {
  if (mark !== undefined) report.drop(markField(client));
}

/** A mark that has a place there; undefined where there is none, or an operator wants none. */
export function wantedMark(
  mark: CacheMark | undefined,
  client: ClientDialect,
  report: TranslationReport,
): CacheMark | undefined {
  if (mark === undefined || report.isUnwanted(markField(client)) || report.isUnwanted(mark.path))
    return undefined;
  return mark;
}

/** Whether a mark is for longer than the shortest time of its dialect. */
export function isLong({ ttl }: CacheMark): boolean {
  return ttl === '1h' || ttl === '12h';
}
