/** The assumed size of a token before anybody has counted: bytes of text, roughly. */
export const bytesPerToken = 4;
