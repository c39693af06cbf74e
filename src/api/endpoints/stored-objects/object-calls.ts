/** The operations at the paths of objects: found by maps, segment by segment, as they were sent. */
import type { Operation } from '../endpoint.ts';
import { type BuiltInName, type EndpointName, endpoints, type ServedEndpoint } from '../index.ts';

/** An operation of an endpoint, as all that deals with requests takes endpoints. */
export type ObjectCall = ServedEndpoint & { readonly call: Operation };

/** The operations at a path. */
export interface ObjectPath {
  readonly byMethod: ReadonlyMap<string, ObjectCall>;
  /** For clients of Anthropic's, where that is something else. */
  readonly forAnthropic: ReadonlyMap<string, ObjectCall>;
  /** The values of `{id}` in the path. */
  readonly ids: readonly string[];
}

interface Node {
  readonly named: Map<string, Node>;
  id: Node | undefined;
  readonly byMethod: Map<string, ObjectCall>;
  readonly forAnthropic: Map<string, ObjectCall>;
}

/** Signed ids are longer than the vendor's own, of which this leaves room for 256 characters. */
const longestId = 400;
const idBytes = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-') {
  idBytes[char.charCodeAt(0)] = 1;
}

/** True for a segment of a path that can be an id: nothing encoded, and no step to elsewhere. */
function isId(segment: string): boolean {
  if (segment === '' || segment.length > longestId || segment === '.' || segment === '..') return false;
  for (let at = 0; at < segment.length; at += 1) {
    if (idBytes[segment.charCodeAt(at)] !== 1) return false;
  }
  return true;
}

export class ObjectPaths {
  readonly #root = emptyNode();
  /** All of them, for words about a path that is none. */
  readonly paths: readonly string[];

  /** @param names The endpoints that are there. */
  constructor(names: readonly EndpointName[]) {
    const paths = new Set<string>();
    for (const name of names) {
      const endpoint = endpoints[name as BuiltInName];
      for (const operation of endpoint.operations ?? []) {
        const path = endpoint.path + operation.below;
        paths.add(path);
        const { byMethod, forAnthropic } = this.#nodeOf(path);
        const calls = endpoint.isForAnthropic === true ? forAnthropic : byMethod;
        calls.set(operation.method, callOf(endpoint, operation));
      }
    }
    this.paths = [...paths];
  }

  /** Undefined where nothing is. */
  at(path: string): ObjectPath | undefined {
    const ids: string[] = [];
    let node = this.#root;
    for (const segment of path.split('/')) {
      const named = node.named.get(segment);
      const next = named ?? (node.id !== undefined && isId(segment) ? node.id : undefined);
      if (next === undefined) return undefined;
      if (named === undefined) ids.push(segment);
      node = next;
    }
    const { byMethod, forAnthropic } = node;
    return byMethod.size + forAnthropic.size === 0 ? undefined : { byMethod, forAnthropic, ids };
  }

  #nodeOf(path: string): Node {
    let node = this.#root;
    for (const segment of path.split('/')) {
      if (segment === '{id}') {
        node.id ??= emptyNode();
        node = node.id;
        continue;
      }
      const next = node.named.get(segment) ?? emptyNode();
      node.named.set(segment, next);
      node = next;
    }
    return node;
  }
}

function emptyNode(): Node {
  return { named: new Map(), id: undefined, byMethod: new Map(), forAnthropic: new Map() };
}

/** A stored object may have any type. */
const anyType = ['application/*', 'text/*', 'image/*', 'audio/*', 'video/*', 'font/*', 'binary/*'];

/** It counts as a request and reserves nothing: what an object used is known when its backend says so. */
function callOf(endpoint: ServedEndpoint, call: Operation): ObjectCall {
  return {
    ...endpoint,
    call,
    signs: call.signs,
    mediaTypes: anyType,
    body: call.body,
    answer: call.answer,
    estimate: { input: 'none', output: 0 },
    failover: 'same_model',
    health: 'objects',
  };
}

/** The path of a call below its endpoint's, with the ids that the backend knows. */
export function pathBelow({ below }: Operation, ids: readonly string[]): string {
  let place = 0;
  return below
    .split('/')
    .map((segment) => (segment === '{id}' ? ids[place++]! : segment))
    .join('/');
}
