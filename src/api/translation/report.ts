import { isDroppable } from '../../config/translation-settings.ts';
import type { Unsaid } from './neutral/turn-request.ts';

/** A part of a request that a deployment can't take. */
export interface Refusal {
  /** The client's, with its indices: `messages[0].content[2]`. */
  readonly path: string;
  /** The operator's entry for dropping it; undefined if that is impossible. */
  readonly drop: string | undefined;
  /** Why it can't be dropped, as the end of a sentence. */
  readonly why: string | undefined;
  /** The operator's alternative in `translation`: `image_urls: true`. */
  readonly setting?: string;
}

/** The parts that an operator allows to drop (`translation.drop`, `translation.unknown_fields`). */
export class DropList {
  readonly #paths: readonly string[];
  readonly dropsUnknown: boolean;

  /** @param paths With `[]` for any index, `tools.TYPE` for tools: each covers what is below it. */
  constructor(paths: readonly string[], dropsUnknown: boolean) {
    this.#paths = paths;
    this.dropsUnknown = dropsUnknown;
  }

  /** @param path Without indices. */
  covers(path: string): boolean {
    return this.#paths.some((listed) => {
      if (!path.startsWith(listed)) return false;
      const next = path[listed.length];
      if (next === undefined || next === '.' || next === '[') return true;
      // A tool's family name stands for all its dates: `tools.web_search` for `tools.web_search_20260318`.
      return listed.startsWith('tools.') && /^_\d{6,8}$/.test(path.slice(listed.length));
    });
  }
}

/** The losses and changes of a translation, for headers, log and the choice of deployments. */
export class TranslationReport {
  readonly #drops: DropList;
  readonly #dropped = new Set<string>();
  readonly #changed = new Set<string>();
  readonly refused: Refusal[] = [];

  constructor(drops: DropList) {
    this.#drops = drops;
  }

  /** Class D: left out, and said so. */
  drop(path: string): void {
    this.#note(this.#dropped, withoutIndices(path));
  }

  /** Class A: the target says something near. */
  change(path: string): void {
    this.#note(this.#changed, withoutIndices(path));
  }

  /**
   * Class R: the deployment is not eligible, unless its operator lets this be dropped. Whether it was: then it has to be
   * left out.
   *
   * @param listed What operators list, where that is another path than this without its indices (`tools.web_search`).
   * @param setting What says it after all, where a setting does.
   */
  refuse(path: string, listed = withoutIndices(path), isUnknown = false, setting?: string): boolean {
    if (this.#drops.covers(listed) || (isUnknown && this.#drops.dropsUnknown)) {
      this.#note(this.#dropped, listed);
      return true;
    }
    const drop = setting === undefined && isDroppable(listed) ? listed : undefined;
    const instead = setting ?? (isUnknown && drop === undefined ? 'unknown_fields: drop' : undefined);
    const told = { path: bounded(path), drop, why: undefined };
    this.refused.push(instead === undefined ? told : { ...told, setting: instead });
    return false;
  }

  /** Class X: the deployment is not eligible. `why` is the end of a sentence that begins with the path. */
  never(path: string, why?: string, setting?: string): void {
    const told = { path: bounded(path), drop: undefined, why: why && bounded(why) };
    this.refused.push(setting === undefined ? told : { ...told, setting });
  }

  /** Applies the decoder's rule for a field. Also of class E: listed is dropped. */
  judge({ path, rule, isUnknown, why }: Unsaid): void {
    if (rule === 'drop') this.drop(path);
    else if (rule === 'change') this.change(path);
    else if (rule === 'refuse') this.refuse(path, undefined, isUnknown);
    else this.never(path, why);
  }

  /** True for a translatable path that an operator wants to drop; notes it. */
  isUnwanted(path: string): boolean {
    const listed = withoutIndices(path);
    const isListed = this.#drops.covers(listed);
    if (isListed) this.#note(this.#dropped, listed);
    return isListed;
  }

  #note(noted: Set<string>, path: string): void {
    noted.add(noted.size < mostNoted ? bounded(path) : 'others');
  }

  get dropped(): readonly string[] {
    return [...this.#dropped].sort();
  }

  get changed(): readonly string[] {
    return [...this.#changed].sort();
  }
}

/** Clients make names up: so many paths are told one by one, each in so many characters. */
const mostNoted = 100;
const longestNoted = 256;

function bounded(text: string): string {
  return text.length <= longestNoted ? text : `${text.slice(0, longestNoted)}...`;
}

/** `messages[3].content[0].citations` as `messages[].content[].citations`. */
export function withoutIndices(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}
