/** Patterns that grant names of MCP servers: `server/tool`, `server/prompt:name`, `server/resource:URI`, or `*`. */

export type ToolKind = 'tool' | 'prompt' | 'resource';

export const toolKinds: readonly ToolKind[] = ['tool', 'prompt', 'resource'];

/** A pattern, taken apart. */
export interface ToolPattern {
  /** A glob. */
  readonly server: string;
  /** `any` for everything that a server has. */
  readonly kind: ToolKind | 'any';
  /** A glob over names, or over URIs of resources. */
  readonly name: string;
}

const everything: ToolPattern = { server: '*', kind: 'any', name: '*' };

/** Takes a pattern apart; undefined where it is none. */
export function parseToolPattern(text: string): ToolPattern | undefined {
  if (text === '*') return everything;
  const [, server, kind, name] = /^([a-z0-9*-]+)\/(?:(prompt|resource):)?(\S+)$/.exec(text) ?? [];
  if (server === undefined || name === undefined || /^(?:prompt|resource):$/.test(name)) return undefined;
  return { server, kind: (kind as ToolKind | undefined) ?? 'tool', name };
}

/** A name as patterns have it: `github/get_issue`, `github/prompt:review`, `docs/resource:file:///a.md`. */
export function toolText(server: string, kind: ToolKind, name: string): string {
  return kind === 'tool' ? `${server}/${name}` : `${server}/${kind}:${name}`;
}
