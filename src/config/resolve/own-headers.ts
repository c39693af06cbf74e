/** Headers that say how the message is framed or where it goes; ours to set. */
export const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that requests have from the gateway itself. */
export const gatewaysOwn: ReadonlySet<string> = new Set([
  'accept-encoding',
  'x-gateway-hops',
  'x-request-id',
]);
