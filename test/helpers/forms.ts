import type { IncomingMessage } from 'node:http';
import { begin } from './gateway.ts';

export interface TextPart {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: Buffer | string;
}

/** A form, written by hand as browsers do. */
export function formOf(
  boundary: string,
  parts: readonly TextPart[],
  around: { preamble?: string; epilogue?: string } = {},
): Buffer {
  const chunks: Buffer[] = [];
  if (around.preamble !== undefined) chunks.push(Buffer.from(`${around.preamble}\r\n`));
  for (const { name, filename, type, content } of parts) {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    chunks.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${kind}\r\n`),
    );
    chunks.push(Buffer.from(content), Buffer.from('\r\n'));
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n${around.epilogue ?? ''}`));
  return Buffer.concat(chunks);
}

/** The boundary of what `sendForm` sends. */
export const boundary = 'gateway-form-0123456789';

/** Sends a form to a gateway; bytes go as they are. */
export function sendForm(
  gateway: { readonly port: number; readonly ca: string },
  path: string,
  form: readonly TextPart[] | Buffer,
  { key, headers }: { readonly key?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<IncomingMessage> {
  const body = Buffer.isBuffer(form) ? form : formOf(boundary, form);
  return begin(gateway, path, {
    body,
    ...(key !== undefined && { key }),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  });
}
