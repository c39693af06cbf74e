/**
 * Amazon's own provider of keys, an optional dependency: whoever reads the configuration says where it is missing, and the
 * process that renews loads it where something has to be looked for.
 */
export const awsLibrary = '@aws-sdk/credential-provider-node';

/** Newer ones may want a newer Node.js. */
export const awsLibraryVersion = '3.972.98';
