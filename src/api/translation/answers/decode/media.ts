import type { JsonObject } from '../../../../lib/json.ts';

/** Content other than text: images with a data URL, all else by its kind. */
export interface Media {
  readonly kind: string;
  readonly url?: string;
}

/** Data with its type, as in `inlineData` of the Gemini API. */
export function mediaOf({ mimeType, data }: JsonObject): Media {
  const type = typeof mimeType === 'string' ? mimeType : '';
  const kind = kindOf(type);
  if (kind !== 'images' || typeof data !== 'string') return { kind };
  return { kind, url: dataUrl(type, data) };
}

export function dataUrl(type: string, base64: string): string {
  return `data:${type};base64,${base64}`;
}

function kindOf(type: string): string {
  if (type.startsWith('image/')) return 'images';
  if (type.startsWith('audio/')) return 'audio';
  return type.startsWith('video/') ? 'videos' : 'files';
}
