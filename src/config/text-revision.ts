/**
 * Identifies the reviewed part of a configuration: its text, as it lies in a repository. Secrets, certificates and keys
 * reach a host in other ways.
 */
import { createHash } from 'node:crypto';
import { count, shortened } from './text/files.ts';
import type { Source } from './text/source.ts';

/**
 * The reviewed files of a load, the main file first, `tools.lock` last. Their places are no part of what is reviewed: a file is the same
 * wherever it was checked out.
 */
export function reviewedSources(main: Source, others: readonly Source[]): readonly Source[] {
  return [main, ...others];
}

/** First 12 hex digits of SHA-256 over the texts, in their order. A byte order mark is no part of a text. */
export function textRevision(sources: readonly Source[]): string {
  const digest = createHash('sha256');
  for (const { text } of sources) count(digest, Buffer.from(text));
  return shortened(digest);
}
