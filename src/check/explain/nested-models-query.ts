/** The models that a body names beside its own, on their way to a running gateway: JSON text in the query. */
import { type BuiltInName, type EndpointName, endpoints } from '../../api/endpoints/index.ts';
import type { NestedModel, NestedModels, NestedPlace } from '../../api/endpoints/nested-models.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';

/** The query's text under `nested`. The place of a model in the bytes does not matter to a question. */
export function nestedText({ named, open }: NestedModels): string {
  return JSON.stringify({
    named: named.map(({ model, path, item, type, advises }) => ({ model, path, item, type, advises })),
    open: open?.at[0],
  });
}

/** Reads that text. Throws an Error if it is not in the form of `nestedText` for the endpoint. */
export function nestedIn(text: string, endpoint: EndpointName): NestedModels {
  const places = placesOf(endpoint);
  const written = parsed(text);
  const named = written?.['named'];
  if (written === undefined || !Array.isArray(named)) throw wrong();
  const open = written['open'];
  const openPlace = places.find(({ at, mayBeOpen }) => mayBeOpen === true && at[0] === open);
  if (open !== undefined && openPlace === undefined) throw wrong();
  return { named: named.map((one) => nestedModel(one, places)), open: openPlace };
}

function placesOf(endpoint: EndpointName): readonly NestedPlace[] {
  const known = endpoints[endpoint as BuiltInName];
  return (known !== undefined && 'nests' in known ? known.nests : undefined) ?? [];
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function nestedModel(one: unknown, places: readonly NestedPlace[]): NestedModel {
  if (!isObject(one)) throw wrong();
  const { model, path, item, type, advises } = one;
  if (typeof model !== 'string' || typeof path !== 'string' || typeof item !== 'string') throw wrong();
  const place = places.find(({ at }) => leadsTo(at, path));
  if (place === undefined || (type !== undefined && typeof type !== 'string')) throw wrong();
  return { place, model, item, path, type, ...advice(advises), from: 0, to: 0 };
}

function advice(advises: unknown): Pick<NestedModel, 'advises'> {
  if (!isObject(advises)) return {};
  const { uses, maxTokens } = advises;
  if (typeof uses !== 'number' || (maxTokens !== undefined && typeof maxTokens !== 'number')) throw wrong();
  return { advises: { uses, maxTokens } };
}

/** True for `tools.2.model` and the path `tools`, `*`, `model`. */
function leadsTo(at: readonly string[], path: string): boolean {
  const names = path.split('.');
  return (
    names.length === at.length &&
    at.every((name, index) => (name === '*' ? /^\d+$/.test(names[index]!) : name === names[index]))
  );
}

function wrong(): Error {
  return new Error('"nested" takes what `gateway explain --body` finds of models within a body, as JSON');
}
