/**
 * Request bodies: what routing needs from them, the rules that are enforced, and the few edits that are made on
 * the way to a backend. A body stays the bytes that the client sent; edits are slices around byte offsets.
 */
import { GatewayError } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { type EndpointName, perEndpoint, type ServedEndpoint } from '../endpoints/index.ts';
import { enforcedFields } from './body-schemas.ts';
import * as generated from './generated/bodies.generated.js';
import { type Member, type ScanOptions, scanObject } from './scan-json.ts';
import { checkTags } from './wanted-tags.ts';

/**
 * Fields that decide where a request goes, or what is counted for it. In another case they are nothing here, but some
 * backends' decoders take them for the field: a key would use a model that it may not, or tokens that it has not.
 */
const guarded = [
  'model',
  'models',
  'tags',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'n',
  'best_of',
];

const validators: Readonly<Record<EndpointName, generated.BodyValidator>> = { ...generated };

/** How the error for each field says what it must be. */
const expectations = perEndpoint(enforcedFields);

const limits: ScanOptions = {
  wanted: ['model', 'models', 'tags', 'stream', 'stream_options'],
  guarded,
  maxDepth: 128,
  maxValues: 200_000,
};

/** Fields that decide where a request goes: two of a name could be read one way here, another by a backend. */
const routed: ReadonlySet<string> = new Set(['model', 'models', 'tags', 'stream']);

const maxModelLength = 256;
/** No string of 256 characters needs more bytes: each is at most a pair of `\uXXXX` escapes. */
const maxModelBytes = maxModelLength * 12;
/** No tag of 64 bytes needs more: each is at most one `\uXXXX` escape. */
const maxTagSource = 64 * 6;

/** A body that has been read and found to keep the rules. */
export interface ScannedBody {
  readonly endpoint: ServedEndpoint;
  /** The bytes as they came. */
  readonly body: Buffer;
  readonly model: string | undefined;
  /** Empty when absent. With no `model`, it names at least one. */
  readonly models: readonly string[];
  /** undefined when absent or null; an empty list counts as given. */
  readonly tags: readonly string[] | undefined;
  /** The answer is to come as events. */
  readonly stream: boolean;
  /** The largest of the bounds that the endpoint knows. */
  readonly maxTokens: number | undefined;
  /** How many answers it asks for, at least 1. */
  readonly copies: number;
  /** `stream_options.include_usage`; undefined where the request leaves it unset. */
  readonly includeUsage: boolean | undefined;
  /** The body with long strings shortened: for looking at its shape, never for sending on. */
  readonly parsed: JsonObject;
  /** Length of the body. */
  readonly bytes: number;
  /** How many data URLs and base64 files it holds, and how many of its bytes are theirs. */
  readonly blocks: number;
  readonly blockBytes: number;
  /** Where the fields stand that may be edited. */
  readonly members: ReadonlyMap<string, Member>;
  readonly rootAt: number;
}

/**
 * Reads a request body and holds it to the rules of its endpoint.
 *
 * @throws GatewayError `invalid_json` or `invalid_value` (with `param`); the message never repeats the body
 */
export function scanBody(body: Buffer, endpoint: ServedEndpoint): ScannedBody {
  const { parsed, members, duplicates, impostor, rootAt, blocks, blockBytes } = scanObject(body, limits);
  for (const name of duplicates) {
    if (routed.has(name)) throw invalid(name, `\`${name}\` stands twice in the body; send it once.`);
  }
  if (impostor !== undefined) {
    throw invalid(
      impostor,
      `A field of the body is \`${impostor}\` but for its case; write it in lower case, or leave it out.`,
    );
  }
  const validate = validators[endpoint.name];
  if (!validate(parsed)) throw brokenRule(endpoint, validate.errors?.[0]);

  // The validator has seen to the types.
  const model = (parsed['model'] as string | null | undefined) ?? undefined;
  const models = (parsed['models'] as readonly string[] | null | undefined) ?? [];
  const tags = (parsed['tags'] as readonly string[] | null | undefined) ?? undefined;
  checkModel(endpoint, model, models, members.get('model'));
  if (tags !== undefined) {
    if (members.get('tags')!.longest > maxTagSource) throw expected(endpoint, 'tags');
    checkTags(tags, '`tags`');
  }
  return {
    endpoint,
    body,
    model,
    models,
    tags,
    stream: asksForStream(parsed, endpoint),
    maxTokens: largestOf(parsed, endpoint.estimate.maximum),
    copies: Math.max(1, largestOf(parsed, endpoint.estimate.copies) ?? 1),
    includeUsage: includeUsageOf(parsed),
    parsed,
    bytes: body.length,
    blocks,
    blockBytes,
    members,
    rootAt,
  };
}

const noBytes = Buffer.alloc(0);
const nothingParsed: JsonObject = {};
const noMembers: ScannedBody['members'] = new Map();

/** What is left of a body when it is freed: what routing and the log know of it. It can't be rewritten any more. */
export function withoutBytes(scanned: ScannedBody): ScannedBody {
  return { ...scanned, body: noBytes, parsed: nothingParsed, members: noMembers };
}

function checkModel(
  endpoint: ServedEndpoint,
  model: string | undefined,
  models: readonly string[],
  member: Member | undefined,
): void {
  if (model === undefined) {
    if (models.length === 0) throw invalid('model', '`model` is missing; name the model to use.');
    return;
  }
  // Counting characters costs more than counting UTF-16 units, of which there are never fewer.
  const isLong = model.length > maxModelLength && [...model].length > maxModelLength;
  if (isLong || member!.longest > maxModelBytes) throw expected(endpoint, 'model');
}

/** Whether the answer is to come as events, on an endpoint that has such answers. */
export function asksForStream(parsed: JsonObject, { answer }: ServedEndpoint): boolean {
  return parsed['stream'] === true && answer.includes('events');
}

function largestOf(parsed: JsonObject, names: readonly string[] = []): number | undefined {
  let largest: number | undefined;
  for (const name of names) {
    const value = parsed[name];
    if (typeof value === 'number' && value >= (largest ?? 0)) largest = value;
  }
  return largest;
}

function includeUsageOf(parsed: JsonObject): boolean | undefined {
  const options = parsed['stream_options'] ?? undefined;
  if (options === undefined) return undefined;
  if (!isObject(options)) return false; // not ours to judge, and nothing to add to
  const value = options['include_usage'] ?? undefined;
  return value === undefined ? undefined : value === true;
}

function brokenRule(endpoint: ServedEndpoint, problem: generated.BodyProblem | undefined): GatewayError {
  const path = problem?.instancePath.split('/').slice(1) ?? [];
  const missing = problem?.params['missingProperty'];
  if (typeof missing === 'string') {
    if (path.length === 0)
      return invalid(missing, `\`${missing}\` is missing; it must be ${mustBe(endpoint, missing)}.`);
    path.push(missing);
  }
  return expected(endpoint, path[0] ?? '', path);
}

/** A field that is not what it must be. Only positions and names of ours are in the path. */
function expected(endpoint: ServedEndpoint, field: string, path: readonly string[] = [field]): GatewayError {
  const place = path.map((step, index) =>
    /^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`,
  );
  const detail = path.length > 1 ? ` (see \`${place.join('')}\`)` : '';
  return invalid(field, `\`${field}\` must be ${mustBe(endpoint, field)}${detail}.`);
}

function mustBe({ name }: ServedEndpoint, field: string): string {
  return expectations[name][field]?.must ?? 'something else';
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', message, { param });
}
