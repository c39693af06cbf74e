import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals a text (AES-256-GCM): it can neither be read nor altered without the key.
 *
 * @param key 32 bytes.
 */
export function sealed(key: Buffer, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** The text that was sealed with the same key; undefined for anything else. */
export function opened(key: Buffer, seal: string): string | undefined {
  const bytes = Buffer.from(seal, 'base64url');
  const bodyFrom = nonceBytes + tagBytes;
  if (bytes.length < bodyFrom) return undefined;
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), options);
  decipher.setAuthTag(bytes.subarray(nonceBytes, bodyFrom));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(bodyFrom)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
