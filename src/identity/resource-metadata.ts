/** The metadata of this gateway as a protected resource, for clients (RFC 9728). */
import type { IdentityConfig } from '../config/types/identity.ts';

/** The path of the metadata of a resource without a path. */
export const wellKnown = '/.well-known/oauth-protected-resource';

/** The URL of a resource's metadata, with the resource's path at the end (RFC 9728, 3.1). */
export function metadataUrlOf(resource: string): string {
  const { origin } = new URL(resource);
  return origin + metadataPathOf(resource);
}

export function metadataPathOf(resource: string): string {
  const { pathname } = new URL(resource);
  return pathname === '/' ? wellKnown : wellKnown + pathname;
}

export function metadataOf(resource: string, { issuers }: Pick<IdentityConfig, 'issuers'>): object {
  return {
    resource,
    authorization_servers: [...issuers.values()].map(({ issuer }) => issuer),
    bearer_methods_supported: ['header'],
  };
}
