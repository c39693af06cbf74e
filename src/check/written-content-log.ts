import type { ContentLogConfig, ContentPlace } from '../config/types/contents.ts';

/** `content_log` in the fields of the file; undefined without one. */
export function writtenContentLog(config: ContentLogConfig | undefined): object | undefined {
  if (config === undefined) return undefined;
  const { place, maxBytes, ...rest } = config;
  return { ...rest, maxSizeBytes: maxBytes, ...writtenPlace(place) };
}

function writtenPlace(place: ContentPlace): object {
  switch (place.kind) {
    case 'file':
      return { file: place.dir, keepMs: place.keepMs };
    case 's3': {
      const { kind: _, ...bucket } = place;
      return { s3: bucket };
    }
    case 'otlp':
      return { otlp: place.url, headers: place.headers };
  }
}
