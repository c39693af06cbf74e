import { parseBackendUrl } from '../../backend-url.ts';
import type { ContentLog, ContentS3 } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { ContentLogConfig, ContentPlace } from '../../types/contents.ts';
import { resolveHeaders } from '../backends/headers.ts';
import { type Context, duration, fileAt, isAbsent, size, wrong } from '../context.ts';
import { checkReference, type Known } from '../names.ts';
import { checkSecret } from '../secrets.ts';

const places = ['file', 's3', 'otlp'] as const;
/** The path of logs, if a collector's URL has none (OpenTelemetry protocol, "OTLP/HTTP Request"). */
const logsPath = '/v1/logs';
const at = ['content_log'];

/** `content_log`: undefined where what it says can't be used, which is reported. */
export function resolveContentLog(
  context: Context,
  written: ContentLog,
  models: Known,
): ContentLogConfig | undefined {
  if (!context.intact(at)) return undefined;
  const keepMs = duration(context, [...at, 'keep'], written.keep);
  const place = resolvePlace(context, written, keepMs);
  checkModels(context, written.models, models);
  if (written.on_full === 'refuse' && written.sample < 1) {
    const message = 'with `on_full: refuse` everything is kept, and a sample is not everything';
    wrong(context, [...at, 'sample'], 'bad_content_log', message, {
      hint: 'take `sample` out, or write `on_full: drop`',
    });
  }
  const maxBytes = size(context, [...at, 'max_size'], written.max_size);
  if (place === undefined) return undefined;
  return {
    place,
    keys: written.keys,
    models: written.models,
    sample: written.sample,
    maxBytes,
    onFull: written.on_full,
    redact: written.redact,
  };
}

function resolvePlace(context: Context, written: ContentLog, keepMs: number): ContentPlace | undefined {
  const [named, ...others] = places.filter((place) => written[place] !== undefined);
  if (named === undefined) {
    context.report.atKey(context.tree, at, 'bad_content_log', 'has no place: `file`, `s3` or `otlp`', {
      hint: 'add `file: /var/lib/gateway/contents`, for one',
    });
    return undefined;
  }
  for (const other of others) {
    const message = `\`${named}\` names the place of contents already`;
    context.report.atKey(context.tree, [...at, other], 'bad_content_log', message, {
      hint: 'take one of the two out',
    });
  }
  refuseIdle(context, written, named);
  switch (named) {
    case 'file':
      return {
        kind: 'file',
        dir: isAbsent(context, [...at, 'file']) ? '' : fileAt(context, written.file!),
        keepMs,
      };
    case 's3':
      return resolveBucket(context, written.s3!);
    case 'otlp': {
      const headers = resolveHeaders(context, [...at, 'headers'], written.headers, undefined);
      const url = resolveUrl(context, [...at, 'otlp'], written.otlp!);
      if (url !== undefined && url.pathname === '/') url.pathname = logsPath;
      return url && { kind: 'otlp', url: url.href, headers };
    }
  }
}

/** Refuses settings without effect at the named place: a reader would believe that they apply. */
function refuseIdle(context: Context, written: ContentLog, named: (typeof places)[number]): void {
  if (named !== 'otlp' && Object.keys(written.headers).length > 0) {
    const message = 'headers are sent to a collector, and `otlp` names none';
    context.report.atKey(context.tree, [...at, 'headers'], 'bad_content_log', message);
  }
}

function resolveBucket(context: Context, s3: ContentS3): ContentPlace | undefined {
  const path = [...at, 's3'];
  const { bucket, region, prefix } = s3;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    const message = 'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens';
    wrong(context, [...path, 'bucket'], 'wrong_value', message);
  }
  if (!/^[a-z0-9-]{1,64}$/.test(region)) {
    wrong(context, [...path, 'region'], 'wrong_value', 'must be a region, such as eu-central-1');
  }
  for (const field of ['access_key', 'secret_key', 'session_token'] as const) {
    const secret = s3[field];
    if (secret !== undefined) checkSecret(context, [...path, field], secret);
  }
  const base =
    s3.url === undefined ? new URL('https://unset.invalid') : resolveUrl(context, [...path, 'url'], s3.url);
  if (base === undefined) return undefined;
  // A name with dots is no host that a certificate of Amazon's is for.
  const own = bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
  return {
    kind: 's3',
    url: s3.url === undefined ? own : `${base.origin}${base.pathname.replace(/\/+$/, '')}/${bucket}`,
    region,
    prefix,
    accessKey: s3.access_key,
    secretKey: s3.secret_key,
    sessionToken: s3.session_token,
  };
}

/** Undefined where it is no URL that anything can be sent to, which is reported. */
function resolveUrl(context: Context, path: Path, written: string): URL | undefined {
  if (isAbsent(context, path)) return new URL('http://unset.invalid');
  const url = parseBackendUrl(written);
  if ('message' in url) {
    wrong(context, path, url.name, url.message, { hint: url.hint });
    return undefined;
  }
  return new URL(written);
}

/**
 * A pattern may come to match something later; a model that is not there is a slip. Names of keys are not looked up: keys
 * come and go by command.
 */
function checkModels(context: Context, names: readonly string[], models: Known): void {
  for (const [index, name] of names.entries()) {
    if (name.includes('*')) continue;
    checkReference(context, [...at, 'models', index], name, models, 'unknown_model', 'model');
  }
}
