import { AdminRefusal } from './admin-refusal.ts';
import type { Route } from './admin-route.ts';

export interface Found {
  readonly route: Route;
  /** The value for `{id}`, decoded; empty without one in the path. */
  readonly id: string;
}

/** Finds the route of a request. Paths are compared as they come; only what stands for `{id}` is decoded. */
export class Router {
  readonly #exact = new Map<string, Route[]>();
  readonly #patterns: { readonly pattern: RegExp; readonly route: Route }[] = [];

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      if (route.path.includes('{id}')) {
        const pattern = new RegExp(`^${route.path.replace('{id}', '([^/]+)')}$`);
        this.#patterns.push({ pattern, route });
      } else this.#exact.set(route.path, [...(this.#exact.get(route.path) ?? []), route]);
    }
  }

  /** Throws `unknown_path` or `method_not_allowed`. */
  find(method: string, path: string): Found {
    const found = this.#at(path);
    if (found.length === 0) throw unknownPath();
    const wanted = method === 'HEAD' ? 'GET' : method;
    const hit = found.find(({ route }) => route.method === wanted);
    if (hit !== undefined) return hit;
    const allowed = found.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
    throw new AdminRefusal('method_not_allowed', `Use ${allowed.join(' or ')}.`, {
      allow: allowed.join(', '),
    });
  }

  #at(path: string): readonly Found[] {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact.map((route) => ({ route, id: '' }));
    return this.#patterns.flatMap(({ pattern, route }) => {
      const id = decoded(pattern.exec(path)?.[1]);
      return id === undefined ? [] : [{ route, id }];
    });
  }
}

/** The refusal for a path that does not exist, or whose existence is private. */
export function unknownPath(): AdminRefusal {
  return new AdminRefusal('unknown_path', 'There is no such path here.');
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
