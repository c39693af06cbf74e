/** What a request is taken to use before anybody has counted: text in bytes for each token, roughly. */
export const bytesPerToken = 4;
