/** The supported revisions of the Model Context Protocol, towards clients and servers. */

/** The revision without sessions: every request is complete by itself. */
export const modernVersion = '2026-07-28';

/** The revisions that begin with `initialize`, the latest first. */
export const olderVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** All revisions, the latest first. */
export const knownVersions: readonly string[] = [modernVersion, ...olderVersions];

/** The revision of a client that names none, as clients of that revision do. */
export const unnamedVersion = '2025-03-26';

/** The one revision in which several messages may come in an array. */
export const arrayVersion = '2025-03-26';

/** True for a revision that begins with `initialize`. */
export function isOlder(version: string): boolean {
  return olderVersions.includes(version);
}

/** True for a supported revision. */
export function isKnown(version: string): boolean {
  return version === modernVersion || isOlder(version);
}

/** The revision in the answer to `initialize`: the client's own, or the latest that clients of that kind know. */
export function negotiatedVersion(asked: unknown): string {
  return typeof asked === 'string' && isOlder(asked) ? asked : olderVersions[0]!;
}

/** Names of members of `_meta`; every request of the new revision has the first three. */
export const metaNames = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** A program's name and version, as both sides send theirs. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
}

/** The members of `_meta` that every request of the new revision has, for a client without capabilities. */
export function metaWithoutCapabilities(self: Implementation): object {
  return {
    [metaNames.protocolVersion]: modernVersion,
    [metaNames.clientInfo]: self,
    [metaNames.clientCapabilities]: {},
  };
}
