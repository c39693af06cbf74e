/** Whether what an assertion of `survives` is about is served whichever backends are down: argued in docs/proof.md. */
import { endpointNames } from '../../api/endpoints/index.ts';
import type { KeyConfig, SurvivesAssertion } from '../../config/types.ts';
import type { KeyGroup } from './key-groups.ts';
import { type Breaking, breakingOutage } from './outages.ts';
import { type Asked, chainMask, isTaken, type Matched, planFor, type Subject } from './subject.ts';
import { chainVariants, type Variant } from './variants.ts';

/** A request that is served, and what has to be down for it not to be. */
export interface Failing {
  readonly asked: Asked;
  readonly key: KeyConfig;
  readonly breaking: Breaking;
}

export interface Survival {
  /** Whether any of the requests is served while nothing is down: else nothing is shown. */
  readonly isServed: boolean;
  /** One that the fewest backends break; undefined where none is broken. */
  readonly failing: Failing | undefined;
}

/** What comes of a request: nobody serves it with nothing down, an outage breaks it, or neither. */
type Fate = 'unserved' | 'survives' | Breaking;

/** Holds assertions against one subject; what is found out for one is known for the next. */
export class Survivals {
  readonly #subject: Subject;
  readonly #fates = new Map<string, Fate>();
  #variants: readonly (readonly Variant[])[] | undefined;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  of(assertion: SurvivesAssertion, matched: Matched): Survival {
    const { model, models } = assertion.request;
    const isOpen = model === undefined && models.length === 0;
    return isOpen ? this.#everyModel(assertion, matched) : this.#written(assertion, matched);
  }

  /** The request that the assertion writes out. */
  #written({ request, outages }: SurvivesAssertion, { byGroup }: Matched): Survival {
    const found = new Found();
    for (const [place, endpoint] of endpointNames.entries()) {
      const asked: Asked = { ...request, endpoint };
      if ((request.endpoint ?? endpoint) !== endpoint || !isTaken(asked)) continue;
      const maskOf = chainMask(this.#subject, asked);
      const known = new Map<string, Fate>();
      for (const [number, { key, place: keyPlace }] of byGroup) {
        const group = this.#subject.groups.groups[number]!;
        if (!group.audience.endpoints.includes(endpoint)) continue;
        const name = `${group.audience.tagClass} ${maskOf(group)}`;
        const fate = known.get(name) ?? this.#fateOf(group, asked, outages);
        known.set(name, fate);
        found.add(fate, [place, 0, keyPlace], () => ({ asked, key }));
      }
    }
    return found.survival;
  }

  /** A request for each model. */
  #everyModel({ request, outages }: SurvivesAssertion, matched: Matched): Survival {
    const found = new Found();
    const { ids } = this.#subject;
    this.#variants ??= chainVariants(this.#subject);
    const sort = `${outages} ${JSON.stringify(request.tags)}`;
    for (const [place, endpoint] of endpointNames.entries()) {
      if ((request.endpoint ?? endpoint) !== endpoint) continue;
      for (const [number, variants] of this.#variants.entries()) {
        for (const { groups, group, likeness } of variants) {
          if (!group.audience.endpoints.includes(endpoint)) continue;
          const first = groups.firstIn(matched.groups);
          if (first === undefined) continue;
          const askedBy = (key: KeyConfig): Asked => ({
            ...request,
            endpoint,
            model: ids.written(number, key),
          });
          const name = `${likeness} ${endpoint} ${sort}`;
          let fate = this.#fates.get(name);
          if (fate === undefined) {
            const asked = askedBy(matched.byGroup.get(first)!.key);
            fate = this.#fateOf(group, asked, outages, asked.model);
            this.#fates.set(name, fate);
          }
          if (!found.wants(fate, place, number)) continue;
          for (const one of groups.and(matched.groups)) {
            const { key, place: keyPlace } = matched.byGroup.get(one)!;
            found.add(fate, [place, number, keyPlace], () => ({ asked: askedBy(key), key }));
          }
        }
      }
    }
    return found.survival;
  }

  /** `own` is an id that the group's keys may ask for, though it is not named in the file. */
  #fateOf(group: KeyGroup, asked: Asked, outages: number, own?: string): Fate {
    const { models } = planFor(this.#subject, group, asked, own);
    if (models === undefined) return 'unserved';
    return breakingOutage(models, outages, this.#subject.config.routing.maxAttempts) ?? 'survives';
  }
}

/** Endpoint, model and key, by their places. */
type Places = readonly [endpoint: number, model: number, key: number];

/** Keeps the request that the fewest backends break; of equals the one that comes first. */
class Found {
  #isServed = false;
  #best:
    | { readonly breaking: Breaking; readonly at: Places; readonly made: () => Omit<Failing, 'breaking'> }
    | undefined;

  /** Whether another request with this fate, on an endpoint and for a model, can make a difference. */
  wants(fate: Fate, endpoint: number, model: number): boolean {
    if (fate === 'unserved') return false;
    if (fate === 'survives') return !this.#isServed;
    if (this.#best === undefined) return true;
    const { breaking, at } = this.#best;
    const fewer = fate.backends.length - breaking.backends.length;
    return fewer < 0 || (fewer === 0 && at[0] === endpoint && at[1] === model);
  }

  add(fate: Fate, at: Places, made: () => Omit<Failing, 'breaking'>): void {
    if (fate === 'unserved') return;
    this.#isServed = true;
    if (fate === 'survives') return;
    const best = this.#best;
    const fewer = best === undefined ? -1 : fate.backends.length - best.breaking.backends.length;
    if (fewer < 0 || (fewer === 0 && comesBefore(at, best!.at))) this.#best = { breaking: fate, at, made };
  }

  get survival(): Survival {
    const best = this.#best;
    return { isServed: this.#isServed, failing: best && { ...best.made(), breaking: best.breaking } };
  }
}

function comesBefore(a: Places, b: Places): boolean {
  const differing = a.findIndex((place, index) => place !== b[index]);
  return differing >= 0 && a[differing]! < b[differing]!;
}
