import type { CacheMark } from '../../neutral/turn-request.ts';
import type { TranslationReport } from '../../report.ts';

const fields = ['cache_control', 'prompt_cache_breakpoint'] as const;

/** The field of a mark, by which all of them are told, whatever they were on. */
export function markField({ path }: CacheMark): (typeof fields)[number] {
  return path.endsWith(fields[1]) ? fields[1] : fields[0];
}

/** A mark that has no place in the target: all of them are told once. */
export function dropMark(mark: CacheMark | undefined, report: TranslationReport): void {
  if (mark !== undefined) report.drop(markField(mark));
}

/** A mark that has a place there; undefined where there is none, or an operator wants none. */
export function wantedMark(mark: CacheMark | undefined, report: TranslationReport): CacheMark | undefined {
  if (mark === undefined || report.isUnwanted(markField(mark)) || report.isUnwanted(mark.path))
    return undefined;
  return mark;
}

/** True for a mark of longer than the shortest time of its dialect. */
export function isLong({ ttl }: CacheMark): boolean {
  return ttl === '1h' || ttl === '12h';
}
