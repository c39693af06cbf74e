/** The header of a client that shows its secret; both parts are encoded as in a form (RFC 6749, 2.3.1). */
export function basicAuthorization(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64')}`;
}

/** A colon or a space in a secret would else be another secret. */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
