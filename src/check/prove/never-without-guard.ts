/**
 * Checks if a request can be sent that a guard does not read. A request's key and the models of its plan decide its
 * guards: further models in a body only add to those, and wanted tags remove some. So it is enough to try each id
 * alone: without tags, and for each deployment that may answer, with the tags that tell it from those with the guard.
 */
import type { EndpointName } from '../../api/endpoints/index.ts';
import { type GuardScope, guardScope } from '../../config/derived/guards.ts';
import { wildcardPrefix } from '../../config/derived/model-names.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { GuardConfig } from '../../config/types/guards.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { NeverAssertion } from '../../config/types/tests.ts';
import { clientKey } from '../../keys/keyring.ts';
import { compileGlob } from '../../lib/glob.ts';
import { modelChain } from '../../routing/chain.ts';
import { namesInPlan, plannedModels } from '../../routing/plan.ts';
import type { PlannedModel } from '../../routing/routing-table.ts';
import type { Breach } from './breach.ts';
import type { KeyGroup } from './key-groups.ts';
import { breachOf } from './never.ts';
import { type Asked, isTaken, type Matched, matchedKeys, type Subject } from './subject.ts';

/** The settings of a guard that let unchecked content pass; empty for none. */
export function leniencies({ looksAt, unseen, onHit, onFailure, scan }: GuardConfig): readonly string[] {
  return [
    ...(looksAt.includes('requests') ? [] : ['it does not look at requests']),
    ...(looksAt.includes('answers') ? [] : ['it does not look at answers']),
    ...(onFailure === 'allow' ? ['`on_failure: allow` lets pass what it could not look at'] : []),
    ...(unseen === 'allow' ? ['`unseen: allow` lets pass what it can not see'] : []),
    ...(scan === 'new' ? ['`scan: new` lets pass what a client puts before an answer of its own'] : []),
    ...(onHit === 'log' ? ['`on_hit: log` lets pass what it finds'] : []),
  ];
}

/** A key in the form of a guard's scope. */
export function callerOf({ id, groups }: KeyConfig): {
  readonly id: string;
  readonly groups: readonly string[];
} {
  return { id, groups };
}

/** The first key, in use before the others, that can send a request that the guard does not read. */
export function unguardedBreach(
  subject: Subject,
  assertion: NeverAssertion,
  guard: GuardConfig,
): Breach | undefined {
  const scope = guardScope(guard.appliesTo);
  const { request } = assertion;
  const others = matchedKeys(subject, request.key, (key) => !scope.caller(callerOf(key)));
  const free = others.byGroup.size === 0 ? undefined : anyRequest(subject, assertion, others);
  if (free !== undefined) return free;
  if (guard.appliesTo.models.includes('*')) return undefined;
  const meant = matchedKeys(subject, request.key, (key) => scope.caller(callerOf(key)));
  return new Search(subject, assertion, scope).first(meant);
}

/** The shortest served request that some keys can send. */
function anyRequest(subject: Subject, assertion: NeverAssertion, matched: Matched): Breach | undefined {
  return breachOf(subject, assertion, everywhere(subject.config), matched);
}

/** All deployments, and all backends that requests without a model may reach. */
export function everywhere({ models, backends }: Pick<Config, 'models' | 'backends'>): ReadonlySet<string> {
  const all = new Set<string>(backends.keys());
  for (const { id, deployments } of models.values())
    for (const { name } of deployments) all.add(`${id}/${name}`);
  return all;
}

class Search {
  readonly #subject: Subject;
  readonly #assertion: NeverAssertion;
  readonly #scope: GuardScope;

  constructor(subject: Subject, assertion: NeverAssertion, scope: GuardScope) {
    this.#subject = subject;
    this.#assertion = assertion;
    this.#scope = scope;
  }

  first({ byGroup }: Matched): Breach | undefined {
    const { groups } = this.#subject.groups;
    let first: { asked: Asked; key: KeyConfig; place: number } | undefined;
    let keys = 0;
    for (const [number, { key, place, count }] of byGroup) {
      const asked = this.#unguarded(groups[number]!, key);
      if (asked === undefined) continue;
      keys += count;
      if (first === undefined || place < first.place) first = { asked, key, place };
    }
    return first && { asked: first.asked, key: first.key, keys };
  }

  #unguarded(group: KeyGroup, key: KeyConfig): Asked | undefined {
    for (const asked of this.#requests(group, key)) {
      const { endpoint } = asked;
      if (!group.audience.endpoints.includes(endpoint) || !isTaken(asked, this.#subject)) continue;
      for (const tags of this.#tagSets(group, asked)) {
        const tagged = { ...asked, tags };
        const plan = this.#planOf(group, key, tagged);
        if (plan.length > 0 && !this.#scope.models(namesInPlan(plan))) return tagged;
      }
    }
    return undefined;
  }

  #planOf(group: KeyGroup, key: KeyConfig, asked: Asked): readonly PlannedModel[] {
    const { allowsModel } = clientKey(key);
    return plannedModels(this.#subject.table, {
      ...asked,
      tags: [...asked.tags, ...group.audience.tags],
      allows: allowsModel,
    });
  }

  /**
   * Requests of as few models as possible: of one, if the assertion leaves that open. The named model may have no
   * deployment, so that one more model is all of the plan.
   */
  *#requests(group: KeyGroup, key: KeyConfig): Generator<Asked> {
    const { endpoint, model, models, tags = [] } = this.#assertion.request;
    const endpoints: readonly EndpointName[] =
      endpoint === undefined ? this.#subject.table.endpoints.names : [endpoint];
    const isOpen = model === undefined && (models === undefined || models.length === 0);
    for (const name of endpoints) {
      const asked = { endpoint: name, model, models: models ?? [], tags };
      if (!isOpen) yield asked;
      if (model !== undefined && models !== undefined) continue;
      for (const id of this.#ids(group, key)) {
        yield model === undefined ? { ...asked, model: id } : { ...asked, models: [id] };
      }
    }
  }

  /** Ids that a key may ask for; for a wildcard also some that no pattern of the guard matches, if there are any. */
  *#ids(group: KeyGroup, key: KeyConfig): Generator<string> {
    const { ids } = this.#subject;
    for (const [number, one] of ids.all.entries()) {
      if (!group.ids.has(number)) continue;
      const written = ids.written(number, key);
      yield written;
      const prefix = wildcardPrefix(one.routes.model.id);
      if (prefix === undefined || !written.startsWith(prefix)) continue;
      const allows = clientKey(key);
      for (const end of strangers) if (allows.allowsModel(prefix + end)) yield prefix + end;
    }
  }

  /** Sets of tags that leave fewer models: for each deployment, its tags that those of guarded models lack. */
  *#tagSets(group: KeyGroup, asked: Asked): Generator<readonly string[]> {
    yield asked.tags;
    const { table } = this.#subject;
    const steps = modelChain(table, { ...asked, allows: () => true });
    const candidates = steps.flatMap((step) =>
      step.kind === 'usable' ? step.routes.candidates[asked.endpoint]!.eligible : [],
    );
    const base = [...asked.tags, ...group.audience.tags];
    for (const one of candidates) {
      if (!base.every((tag) => one.tags.has(tag))) continue;
      const wanted = new Set<string>(asked.tags);
      for (const other of candidates) {
        if (other.deployment.model === one.deployment.model) continue;
        for (const tag of one.tags) {
          if (other.tags.has(tag)) continue;
          wanted.add(tag);
          break;
        }
      }
      if (wanted.size > asked.tags.length) yield [...wanted];
    }
  }
}

/** Endings of ids that hardly any pattern matches. */
const strangers = ['x', '0', '~any', 'Q-7f3a'];

/** `requests of key eu-1 are not shown to the guard dlp (nor are those of 2 other keys): endpoint ...`. */
export function withoutGuardText(guard: string, { key, keys }: Breach, question: string): string {
  const others =
    keys === 1
      ? ''
      : keys === 2
        ? ' (nor are those of 1 other key)'
        : ` (nor are those of ${keys - 1} other keys)`;
  return `requests of key ${key.id} are not shown to the guard ${guard}${others}: ${question}`;
}

/**
 * A guard that receives the text of a matched request and that `reaches` forbids: one that the pattern for backends
 * matches, or a judging model with a forbidden deployment.
 */
export function reachedGuard(
  subject: Subject,
  assertion: NeverAssertion,
  forbidden: ReadonlySet<string>,
): { readonly guard: GuardConfig; readonly breach: Breach } | undefined {
  for (const guard of guardsForbidden(subject.config, assertion, forbidden)) {
    const scope = guardScope(guard.appliesTo);
    const meant = matchedKeys(subject, assertion.request.key, (key) => scope.caller(callerOf(key)));
    if (meant.byGroup.size === 0) continue;
    const { models } = guard.appliesTo;
    const shown = models.includes('*')
      ? everywhere(subject.config)
      : new Set([...everywhere(subject.config)].filter((name) => isOfModels(name, scope)));
    const breach = breachOf(subject, assertion, shown, meant);
    if (breach !== undefined) return { guard, breach };
  }
  return undefined;
}

/** A backend of requests without a model, or a deployment of a model that the guard is for. */
function isOfModels(name: string, scope: GuardScope): boolean {
  const slash = name.lastIndexOf('/');
  return slash === -1 || scope.models([name.slice(0, slash)]);
}

/** The guards that an assertion of `reaches` means. */
export function guardsForbidden(
  { guards, models }: Pick<Config, 'guards' | 'models'>,
  { reaches }: Pick<NeverAssertion, 'reaches'>,
  forbidden: ReadonlySet<string>,
): readonly GuardConfig[] {
  const isBackend = reaches.backend === undefined ? undefined : compileGlob(reaches.backend);
  return [...guards.values()].filter(({ name, form }) => {
    if (form.kind !== 'chat') return reaches.deployment === undefined && isBackend?.(name) === true;
    const seen = new Set<string>();
    const reachesIn = (id: string): boolean => {
      const model = models.get(id);
      if (model === undefined || seen.has(id)) return false;
      seen.add(id);
      return (
        model.deployments.some((one) => forbidden.has(`${id}/${one.name}`)) || model.fallbacks.some(reachesIn)
      );
    };
    return reachesIn(form.model);
  });
}
