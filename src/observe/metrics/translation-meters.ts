/** The counters of requests that are served through another dialect. */
import type { RequestEvent } from '../request-event.ts';
import { type Families, Fan } from './meters.ts';

/** Clients and backends make names of fields and types up: so many of each kind are counted by name, the rest as one. */
const mostNames = 200;
const other = '(other)';
/** Names as dialects have them, with what they stand in. What looks otherwise was made up. */
const plainPath = /^[a-z][a-z0-9_]{0,63}(?:\[\]|\.[a-z][a-z0-9_]{0,63})*$/;
const plainType = /^[a-z_]+:(?=.{1,100}$)[\w.-]+(?: [\w.-]+)*$/;

function topOf(path: string): string {
  return path.split(/[.[]/, 1)[0]!;
}

export class TranslationMeters {
  readonly #families: Families;
  readonly #requests = new Map<string, Fan<string>>();
  readonly #names = { dropped: new Set<string>(), refused: new Set<string>(), unknown: new Set<string>() };

  readonly #isField: (name: string) => boolean;

  /** @param isField Whether requests of some endpoint have a field of that name. */
  constructor(families: Families, isField: (name: string) => boolean) {
    this.#families = families;
    this.#isField = isField;
  }

  record(event: RequestEvent): void {
    const { translation, untranslatable, model = '', deployment = '' } = event;
    if (untranslatable !== undefined && event.isKnownModel) {
      const field = this.#bounded('refused', untranslatable);
      this.#families.translationRefused.at({ model: event.asked ?? '', field })[0]! += 1;
    }
    if (translation === undefined) return;
    const { from, to, dropped, unknown } = translation;
    this.#fan(model, deployment, from).of(to)[0]! += 1;
    for (const path of dropped) {
      const field = this.#bounded('dropped', path);
      this.#families.translationDropped.at({ model, deployment, field })[0]! += 1;
    }
    for (const found of unknown) {
      const type = this.#bounded('unknown', found);
      this.#families.translationUnknown.at({ dialect: to, type })[0]! += 1;
    }
  }

  #fan(model: string, deployment: string, from: string): Fan<string> {
    const key = `${model}/${deployment} ${from}`;
    let fan = this.#requests.get(key);
    if (fan === undefined) {
      fan = new Fan((to) => this.#families.translated.at({ model, deployment, from, to }));
      this.#requests.set(key, fan);
    }
    return fan;
  }

  #bounded(kind: 'dropped' | 'refused' | 'unknown', name: string): string {
    const known = this.#names[kind];
    const isName =
      kind === 'unknown' ? plainType.test(name) : plainPath.test(name) && this.#isField(topOf(name));
    if (!isName) return other;
    // Fields that requests have are as many as dialects list: each keeps its place, however many were made up below them.
    if (known.has(name) || (kind !== 'unknown' && name === topOf(name))) return name;
    if (known.size >= mostNames) return other;
    known.add(name);
    return name;
  }
}
