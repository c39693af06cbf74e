/** The paths of declared endpoints: found by maps, segment by segment, as they were sent. */
import type { DeclaredEndpoint } from './endpoint-set.ts';
import { idPlace } from './ids-in-path.ts';

/** The endpoints at a path. */
export interface DeclaredPath {
  /** Each with methods of its own. */
  readonly endpoints: readonly DeclaredEndpoint[];
  /** The values of `{id}` in the path. */
  readonly ids: readonly string[];
  /** The value of `{model}`, decoded; undefined without one. */
  readonly model: string | undefined;
}

interface Node {
  readonly named: Map<string, Node>;
  id: Node | undefined;
  model: Node | undefined;
  readonly endpoints: DeclaredEndpoint[];
}

const modelPlace = '{model}';
const longestId = 256;
/** Each of 256 characters may be several bytes, and each byte an escape. */
const longestModel = 256 * 12;
const id = /^[A-Za-z0-9._~-]+$/;

export class DeclaredPaths {
  readonly #root = emptyNode();
  /** All of them, for words about a path that is none. */
  readonly paths: readonly string[];

  constructor(declared: readonly DeclaredEndpoint[]) {
    this.paths = [...new Set(declared.map(({ path }) => path))];
    for (const endpoint of declared) {
      let node = this.#root;
      for (const segment of endpoint.path.split('/')) node = below(node, segment);
      node.endpoints.push(endpoint);
    }
  }

  /** Undefined where nothing is. What is written out goes before what stands for anything. */
  at(path: string): DeclaredPath | undefined {
    return found(this.#root, path.split('/'), 0, [], undefined);
  }
}

function found(
  node: Node,
  segments: readonly string[],
  at: number,
  ids: readonly string[],
  model: string | undefined,
): DeclaredPath | undefined {
  const segment = segments[at];
  if (segment === undefined)
    return node.endpoints.length === 0 ? undefined : { endpoints: node.endpoints, ids, model };
  const named = node.named.get(segment);
  const there = named && found(named, segments, at + 1, ids, model);
  if (there !== undefined) return there;
  if (node.id !== undefined && isId(segment)) {
    const there = found(node.id, segments, at + 1, [...ids, segment], model);
    if (there !== undefined) return there;
  }
  const text = node.model === undefined ? undefined : modelIn(segment);
  return text === undefined ? undefined : found(node.model!, segments, at + 1, ids, text);
}

function below(node: Node, segment: string): Node {
  if (segment === idPlace) {
    node.id ??= emptyNode();
    return node.id;
  }
  if (segment === modelPlace) {
    node.model ??= emptyNode();
    return node.model;
  }
  const next = node.named.get(segment) ?? emptyNode();
  node.named.set(segment, next);
  return next;
}

function emptyNode(): Node {
  return { named: new Map(), id: undefined, model: undefined, endpoints: [] };
}

/** True for a segment of a path that can be an id: nothing encoded, and no step to elsewhere. */
function isId(segment: string): boolean {
  return segment.length <= longestId && id.test(segment) && segment !== '.' && segment !== '..';
}

/** The name of a model that was sent as one segment; undefined where it is none. */
function modelIn(segment: string): string | undefined {
  if (segment === '' || segment.length > longestModel) return undefined;
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    return undefined;
  }
  return text === '.' || text === '..' ? undefined : text;
}
