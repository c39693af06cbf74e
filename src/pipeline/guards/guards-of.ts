import { type GuardScope, guardScope, looksAt } from '../../config/derived/guards.ts';
import type { Key } from '../../keys/keyring.ts';
import { Remembered } from '../../lib/remembered.ts';
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

/** Which guards look at a request: by its key, and by all models that may answer it or get a copy. */
export class GuardsOf {
  readonly #guards: readonly Scoped[];
  /** By key. */
  readonly #ofKeys = new Remembered<readonly Scoped[]>({ maxTexts: 10_000, maxLength: 256 });

  constructor(guards: readonly LiveGuard[]) {
    this.#guards = guards.map((guard) => ({ guard, scope: guardScope(guard.config.appliesTo) }));
  }

  of(exchange: Exchange): Applying | undefined {
    const ofKey = this.#ofKey(exchange.key!);
    if (ofKey.length === 0) return undefined;
    const models = modelsOf(exchange);
    const guards = ofKey.filter(({ scope }) => scope.models(models)).map(({ guard }) => guard);
    if (guards.length === 0) return undefined;
    return { requests: those(guards, 'requests'), answers: those(guards, 'answers') };
  }

  #ofKey({ id, config }: Key): readonly Scoped[] {
    const known = this.#ofKeys.get(id);
    if (known !== undefined) return known;
    const { groups } = config;
    const found = this.#guards.filter(({ scope }) => scope.caller({ id, groups }));
    this.#ofKeys.keep(id, found);
    return found;
  }
}

function those(
  guards: readonly LiveGuard[],
  direction: 'requests' | 'answers',
): readonly LiveGuard[] | undefined {
  const looking = guards.filter(({ config }) => looksAt(config, direction));
  return looking.length === 0 ? undefined : looking;
}

/** All models that what is said may get to: those of the plan, and those that the body names beside. */
function modelsOf({ plan, summary }: Exchange): readonly string[] {
  const names = namesInPlan(plan);
  const nested = summary?.nested?.named;
  return nested === undefined ? names : [...names, ...nested.map(({ model }) => model)];
}
