import busboy from 'busboy';
import type { Part } from '../../../../src/api/body/multipart/scan-form.ts';
import { scanForm } from '../../../../src/api/body/multipart/scan-form.ts';

/** Scans to the end. */
export function partsOf(bytes: Buffer, boundary: string): readonly Part[] {
  const steps = scanForm(bytes, boundary);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** What a part is to whoever reads the form. */
export interface ReadPart {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: Buffer;
}

/** How busboy reads a form that comes in pieces; undefined where it refuses it. */
export function readByBusboy(
  contentType: string,
  pieces: readonly Buffer[],
): Promise<ReadPart[] | undefined> {
  return new Promise((resolve) => {
    const parts: ReadPart[] = [];
    let reader: busboy.Busboy;
    try {
      reader = busboy({
        headers: { 'content-type': contentType },
        defParamCharset: 'latin1',
        limits: { fieldSize: 2 ** 30 },
      });
    } catch {
      return resolve(undefined);
    }
    reader.on('field', (name, value) => parts.push({ name, isFile: false, content: Buffer.from(value) }));
    reader.on('file', (name, stream) => {
      const chunks: Buffer[] = [];
      const part = { name, isFile: true, content: Buffer.alloc(0) };
      parts.push(part);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', () => resolve(undefined));
      stream.on('end', () => {
        part.content = Buffer.concat(chunks);
      });
    });
    reader.on('error', () => resolve(undefined));
    reader.on('close', () => resolve(parts));
    for (const piece of pieces) reader.write(piece);
    reader.end();
  });
}
