/** Images and files as OpenAI's dialects have them: URLs, data URLs, base64 with a name. */
import { type Literal, textOf } from '../../json/json-node.ts';
import { innerOf } from '../../json/literal.ts';
import type { Base64Source, ImageBlock } from '../../neutral/turn-request.ts';
import { readDataUrl, typeByName } from '../../shared/data-url.ts';
import type { Draft } from './request-draft.ts';

const notBase64 = 'its data URL is not in base64';

/** @returns undefined where it can't be said by anyone, which is noted. */
export function imageSource(url: Literal, path: string, draft: Draft): ImageBlock['source'] | undefined {
  const source = readDataUrl(url);
  if (source === undefined) return { kind: 'url', url };
  if (source !== 'unfit' && source.mediaType !== '') return source;
  draft.never(path, source === 'unfit' ? notBase64 : 'its data URL names no media type');
  return undefined;
}

/** The content of `file_data`; its type is in its data URL, else it follows from its name. */
export function fileSource(
  data: Literal,
  filename: Literal | undefined,
  path: string,
  draft: Draft,
): Base64Source | undefined {
  const source = readDataUrl(data);
  if (source === 'unfit') {
    draft.never(path, notBase64);
    return undefined;
  }
  if (source !== undefined && source.mediaType !== '') return source;
  const mediaType = filename && typeByName(textOf(filename));
  if (mediaType === undefined) {
    draft.never(path, 'neither a data URL nor `filename` tells the type of its file');
    return undefined;
  }
  return { kind: 'base64', mediaType, data: source?.data ?? innerOf(data) };
}
