import { type Literal, textOf } from '../json/json-node.ts';
import { innerOf } from '../json/literal.ts';
import type { Base64Source } from '../neutral/turn-request.ts';

/** The longest head of a data URL that is looked for. */
const longestHead = 512;

/**
 * The content of a data URL; undefined for other text, `unfit` for one without base64. Only its head is decoded: the
 * rest may be many megabytes.
 */
export function readDataUrl(literal: Literal): Base64Source | 'unfit' | undefined {
  const inner = innerOf(literal);
  if (!/^data:/i.test(inner)) return undefined;
  const comma = inner.slice(0, longestHead).indexOf(',');
  if (comma === -1) return 'unfit';
  const head = textOf(`"${inner.slice(0, comma)}"` as Literal);
  const [type = '', ...parameters] = head.slice('data:'.length).split(';');
  if (parameters.at(-1)?.trim().toLowerCase() !== 'base64') return 'unfit';
  return { kind: 'base64', mediaType: mediaTypeOf(type), data: inner.slice(comma + 1) };
}

/** A media type without parameters, in lower case and in its usual spelling. */
export function mediaTypeOf(type: string): string {
  const [bare = ''] = type.split(';');
  const lower = bare.trim().toLowerCase();
  return lower === 'image/jpg' ? 'image/jpeg' : lower;
}

/** JSON text of a data URL. */
export function dataUrl({ mediaType, data }: Base64Source): Literal {
  return `"data:${mediaType};base64,${data}"` as Literal;
}

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html',
  txt: 'text/plain',
  md: 'text/markdown',
};

/** The media type of a file by its name; undefined where that does not tell. */
export function typeByName(filename: string): string | undefined {
  return types[/\.([A-Za-z0-9]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''];
}

/** The extension of a media type of documents, as Bedrock names formats; undefined where it has none. */
export function extensionOf(mediaType: string): string | undefined {
  return Object.keys(types).find((extension) => types[extension] === mediaType);
}
