import { createHash } from 'node:crypto';
import type { BackendConfig } from '../config/types/backends.ts';
import type { CredentialSource } from '../config/types/credentials.ts';

/** A source that is renewed, and who uses it. */
export interface SourceUse {
  /** Of all that the source is made of, secrets included: what differs in any field is another source. */
  readonly id: string;
  readonly source: CredentialSource;
  /** Names, in the order of the file. At least one; the first is what the source is called. */
  readonly backends: readonly string[];
}

/** The sources of backends, each once. */
export function sourcesOf(
  backends: Iterable<Pick<BackendConfig, 'name' | 'credential'>>,
): readonly SourceUse[] {
  const found = new Map<string, { id: string; source: CredentialSource; backends: string[] }>();
  for (const { name, credential } of backends) {
    if (credential === undefined || credential.kind === 'static') continue;
    const { source } = credential;
    const id = sourceId(source);
    const use = found.get(id) ?? { id, source, backends: [] };
    use.backends.push(name);
    found.set(id, use);
  }
  return [...found.values()];
}

/** It names the source within the gateway alone: a short secret could be guessed from it. */
export function sourceId(source: CredentialSource): string {
  return createHash('sha256').update(canonical(source)).digest('base64url');
}

/** JSON that does not depend on the order of fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
