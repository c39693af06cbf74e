/**
 * Checks if the requests of an assertion of `survives` are served with any backends down: docs/proof.md has the
 * argument.
 */
import type { KeyConfig } from '../../config/types/keys.ts';
import type { SurvivesAssertion } from '../../config/types/tests.ts';
import type { KeyGroup } from './key-groups.ts';
import { type Breaking, breakingOutage, type CostOf, serversToFail } from './outages.ts';
import { type Asked, chainMask, isTaken, type Matched, planFor, type Subject } from './subject.ts';
import { chainVariants, type Variant } from './variants.ts';

/** A served request, and the outage that breaks it. */
export interface Failing {
  readonly asked: Asked;
  readonly key: KeyConfig;
  readonly breaking: Breaking;
}

export interface Survival {
  /** True if any of the requests is served while nothing is down: otherwise nothing is shown. */
  readonly isServed: boolean;
  /** The request that the fewest backends break; undefined if none is broken. */
  readonly failing: Failing | undefined;
}

/** The fate of a request: no deployment serves it with nothing down, an outage breaks it, or neither. */
type Fate = 'unserved' | 'survives' | Breaking;

/** Checks assertions against one subject, and reuses its findings for the next. */
export class Survivals {
  readonly #subject: Subject;
  /** By endpoint, tags and outages; then by likeness. */
  readonly #fates = new Map<string, (Fate | undefined)[]>();
  #variants: readonly (readonly Variant[])[] | undefined;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  of(assertion: SurvivesAssertion, matched: Matched): Survival {
    const { model, models } = assertion.request;
    const isOpen = model === undefined && models.length === 0;
    if (!isOpen) return this.#written(assertion, matched);
    const found = new Found();
    this.#withoutModel(found, assertion, matched);
    return this.#everyModel(found, assertion, matched);
  }

  /**
   * Checks new objects on endpoints whose requests name no model. An existing object is at one backend, and never
   * survives its outage.
   */
  #withoutModel(found: Found, { request, outages, of }: SurvivesAssertion, { byGroup }: Matched): void {
    const { table, withoutModel, groups, config } = this.#subject;
    const open = withoutModel.endpoints;
    for (const [place, endpoint] of table.endpoints.names.entries()) {
      if ((request.endpoint ?? endpoint) !== endpoint || !open.includes(endpoint)) continue;
      for (const [number, { key, place: keyPlace }] of byGroup) {
        if (!groups.groups[number]!.audience.endpoints.includes(endpoint)) continue;
        const plan = withoutModel.planFor(endpoint, key, request.tags);
        if (plan.length === 0) continue;
        const fate =
          breakingOutage(plan, outages, config.routing.maxAttempts, this.#costOf(of)) ?? 'survives';
        found.add(fate, [place, 0, keyPlace], () => ({ asked: { ...request, endpoint }, key }));
      }
    }
  }

  /** The request that the assertion writes out. */
  #written({ request, outages, of }: SurvivesAssertion, { byGroup }: Matched): Survival {
    const found = new Found();
    for (const [place, endpoint] of this.#subject.table.endpoints.names.entries()) {
      const asked: Asked = { ...request, endpoint };
      if ((request.endpoint ?? endpoint) !== endpoint || !isTaken(asked, this.#subject)) continue;
      const maskOf = chainMask(this.#subject, asked);
      const known = new Map<string, Fate>();
      for (const [number, { key, place: keyPlace }] of byGroup) {
        const group = this.#subject.groups.groups[number]!;
        if (!group.audience.endpoints.includes(endpoint)) continue;
        const name = `${group.audience.tagClass} ${maskOf(group)}`;
        const fate = known.get(name) ?? this.#fateOf(group, asked, outages, of);
        known.set(name, fate);
        found.add(fate, [place, 0, keyPlace], () => ({ asked, key }));
      }
    }
    return found.survival;
  }

  /** Checks a request for each model. */
  #everyModel(found: Found, { request, outages, of }: SurvivesAssertion, matched: Matched): Survival {
    const { ids } = this.#subject;
    this.#variants ??= chainVariants(this.#subject);
    const tags = JSON.stringify(request.tags);
    for (const [place, endpoint] of this.#subject.table.endpoints.names.entries()) {
      if ((request.endpoint ?? endpoint) !== endpoint) continue;
      for (const [number, variants] of this.#variants.entries()) {
        // A breach of as many backends as a known one, or more, need not be found.
        const most = Math.min(outages, found.fewest - 1);
        if (most === 0) return found.survival;
        const fates = this.#fatesOf(`${endpoint} ${most} ${of} ${tags}`);
        for (const { groups, group, likeness } of variants) {
          if (!group.audience.endpoints.includes(endpoint)) continue;
          const before = fates[likeness];
          if (before !== undefined && !found.wants(before)) continue;
          const first = groups.firstIn(matched.groups);
          if (first === undefined) continue;
          const askedBy = (key: KeyConfig): Asked => ({
            ...request,
            endpoint,
            model: ids.written(number, key),
          });
          const asked = askedBy(matched.byGroup.get(first)!.key);
          const fate = before ?? this.#fateOf(group, asked, most, of, asked.model);
          fates[likeness] = fate;
          if (!found.wants(fate)) continue;
          for (const one of typeof fate === 'string' ? [first] : groups.and(matched.groups)) {
            const { key, place: keyPlace } = matched.byGroup.get(one)!;
            found.add(fate, [place, number, keyPlace], () => ({ asked: askedBy(key), key }));
          }
        }
      }
    }
    return found.survival;
  }

  #fatesOf(name: string): (Fate | undefined)[] {
    const fates = this.#fates.get(name) ?? [];
    this.#fates.set(name, fates);
    return fates;
  }

  /** `own` is an id that the group's keys may ask for, though the file does not name it. */
  #fateOf(group: KeyGroup, asked: Asked, outages: number, of: SurvivesAssertion['of'], own?: string): Fate {
    const models = planFor(this.#subject, group, asked, own);
    if (models.length === 0) return 'unserved';
    const { maxAttempts } = this.#subject.config.routing;
    return breakingOutage(models, outages, maxAttempts, this.#costOf(of)) ?? 'survives';
  }

  #costOf(of: SurvivesAssertion['of']): CostOf | undefined {
    return of === 'replicas' ? serversToFail(this.#subject.config.backends) : undefined;
  }
}

/** Endpoint, model and key, by their places. */
type Places = readonly [endpoint: number, model: number, key: number];

/** Keeps the request that the fewest backends break; of equals the first one. */
class Found {
  #isServed = false;
  #best:
    | { readonly breaking: Breaking; readonly at: Places; readonly made: () => Omit<Failing, 'breaking'> }
    | undefined;

  /** The number of backends in the known outage; infinite without one. */
  get fewest(): number {
    return this.#best?.breaking.outages ?? Number.POSITIVE_INFINITY;
  }

  /** True if another request with this fate can make a difference. */
  wants(fate: Fate): boolean {
    if (fate === 'unserved') return false;
    return fate !== 'survives' || !this.#isServed;
  }

  add(fate: Fate, at: Places, made: () => Omit<Failing, 'breaking'>): void {
    if (fate === 'unserved') return;
    this.#isServed = true;
    if (fate === 'survives') return;
    const best = this.#best;
    const fewer = best === undefined ? -1 : fate.outages - best.breaking.outages;
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
