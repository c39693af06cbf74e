/** Patterns that grant names of MCP servers: `server/tool`, `server/prompt:name`, `server/resource:URI`, or `*`. */

import { compileGlob } from '../../lib/glob.ts';

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

/** Something of a server. */
export interface AskedTool {
  readonly server: string;
  readonly kind: ToolKind;
  readonly name: string;
}

/** Reads `SERVER/TOOL`, `SERVER/prompt:NAME` or `SERVER/resource:URI`; undefined for anything else, patterns too. */
export function parseTool(text: string): AskedTool | undefined {
  const { server, kind, name } = parseToolPattern(text) ?? {};
  if (server === undefined || kind === undefined || kind === 'any' || name === undefined) return undefined;
  return server.includes('*') || name.includes('*') ? undefined : { server, kind, name };
}

/** The same of one thing, whatever its name holds: a server may call a tool `a b` or `*`, which no pattern names alone. */
export function parseExactTool(text: string): AskedTool | undefined {
  const [, server, kind, name] = /^([a-z0-9-]+)\/(?:(prompt|resource):)?(.+)$/s.exec(text) ?? [];
  if (server === undefined || name === undefined) return undefined;
  return { server, kind: (kind as ToolKind | undefined) ?? 'tool', name };
}

/** A name as patterns have it: `github/get_issue`, `github/prompt:review`, `docs/resource:file:///a.md`. */
export function toolText(server: string, kind: ToolKind, name: string): string {
  return kind === 'tool' ? `${server}/${name}` : `${server}/${kind}:${name}`;
}

/** The most of a name that people are shown. */
const longestShown = 200;

/** A name that a server has chosen, as people are shown it: cut, and without characters that a terminal acts on. */
export function shownToolName(name: string): string {
  const cut = name.length > longestShown ? `${name.slice(0, longestShown)}…` : name;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '?');
}

/** Patterns taken apart; a text that is none is left out. */
export function parsePatterns(texts: readonly string[]): readonly ToolPattern[] {
  return texts.flatMap((text) => parseToolPattern(text) ?? []);
}

/** The globs over names that patterns allow of one server and kind. */
export function namesIn(patterns: readonly ToolPattern[], server: string, kind: ToolKind): readonly string[] {
  return patterns
    .filter((pattern) => pattern.kind === kind || pattern.kind === 'any')
    .filter((pattern) => compileGlob(pattern.server)(server))
    .map(({ name }) => name);
}

/** True if a pattern allows a name of a server. */
export function patternAllows(pattern: ToolPattern, server: string, kind: ToolKind, name: string): boolean {
  return namesIn([pattern], server, kind).some((glob) => compileGlob(glob)(name));
}
