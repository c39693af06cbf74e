/** Finds the models that a body names beside the one that is asked for. */
import { GatewayError } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { NestedModel, NestedModels, NestedPlace } from '../endpoints/nested-models.ts';
import { anyElement, type FoundString, type JsonPath, JsonStrings } from '../signed-ids/json-strings.ts';

/** Returns true where a body has a field that may name further models. Most have none, and are looked at no further. */
function mayName(body: JsonObject, places: readonly NestedPlace[]): boolean {
  for (const { at, mayBeOpen } of places) {
    const value = body[at[0]];
    if (value === undefined || value === null) continue;
    if (mayBeOpen === true && !Array.isArray(value)) return true;
    if (leadsOn(value, at, 1)) return true;
  }
  return false;
}

/** An object within an item counts when it is there: of two of its name the parser kept the last. */
function leadsOn(value: unknown, at: JsonPath, step: number): boolean {
  const name = at[step];
  if (name === undefined) return typeof value !== 'object' || value === null;
  if (name === anyElement) {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (leadsOn(item, at, step + 1)) return true;
    return false;
  }
  if (!isObject(value)) return false;
  if (step === 2 && at[1] === anyElement) refuseImpostor(value, name, at);
  if (!Object.hasOwn(value, name)) return false;
  // Each function has parameters: only what is in them tells.
  return step === at.length - 1 || name !== 'parameters' || leadsOn(value[name], at, step + 1);
}

/** An item's own field in another case is nothing here, and the field to some backends' decoders. */
function refuseImpostor(item: JsonObject, name: string, at: JsonPath): void {
  for (const key in item) {
    if (key.length !== name.length || key === name || key.toLowerCase() !== name) continue;
    throw new GatewayError(
      'invalid_value',
      `An item of \`${at[0]}\` has a field that is \`${name}\` but for its case; name it \`${name}\`, or leave it out.`,
      { param: at[0]! },
    );
  }
}

interface Written {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
  readonly item: unknown;
}

function writtenAt(body: JsonObject, at: JsonPath): readonly Written[] {
  let reached: readonly Written[] = [{ value: body, path: [], item: undefined }];
  for (const name of at) {
    reached = reached.flatMap(({ value, path, item }) => {
      if (name === anyElement) {
        if (!Array.isArray(value)) return [];
        return value.map((one: unknown, place) => ({
          value: one,
          path: [...path, place],
          item: item ?? one,
        }));
      }
      if (!isObject(value) || !Object.hasOwn(value, name)) return [];
      return [{ value: value[name], path: [...path, name], item }];
    });
  }
  return reached;
}

/**
 * The models that a body names at places of its endpoint; undefined for none.
 *
 * @param skeleton The body with long strings shortened.
 * @throws GatewayError `nested_model_refused` for what is no name, `invalid_value` for a name that stands twice in one place
 */
export function nestedModels(
  bytes: Buffer,
  skeleton: JsonObject,
  places: readonly NestedPlace[],
): NestedModels | undefined {
  if (!mayName(skeleton, places)) return undefined;
  const strings = stringsAt(bytes, places);
  const named: NestedModel[] = [];
  let open: NestedPlace | undefined;
  for (const place of places) {
    const { at, mayBeOpen } = place;
    const root = skeleton[at[0]] ?? undefined;
    if (mayBeOpen === true && root !== undefined && !Array.isArray(root)) open = place;
    const found = strings.get(place) ?? [];
    let next = 0;
    for (const { value, path, item } of writtenAt(skeleton, at)) {
      if (value === null || (at.at(-1) === anyElement && isObject(value))) continue;
      const itemPath = path.slice(0, 2).join('.');
      const itemType = isObject(item) ? item['type'] : undefined;
      const type = typeof itemType === 'string' ? itemType : undefined;
      if (typeof value !== 'string') throw noName(itemPath, path.join('.'), type);
      const string = found[next++];
      if (string === undefined) break;
      const { value: model, from, end: to } = string;
      const advises = type?.startsWith('advisor_') === true ? { advises: advisedBy(item as JsonObject) } : {};
      named.push({ place, model, item: itemPath, path: path.join('.'), type, ...advises, from, to });
    }
    // Of two members of a name a backend may take the first.
    if (next !== found.length) throw standsTwice(at);
  }
  return named.length === 0 && open === undefined ? undefined : { named, open };
}

/** `max_uses` and `max_tokens` of `BetaAdvisorTool20260301`; without the first it is taken to be asked once. */
function advisedBy({ max_uses: uses, max_tokens: maxTokens }: JsonObject): Required<NestedModel>['advises'] {
  return {
    uses: typeof uses === 'number' && uses >= 0 ? uses : 1,
    maxTokens: typeof maxTokens === 'number' && maxTokens >= 0 ? maxTokens : undefined,
  };
}

function stringsAt(
  bytes: Buffer,
  places: readonly NestedPlace[],
): ReadonlyMap<NestedPlace, readonly FoundString<NestedPlace>[]> {
  const found = new Map<NestedPlace, FoundString<NestedPlace>[]>(places.map((place) => [place, []]));
  const scan = new JsonStrings<NestedPlace>((path) => places.find(({ at }) => isSame(path, at)));
  scan.scan(bytes, {}, (string) => found.get(string.what)!.push(string));
  return found;
}

function isSame(path: JsonPath, at: JsonPath): boolean {
  return path.length === at.length && at.every((name, step) => name === path[step]);
}

/**
 * The words of a refusal. Clients of the messages API, Claude Code among them, go on without a tool when a 400 names
 * its type behind "Input tag", as Anthropic's own does.
 */
export function refusedAt(item: string, type: string | undefined, why: string): string {
  return type === undefined
    ? `${item}: a model is not allowed here: ${why}`
    : `${item}: Input tag '${printable(type)}' is not allowed: ${why}`;
}

const longestType = 64;

function printable(text: string): string {
  return text.slice(0, longestType).replace(/\p{Cc}/gu, '?');
}

function noName(item: string, param: string, type: string | undefined): GatewayError {
  return new GatewayError('nested_model_refused', refusedAt(item, type, 'the name of a model is a string'), {
    param,
  });
}

function standsTwice(at: JsonPath): GatewayError {
  const [field] = at;
  return new GatewayError(
    'invalid_value',
    `\`${field}\` names a model twice in one place (\`${at.join('.')}\`); send it once.`,
    { param: field! },
  );
}
