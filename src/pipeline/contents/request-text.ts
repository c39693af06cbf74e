import type { FormBody } from '../../api/body/multipart/form-body.ts';
import type { KeptText } from '../../observe/kept-content.ts';
import type { Exchange } from '../exchange.ts';

const nothing: KeptText = { kind: 'none', pieces: [], bytes: 0 };

/**
 * The text of a request, up to a number of bytes. A larger one is copied, so that no more of it is held; a smaller one
 * uses the body's own memory.
 */
export function requestText({ body }: Exchange, mostBytes: number): KeptText {
  switch (body?.kind) {
    case 'json':
    case 'object':
      return bounded(body.bytes, mostBytes);
    case 'multipart':
      return bounded(Buffer.from(JSON.stringify(fieldsOf(body))), mostBytes);
    default:
      // A body that is sent as it arrives is not held, and so not kept.
      return nothing;
  }
}

function bounded(text: Buffer, mostBytes: number): KeptText {
  const { length: bytes } = text;
  if (bytes <= mostBytes) return { kind: 'json', pieces: [text], bytes };
  return { kind: 'text', pieces: [Buffer.from(text.subarray(0, mostBytes))], bytes };
}

/** The texts of a form, by the names of their parts; for a file, its known facts. */
function fieldsOf({ parts, bytes }: FormBody): object {
  const fields: Record<string, unknown> = Object.create(null);
  for (const { name, isFile, contentType, from, to } of parts) {
    const said = isFile ? { file: contentType ?? null, bytes: to - from } : bytes.toString('utf8', from, to);
    const before = fields[name];
    fields[name] = before === undefined ? said : Array.isArray(before) ? [...before, said] : [before, said];
  }
  return fields;
}
