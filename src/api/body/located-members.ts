/**
 * Members of a body's root that the one scan of it locates: what the gateway itself writes, and what the forms of clouds
 * (`api/wires/`) have in other places than the client's.
 */
export const locatedMembers: readonly string[] = [
  'model',
  'models',
  'tags',
  'stream',
  'stream_options',
  'anthropic_version',
  'anthropic_beta',
];
