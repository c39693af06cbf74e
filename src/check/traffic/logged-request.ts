/** The routing-relevant parts of a line of the access log. */
import type { EndpointName } from '../../api/endpoints/index.ts';
import { parseObject } from '../../lib/json.ts';

export interface LoggedRequest {
  readonly id: string | undefined;
  /** ISO 8601, as in the log. */
  readonly time: string | undefined;
  readonly key: string;
  readonly endpoint: EndpointName;
  readonly model: string;
  /** The models that the request named after it. */
  readonly models: readonly string[];
  /** All wanted tags: of the request, of its key and, with `infer: require`, of its body. */
  readonly tags: readonly string[];
  /** The capabilities that the body uses. */
  readonly needs: readonly string[];
  /** The client's address as far as `log.client_ip` shows it. */
  readonly client: string | undefined;
  /** The number of requests that the line stands for: more than one if the log keeps a share of them. */
  readonly weight: number;
}

/** A line without a request that could be planned. */
export type OtherLine =
  /** No JSON object, or one that is cut off. */
  | { readonly kind: 'unreadable' }
  /** It is about something else than a request. */
  | { readonly kind: 'aside' }
  /** It is of a version before the log had tags, chains and needs. */
  | { readonly kind: 'older' }
  /** A request whose fields are of other types, or longer, than this version writes. */
  | { readonly kind: 'unknown' }
  /** Answered before its model was known; `code` is that of the answer, such as `invalid_api_key`. */
  | { readonly kind: 'unrouted'; readonly code: string; readonly weight: number };

export type LogEntry = { readonly kind: 'request'; readonly request: LoggedRequest } | OtherLine;

/** The most characters of a name that the gateway itself writes, with some to spare, */
const longestName = 512;
/** and of all that a request asks for. */
const mostAsked = 16 * 1024;
const longestCode = 64;
const none: readonly string[] = [];

/**
 * Reads one line. Never throws.
 *
 * @param names The endpoints that requests are routed on
 */
export function readLogLine(line: string, names: ReadonlySet<string>): LogEntry {
  const fields = parseObject(line);
  if (fields === undefined) return { kind: 'unreadable' };
  if (fields['msg'] !== 'request') return { kind: 'aside' };
  if (fields['path'] === undefined) return { kind: 'older' };
  const { key, endpoint, model, code, sample, status } = fields;
  const [chain, tags, needs] = [fields['chain'], fields['tags'], fields['needs']].map(textsOf);
  const isKnown = [key, endpoint, model, code].every(isName) && (sample === undefined || isShare(sample));
  if (!isKnown || chain === undefined || tags === undefined || needs === undefined)
    return { kind: 'unknown' };
  if ([...chain, ...tags, ...needs].reduce((sum, { length }) => sum + length, 0) > mostAsked)
    return { kind: 'unknown' };
  const weight = sample === undefined ? 1 : 1 / (sample as number);
  const called = names.has(endpoint as string) ? (endpoint as EndpointName) : undefined;
  if (key === undefined || called === undefined || model === undefined) {
    const answered = status === undefined ? 'unknown' : String(status);
    return {
      kind: 'unrouted',
      code: ((code as string | undefined) ?? answered).slice(0, longestCode),
      weight,
    };
  }
  return {
    kind: 'request',
    request: {
      id: textOf(fields['id']),
      time: textOf(fields['time']),
      key: key as string,
      endpoint: called,
      model: model as string,
      models: chain.length === 0 ? chain : chain.slice(1),
      tags,
      needs,
      client: textOf(fields['client']),
      weight,
    },
  };
}

function isName(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.length <= longestName);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, longestName) : undefined;
}

/** Undefined for anything but a list of texts. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return none;
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 1;
}
