/**
 * Checks if a request without a model reaches something that an assertion of `never` forbids: docs/proof.md has the
 * argument.
 */
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { NeverAssertion } from '../../config/types/tests.ts';
import { compileGlob } from '../../lib/glob.ts';
import type { Breach } from './breach.ts';
import type { Subject } from './subject.ts';
import { isGranted } from './without-model.ts';

/** A key's way to a backend: with a new object, or by the id of an existing one. */
interface Way {
  readonly endpoint: EndpointName;
  readonly backend: string;
  /** Undefined for a new object; null if the id may be anybody's. */
  readonly madeBy: KeyConfig | null | undefined;
}

/** @param forbidden Names of backends, and of deployments. */
export function breachWithoutModel(
  subject: Subject,
  { request }: NeverAssertion,
  forbidden: ReadonlySet<string>,
): Breach | undefined {
  const { model, models = [], tags = [], endpoint, key: glob } = request;
  if (model !== undefined || models.length > 0) return undefined;
  const asked = subject.withoutModel.endpoints.filter((name) => (endpoint ?? name) === name);
  if (asked.length === 0) return undefined;
  const matches = glob === undefined ? () => true : compileGlob(glob);
  let first: { key: KeyConfig; way: Way; place: number } | undefined;
  let keys = 0;
  for (const [index, key] of subject.keys.entries()) {
    if (!matches(key.id)) continue;
    const way = wayOf(subject, key, asked, tags, forbidden);
    if (way === undefined) continue;
    keys += 1;
    const place = subject.inUse[index] ? index : index + subject.keys.length;
    if (first === undefined || place < first.place) first = { key, way, place };
  }
  if (first === undefined) return undefined;
  const { key, way } = first;
  const { backend, madeBy } = way;
  return {
    asked: { endpoint: way.endpoint, model: undefined, models: [], tags },
    key,
    keys,
    ...(madeBy !== undefined && { kept: { backend, madeBy: madeBy?.id } }),
  };
}

function wayOf(
  { withoutModel }: Subject,
  key: KeyConfig,
  asked: readonly EndpointName[],
  tags: readonly string[],
  forbidden: ReadonlySet<string>,
): Way | undefined {
  for (const endpoint of asked) {
    for (const { eligible } of withoutModel.planFor(endpoint, key, tags)) {
      const found = eligible.find(({ deployment }) => forbidden.has(deployment.backend));
      if (found !== undefined) return { endpoint, backend: found.deployment.backend, madeBy: undefined };
    }
  }
  const granted = asked.filter((endpoint) => isGranted(key, endpoint));
  for (const endpoint of granted) {
    for (const maker of [key, ...withoutModel.sharing(endpoint, key)]) {
      for (const backend of withoutModel.madeBy(endpoint, maker))
        if (forbidden.has(backend)) return { endpoint, backend, madeBy: maker };
    }
    const backend = withoutModel.unsignedAt(endpoint);
    if (backend !== undefined && forbidden.has(backend)) return { endpoint, backend, madeBy: null };
  }
  return undefined;
}
