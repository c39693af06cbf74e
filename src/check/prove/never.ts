/**
 * Checks if a request can reach something that an assertion of `never` forbids. docs/proof.md argues that the few
 * requests here stand for every request.
 */
import type { EndpointName } from '../../api/endpoints/index.ts';
import { realtimeClientSecrets } from '../../api/endpoints/realtime/realtime-client-secrets.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { ModelConfig } from '../../config/types/models.ts';
import type { NeverAssertion } from '../../config/types/tests.ts';
import { BitSet } from '../../lib/bit-set.ts';
import { compileGlob } from '../../lib/glob.ts';
import { mirroredTo } from '../../routing/mirror-routes.ts';
import { isEligible } from '../../routing/plan.ts';
import { type Candidate, deploymentKey } from '../../routing/routing-table.ts';
import type { Breach } from './breach.ts';
import { forbiddenForRealtime } from './client-secrets.ts';
import type { Audience, KeyGroup } from './key-groups.ts';
import { breachWithoutModel } from './never-without-model.ts';
import { type Asked, chainMask, isTaken, type Matched, planFor, type Subject } from './subject.ts';

/**
 * The `MODEL/NAME` of every deployment that an assertion forbids, and the name of every backend that it forbids to
 * requests without a model: for those it is a deployment of its own name.
 */
export function forbiddenBy(
  { config, withoutModel }: Subject,
  { reaches }: NeverAssertion,
): ReadonlySet<string> {
  const { backend, deployment } = reaches;
  const isBackend = backend === undefined ? () => true : compileGlob(backend);
  const isDeployment = deployment === undefined ? () => true : compileGlob(deployment);
  const goesByKey = deployment?.includes('/') === true;
  const forbidden = new Set<string>();
  const backends = new Set([...config.backends.keys()].filter(isBackend));
  for (const { deployments } of config.models.values()) {
    for (const one of deployments) {
      if (!backends.has(one.backend)) continue;
      const key = deploymentKey(one);
      if (isDeployment(goesByKey ? key : one.name)) forbidden.add(key);
    }
  }
  if (goesByKey) return forbidden;
  for (const name of withoutModel.backends())
    if (backends.has(name) && isDeployment(name)) forbidden.add(name);
  return forbidden;
}

/** The shortest request of the matched keys that reaches something forbidden; undefined if none does. */
export function breachOf(
  subject: Subject,
  assertion: NeverAssertion,
  forbidden: ReadonlySet<string>,
  matched: Matched,
): Breach | undefined {
  const search = new Search(subject, assertion, forbidden, matched);
  for (const opening of openings(assertion)) {
    const found = search.first(opening);
    if (found !== undefined) return found;
  }
  return breachWithoutModel(subject, assertion, forbidden);
}

/**
 * Requests that differ in one model only, which may be any: in place of `model`, at the end of `models`, or nowhere.
 */
interface Opening {
  readonly model: string | undefined;
  readonly models: readonly string[];
  readonly any: 'model' | 'last' | 'none';
}

/** The kinds of requests of an assertion, those with the fewest models first. */
function openings({ request: { model, models } }: NeverAssertion): readonly Opening[] {
  if (model === undefined) {
    const first: Opening = { model, models: models ?? [], any: 'model' };
    return models === undefined || models.length === 0 ? [first] : [{ ...first, any: 'none' }, first];
  }
  const alone: Opening = { model, models: models ?? [], any: 'none' };
  return models === undefined ? [alone, { ...alone, any: 'last' }] : [alone];
}

class Search {
  readonly #subject: Subject;
  readonly #forbidden: ReadonlySet<string>;
  readonly #matched: Matched;
  readonly #endpoints: readonly EndpointName[];
  readonly #tags: readonly string[];
  /** Numbers of ids whose own deployments are forbidden, by endpoint and class of a key's tags. */
  readonly #ids = new Map<string, BitSet>();
  #realtime: ReadonlyMap<string, string> | undefined;

  constructor(
    subject: Subject,
    { request }: NeverAssertion,
    forbidden: ReadonlySet<string>,
    matched: Matched,
  ) {
    this.#subject = subject;
    this.#forbidden = forbidden;
    this.#matched = matched;
    this.#endpoints = request.endpoint === undefined ? subject.table.endpoints.names : [request.endpoint];
    this.#tags = request.tags ?? [];
  }

  /** The first key, in use before the others, that can send a request of an opening to something forbidden. */
  first(opening: Opening): Breach | undefined {
    const { groups } = this.#subject.groups;
    const reaches = this.#endpoints.map((endpoint) => this.#reach(opening, endpoint));
    let first: { asked: () => Asked; key: KeyConfig; place: number } | undefined;
    let keys = 0;
    for (const [number, { key, place, count }] of this.#matched.byGroup) {
      const group = groups[number]!;
      const asked = reaches.map((reach) => reach(group, key)).find((found) => found !== undefined);
      if (asked === undefined) continue;
      keys += count;
      if (first === undefined || place < first.place) first = { asked, key, place };
    }
    return first && { asked: first.asked(), key: first.key, keys };
  }

  /** The test of a group on an endpoint: it returns undefined, or the function that makes the reaching request. */
  #reach(
    { model, models, any }: Opening,
    endpoint: EndpointName,
  ): (group: KeyGroup, key: KeyConfig) => (() => Asked) | undefined {
    const asked: Asked = { endpoint, model, models, tags: this.#tags };
    const withAny = (id: string): Asked =>
      any === 'model' ? { ...asked, model: id } : { ...asked, models: [...models, id] };
    const isOpen = ({ audience }: KeyGroup) => audience.endpoints.includes(endpoint);
    if (!isTaken(any === 'last' ? withAny('') : asked, this.#subject)) return () => undefined;
    if (any === 'none') {
      const reaches = this.#exact(asked);
      return (group) => (isOpen(group) && reaches(group) ? () => asked : undefined);
    }
    return (group, key) => {
      const number = isOpen(group) ? group.ids.firstIn(this.#idsFor(endpoint, group.audience)) : undefined;
      return number === undefined ? undefined : () => withAny(this.#subject.ids.written(number, key));
    };
  }

  /** Ids that reach something forbidden by their own deployments. */
  #idsFor(endpoint: EndpointName, { tags, tagClass }: Audience): BitSet {
    const name = `${endpoint} ${tagClass}`;
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const { all } = this.#subject.ids;
    const wanted = [...this.#tags, ...tags];
    const found = new BitSet(all.length);
    for (const [number, { routes }] of all.entries()) {
      const eligible = routes.candidates[endpoint]!.eligible.filter((candidate) =>
        isEligible(candidate, wanted),
      );
      const reaches = eligible.some((candidate) => this.#isForbidden(candidate, endpoint));
      if (reaches || (eligible.length > 0 && this.#isCopied(routes.model, endpoint, wanted)))
        found.add(number);
    }
    this.#ids.set(name, found);
    return found;
  }

  /** A session with a client secret can use any model that the account serves for realtime. */
  #isForbidden({ key, deployment }: Candidate, endpoint: EndpointName): boolean {
    if (this.#forbidden.has(key)) return true;
    return endpoint === realtimeClientSecrets.name && this.#ofRealtime().has(deployment.backend);
  }

  /** The backends that serve something forbidden for realtime. */
  #ofRealtime(): ReadonlyMap<string, string> {
    this.#realtime ??= forbiddenForRealtime(this.#subject.config, this.#forbidden);
    return this.#realtime;
  }

  /** True if requests of a model may be copied to something forbidden. */
  #isCopied(model: ModelConfig, endpoint: EndpointName, tags: readonly string[]): boolean {
    if (model.mirror === undefined) return false;
    return mirroredTo(this.#subject.table, model, endpoint, tags).some((key) => this.#forbidden.has(key));
  }

  /** Groups with the same rights on a chain are asked about once. */
  #exact(asked: Asked): (group: KeyGroup) => boolean {
    const known = new Map<string, boolean>();
    const maskOf = chainMask(this.#subject, asked);
    return (group) => {
      const name = `${group.audience.tagClass} ${maskOf(group)}`;
      const before = known.get(name);
      if (before !== undefined) return before;
      const models = planFor(this.#subject, group, asked);
      const wanted = [...asked.tags, ...group.audience.tags];
      const reaches = models.some(
        ({ model, eligible }) =>
          eligible.some((candidate) => this.#isForbidden(candidate, asked.endpoint)) ||
          this.#isCopied(model, asked.endpoint, wanted),
      );
      known.set(name, reaches);
      return reaches;
    };
  }
}
