/** Registered names of OAuth (RFC 7523, 8693) that more than one source says. */

/** The type of an assertion that proves a client's identity. */
export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const jwtBearerGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
