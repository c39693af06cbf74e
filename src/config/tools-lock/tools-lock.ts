/**
 * `tools.lock`: what servers of tools have been found to offer, whole, for review. It lies beside the configuration, which
 * holds a server with `pin: lock` to it.
 */
import { canonicalDigest, type WrittenJson } from '../../lib/json/written-json.ts';
import type { LockedServer } from '../types/mcp.ts';

/** One entry: the whole of what a client would be told, and its digest. */
export interface LockEntry {
  /** SHA-256 of the canonical text of `whole`, in hexadecimal. */
  readonly sha256: string;
  readonly whole: WrittenJson;
}

/** The parts of a server, in the order in which the file has them. */
export const lockedKinds = ['tools', 'prompts', 'templates'] as const;
export type LockedKind = (typeof lockedKinds)[number];

/** The entries of one server, by the server's own names. */
export interface ServerEntries extends Readonly<Record<LockedKind, ReadonlyMap<string, LockEntry>>> {
  readonly instructions: LockEntry | undefined;
}

/** By the names of servers. */
export type ToolsLock = ReadonlyMap<string, ServerEntries>;

export const toolsLockName = 'tools.lock';
export const toolsLockVersion = 1;

/** An entry with the digest that it comes to. */
export function lockEntry(whole: WrittenJson): LockEntry {
  return { sha256: canonicalDigest(whole), whole };
}

/** The digests that a server is held to, by names. */
export function lockedServer({ instructions, tools, prompts, templates }: ServerEntries): LockedServer {
  const digests = (entries: ReadonlyMap<string, LockEntry>) =>
    new Map([...entries].map(([name, { sha256 }]) => [name, sha256]));
  return {
    instructions: instructions?.sha256,
    tools: digests(tools),
    prompts: digests(prompts),
    templates: digests(templates),
  };
}
