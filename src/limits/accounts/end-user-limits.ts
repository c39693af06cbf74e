/**
 * What holds the end users of a key: each has meters of its own beside those of the key. Their names are the clients' to
 * choose, so that only some of them are known at a time.
 */
import type { EndUserSource, EndUsersConfig } from '../../config/types/keys.ts';
import { shortName } from '../../lib/short-name.ts';
import { type Meter, type Meters, metersOf, metersOfRule, type RuleMeters } from '../rules.ts';
import { endUserOwner } from './owners.ts';

/** So many of one key have their meters at hand. */
const mostAtHand = 200;

type CompileGlob = (pattern: string) => (model: string) => boolean;

export class EndUserLimits {
  /** Where requests say for whom they are. */
  readonly from: readonly EndUserSource[];
  readonly perModel: RuleMeters['perModel'];
  readonly hasBudget: boolean;
  /** Some of their slots are waited for. */
  readonly letsWait: boolean;
  readonly #keyId: string;
  readonly #config: EndUsersConfig;
  readonly #compileGlob: CompileGlob;
  /** Those used last at the end. */
  readonly #atHand = new Map<string, EndUser>();

  /** `compileGlob` makes a matcher of a pattern over model ids. */
  constructor(keyId: string, config: EndUsersConfig, compileGlob: CompileGlob) {
    this.from = config.from;
    this.#keyId = keyId;
    this.#config = config;
    this.#compileGlob = compileGlob;
    const { common, perModel } = metersOfRule(config.limits, compileGlob);
    this.perModel = perModel;
    const all = [...common, ...perModel.flatMap(({ list }) => list)];
    this.hasBudget = all.some(({ kind }) => kind === 'budget');
    this.letsWait = all.some((meter) => meter.kind === 'concurrency' && meter.waitMs !== undefined);
  }

  get hasPerModel(): boolean {
    return this.perModel.length > 0;
  }

  /** The one that a request names; all that name none are one. */
  of(value: string | undefined): EndUser {
    const name = value === undefined ? '' : shortName(value);
    const known = this.#atHand.get(name);
    if (known !== undefined) {
      if (this.#atHand.size > mostAtHand / 2) {
        this.#atHand.delete(name);
        this.#atHand.set(name, known);
      }
      return known;
    }
    if (this.#atHand.size >= mostAtHand) this.#atHand.delete(this.#atHand.keys().next().value!);
    const rule = metersOfRule(this.#config.limits, this.#compileGlob, endUserOwner(this.#keyId, name));
    const made = new EndUser(rule);
    this.#atHand.set(name, made);
    return made;
  }
}

/** Models that the meters of one end user are kept for. */
const mostModels = 64;

/** One end user, with its meters behind those of the key. */
export class EndUser {
  readonly #rule: RuleMeters;
  readonly #byKeysOwn = new Map<string, Meters>();
  readonly #byList = new Map<string, Meters>();

  constructor(rule: RuleMeters) {
    this.#rule = rule;
  }

  /** What a request for a model has to pass: `keysOwn`, and what is its own. */
  metersFor(model: string, keysOwn: Meters): Meters {
    const known = this.#byKeysOwn.get(model);
    if (known !== undefined) return known;
    const { common, perModel } = this.#rule;
    const more = perModel.filter(({ matches }) => matches(model)).flatMap(({ list }) => list);
    const meters = this.same(keysOwn.account, [...keysOwn.list, ...common, ...more]);
    if (this.#byKeysOwn.size < mostModels) this.#byKeysOwn.set(model, meters);
    return meters;
  }

  /** Stores key by the object: the same meters are one. */
  same(account: string, list: readonly Meter[]): Meters {
    const name = list.map(({ id, owner }) => `${owner?.account ?? ''} ${id}`).join('\n');
    const known = this.#byList.get(name);
    if (known !== undefined) return known;
    const meters = metersOf(account, list);
    if (this.#byList.size < mostModels) this.#byList.set(name, meters);
    return meters;
  }
}
