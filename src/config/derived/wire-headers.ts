import type { WireConfig } from '../types/backends.ts';

/** Lower-case names of headers that do not go along with messages there: what they say stands in the body. */
export const wireHeaders: Readonly<Record<WireConfig['kind'], readonly string[]>> = {
  vertex: ['anthropic-version'],
  bedrock: ['anthropic-version', 'anthropic-beta'],
};
