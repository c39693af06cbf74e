import type { BackendConfig } from './backends.ts';
import type { Oauth2Source, TokenCredentialConfig } from './credentials.ts';
import type { CapacityLimits } from './limits.ts';
import type { SourcePosition } from './source-position.ts';

/** Servers of the Model Context Protocol, and the path at which clients find them. */
export interface McpConfig {
  readonly at: SourcePosition;
  /** All servers are here together; `PATH/NAME` is one of them. */
  readonly path: string;
  /** The audience of tokens that open tools and nothing else; undefined if tokens open tools as they open models. */
  readonly audience: string | undefined;
  /** In the order of the file. */
  readonly servers: ReadonlyMap<string, McpServerConfig>;
}

/** A server whose tools, prompts and resources keys may use. */
export interface McpServerConfig {
  readonly name: string;
  readonly at: SourcePosition;
  /** Its place, as a backend has one. */
  readonly server: BackendConfig;
  /** The request path of its URL, with its query. */
  readonly path: string;
  /** The exchange of each caller's token for one at the server; undefined where all callers are one identity there. */
  readonly exchange: CallerExchange | undefined;
  /** Globs over its own names of tools: those that are offered at all. */
  readonly tools: readonly string[];
  /** True if it offers what `tools.lock` has, unchanged, and nothing else. */
  readonly isPinned: boolean;
  /** The content of `tools.lock` about it; undefined where there is none. */
  readonly locked: LockedServer | undefined;
  /** The owner of a session, if the server demands sessions. */
  readonly sessions: 'caller' | 'shared';
  /** The interval of its health check; undefined for none. */
  readonly health: { readonly intervalMs: number } | undefined;
  /** The limits of all keys together; undefined for any amount. */
  readonly limits: CapacityLimits | undefined;
  /** Undefined if the cost of its calls is unknown. */
  readonly price: McpPrice | undefined;
}

/** A credential whose token is that of the caller, exchanged. */
export type CallerExchange = TokenCredentialConfig & { readonly source: Oauth2Source };

/** The content of `tools.lock` about a server: SHA-256 of the canonical text of each thing, by its name there. */
export interface LockedServer {
  /** Undefined where the server told none. */
  readonly instructions: string | undefined;
  readonly tools: ReadonlyMap<string, string>;
  readonly prompts: ReadonlyMap<string, string>;
  /** By their text. */
  readonly templates: ReadonlyMap<string, string>;
}

/** The cost of calls, in billionths of a US dollar; `callCost` adds it up. */
export interface McpPrice {
  readonly perRequestNanoUsd: number;
  /** By the server's own name of a tool: the cost of its calls besides. */
  readonly perToolCallNanoUsd: Readonly<Record<string, number>>;
}
