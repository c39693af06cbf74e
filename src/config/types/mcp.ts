import type { BackendConfig } from './backends.ts';
import type { SourcePosition } from './source-position.ts';

/** Servers of the Model Context Protocol, and where clients find them. */
export interface McpConfig {
  readonly at: SourcePosition;
  /** Where all servers are together; `PATH/NAME` is one of them. */
  readonly path: string;
  /** In the order of the file. */
  readonly servers: ReadonlyMap<string, McpServerConfig>;
}

/** A server whose tools, prompts and resources keys may use. */
export interface McpServerConfig {
  readonly name: string;
  readonly at: SourcePosition;
  /** Where it is asked, as a backend is. */
  readonly server: BackendConfig;
  /** The request path of its URL, with its query. */
  readonly path: string;
  /** Globs over its own names of tools: those that are offered at all. */
  readonly tools: readonly string[];
  /** Whether its address may be one of this host or of a private network. */
  readonly isPrivateAllowed: boolean;
  /** Where it demands sessions: whose one is. */
  readonly sessions: 'caller' | 'shared';
}
