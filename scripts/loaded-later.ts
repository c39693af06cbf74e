/** Packages that most starts do not load, or that look for files of their own. They are in no bundle of the build. */
export const loadedLater = [
  '@aws-sdk/credential-provider-node',
  '@opentelemetry/*',
  '@peculiar/x509',
  'node-sqlite3-wasm',
  'openid-client',
  'redis',
  'ws',
];
