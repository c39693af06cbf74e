import assert from 'node:assert/strict';
import type { BackendConfig } from '../../src/config/types/backends.ts';

/** The header value of a backend whose credential stands in the file; undefined where it has none. */
export function staticValue(backend: BackendConfig | undefined): string | undefined {
  const credential = backend?.credential;
  if (credential === undefined) return undefined;
  assert.equal(credential.kind, 'static');
  return credential.value;
}
