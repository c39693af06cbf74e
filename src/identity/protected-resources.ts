/** The resources that this gateway is to its clients (RFC 9728): all of it, its tools, and those of each server. */
import type { Config } from '../config/types/gateway.ts';
import type { IdentityConfig } from '../config/types/identity.ts';
import type { McpConfig } from '../config/types/mcp.ts';
import { metadataOf, metadataPathOf, metadataUrlOf, wellKnown } from './resource-metadata.ts';

/** Tools, where they have an audience of their own. */
interface Tools {
  readonly path: string;
  readonly audience: string;
}

/**
 * Answers for a path: its resource, and whether a token for some audiences opens it. The names of servers are told to nobody
 * without a key: a path below that of all tools has a document whether a server has that name or not.
 */
export class ProtectedResources {
  readonly #identity: IdentityConfig;
  readonly #tools: Tools | undefined;

  private constructor(identity: IdentityConfig, tools: Tools | undefined) {
    this.#identity = identity;
    this.#tools = tools;
  }

  /** Undefined if the file names neither resource. */
  static of(
    identity: IdentityConfig,
    mcp: Pick<McpConfig, 'path' | 'audience'> | undefined,
  ): ProtectedResources | undefined {
    const tools = mcp?.audience === undefined ? undefined : { path: mcp.path, audience: mcp.audience };
    if (identity.resource === undefined && tools === undefined) return undefined;
    return new ProtectedResources(identity, tools);
  }

  /** The document at a path, as JSON; undefined if none is there. */
  document(path: string): string | undefined {
    if (!path.startsWith(wellKnown)) return undefined;
    const { resource, issuers } = this.#identity;
    if (resource !== undefined && path === metadataPathOf(resource))
      return JSON.stringify(metadataOf(resource, { issuers }));
    if (this.#tools === undefined) return undefined;
    // The URL may have another path than the gateway behind it.
    const bases = [wellKnown + this.#tools.path, metadataPathOf(this.#tools.audience)];
    for (const base of bases) {
      const below = path === base ? '' : path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
      if (below === undefined || !isServerPath(below)) continue;
      return JSON.stringify(metadataOf(this.#tools.audience + below, { issuers }));
    }
    return undefined;
  }

  /** Headers of a 401 at a path: the URL of its document. */
  challenge(path: string): Readonly<Record<string, string>> | undefined {
    const below = this.#belowTools(path);
    const resource =
      below === undefined || !isServerPath(below) ? this.#identity.resource : this.#tools!.audience + below;
    if (resource === undefined) return undefined;
    return { 'www-authenticate': `Bearer resource_metadata="${metadataUrlOf(resource)}"` };
  }

  /**
   * The reason why a token doesn't open a path, as the continuation of "and"; undefined if it does.
   *
   * @param audiences Those of the token that its issuer may name
   */
  lacks(path: string, audiences: readonly string[]): string | undefined {
    if (this.#tools === undefined) return undefined;
    const { audience } = this.#tools;
    const below = this.#belowTools(path);
    if (below === undefined) {
      const isOfTools = (one: string) =>
        one === audience || (one.startsWith(`${audience}/`) && isServerPath(one.slice(audience.length)));
      return audiences.every(isOfTools) ? 'it is for tools alone (aud)' : undefined;
    }
    const isMeant = audiences.includes(audience) || audiences.includes(audience + below);
    return isMeant ? undefined : 'it is not for these tools (aud)';
  }

  /** The rest of a path of tools: empty, or `/NAME`; undefined for any other. */
  #belowTools(path: string): string | undefined {
    const base = this.#tools?.path;
    if (base === undefined) return undefined;
    if (path === base) return '';
    return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
  }
}

/** True for nothing, and for a slash with a name that a server could have. */
function isServerPath(below: string): boolean {
  return below === '' || /^\/[a-z][a-z0-9-]{0,23}$/.test(below);
}

/** The same for models, of which the path does not matter: for questions about a configuration. */
export function lacksForModels({
  identity,
  mcp,
}: Pick<Config, 'identity' | 'mcp'>): (audiences: readonly string[]) => string | undefined {
  const resources = ProtectedResources.of(identity, mcp);
  return (audiences) => resources?.lacks('/', audiences);
}
