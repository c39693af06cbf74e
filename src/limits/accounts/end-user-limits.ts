/**
 * The limits of a key's end users: each has meters of its own beside those of the key. Clients choose the names, so
 * only a bounded number of end users is known at a time.
 */
import type { EndUserSource, EndUsersConfig } from '../../config/types/keys.ts';
import { shortName } from '../../lib/short-name.ts';
import { type Meter, type Meters, metersOf, metersOfRule, type RuleMeters } from '../rules.ts';
import { endUserOwner } from './owners.ts';

/** End users of one key whose meters are kept ready. */
const mostAtHand = 200;

type CompileGlob = (pattern: string) => (model: string) => boolean;

export class EndUserLimits {
  /** The places in a request that name its end user. */
  readonly from: readonly EndUserSource[];
  readonly perModel: RuleMeters['perModel'];
  readonly hasBudget: boolean;
  /** Requests wait for some of their slots. */
  readonly letsWait: boolean;
  readonly #keyId: string;
  readonly #config: EndUsersConfig;
  readonly #compileGlob: CompileGlob;
  /** In the order of use, the last used at the end. */
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

  /** The end user that a request names; all requests without a name share one. */
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

  /** The meters that a request for a model has to pass: `keysOwn`, followed by its own. */
  metersFor(model: string, keysOwn: Meters): Meters {
    const known = this.#byKeysOwn.get(model);
    if (known !== undefined) return known;
    const { common, perModel } = this.#rule;
    const more = perModel.filter(({ matches }) => matches(model)).flatMap(({ list }) => list);
    const meters = this.same(keysOwn.account, [...keysOwn.list, ...common, ...more]);
    if (this.#byKeysOwn.size < mostModels) this.#byKeysOwn.set(model, meters);
    return meters;
  }

  /** Stores use the object as a key, so equal meters are one object. */
  same(account: string, list: readonly Meter[]): Meters {
    const name = list.map(({ id, owner }) => `${owner?.account ?? ''} ${id}`).join('\n');
    const known = this.#byList.get(name);
    if (known !== undefined) return known;
    const meters = metersOf(account, list);
    if (this.#byList.size < mostModels) this.#byList.set(name, meters);
    return meters;
  }
}
