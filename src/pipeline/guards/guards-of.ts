import { type GuardScope, guardScope, looksAt } from '../../config/derived/guards.ts';
import type { Key } from '../../keys/keyring.ts';
import { Remembered } from '../../lib/remembered.ts';
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

/** All models that what is said may get to, by their ids in the file and as they were asked for. */
function modelsOf({ plan, summary }: Exchange): readonly string[] {
  const ids: string[] = [];
  const add = (id: string) => {
    if (id !== '' && !ids.includes(id)) ids.push(id);
  };
  for (const { model, asked } of plan) {
    add(model.id);
    if (asked !== undefined) add(asked);
    if (model.mirror !== undefined) for (const id of mirrorsOf(model.mirror)) add(id);
  }
  for (const { model } of summary?.nested?.named ?? []) add(model);
  return ids;
}

/** A mirror is a model, or one deployment of one: the name may be read as either. */
function mirrorsOf({ to }: { readonly to: string }): readonly string[] {
  const slash = to.lastIndexOf('/');
  return slash === -1 ? [to] : [to, to.slice(0, slash)];
}
