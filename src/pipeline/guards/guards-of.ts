import { type GuardScope, guardScope, looksAt } from '../../config/derived/guards.ts';
import type { GuardDirection } from '../../config/types/guards.ts';
import type { Key } from '../../keys/keyring.ts';
import { namesInPlan } from '../../routing/plan.ts';
import type { Exchange } from '../exchange.ts';
import type { LiveGuard } from './live-guard.ts';

/** The guards that a request has, by what they look at; undefined for none. */
export interface Applying {
  readonly requests: readonly LiveGuard[] | undefined;
  readonly answers: readonly LiveGuard[] | undefined;
}

interface Scoped {
  readonly guard: LiveGuard;
  readonly scope: GuardScope;
}

/** The guards of one key. */
interface OfKey {
  readonly scoped: readonly Scoped[];
  readonly all: Applying | undefined;
  /** Only some of them look at a request, by its models. */
  readonly dependOnModels: boolean;
}

/** Finds the guards of a request: by its key, and by all models that may answer it or get a copy. */
export class GuardsOf {
  readonly #guards: readonly Scoped[];
  readonly #ofKeys = new WeakMap<Key, OfKey>();

  constructor(guards: readonly LiveGuard[]) {
    this.#guards = guards.map((guard) => ({ guard, scope: guardScope(guard.config.appliesTo) }));
  }

  of(exchange: Exchange): Applying | undefined {
    const { scoped, all, dependOnModels } = this.#ofKey(exchange.key!);
    if (!dependOnModels) return all;
    const models = modelsOf(exchange);
    return applying(scoped.filter(({ scope }) => scope.models(models)));
  }

  #ofKey(key: Key): OfKey {
    const known = this.#ofKeys.get(key);
    if (known !== undefined) return known;
    const { id, config } = key;
    const scoped = this.#guards.filter(({ scope }) => scope.caller({ id, groups: config.groups }));
    const dependOnModels = scoped.some(({ guard }) => !guard.config.appliesTo.models.includes('*'));
    const found = { scoped, all: applying(scoped), dependOnModels };
    this.#ofKeys.set(key, found);
    return found;
  }
}

function applying(scoped: readonly Scoped[]): Applying | undefined {
  if (scoped.length === 0) return undefined;
  const looking = (direction: GuardDirection) => {
    const guards = scoped.map(({ guard }) => guard).filter(({ config }) => looksAt(config, direction));
    return guards.length === 0 ? undefined : guards;
  };
  return { requests: looking('requests'), answers: looking('answers') };
}
/** All models that what is said may get to: those of the plan, and those that the body names beside. */
function modelsOf({ plan, summary }: Exchange): readonly string[] {
  const names = namesInPlan(plan);
  const nested = summary?.nested?.named;
  return nested === undefined ? names : [...names, ...nested.map(({ model }) => model)];
}
