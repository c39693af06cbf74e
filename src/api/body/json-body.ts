/** Bodies that are JSON objects: what the gateway reads of them, and the rules that are enforced. */
import { GatewayError } from '../../errors.ts';
import { BytesInPieces } from '../../lib/bytes/bytes-in-pieces.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { countedFields } from '../endpoints/counted-fields.ts';
import { type BuiltInName, perEndpoint, type ServedEndpoint } from '../endpoints/index.ts';
import { type NestedModels, nestingFields } from '../endpoints/nested-models.ts';
import { type RequestUnits, requestUnits } from './billable-units.ts';
import { bodyLimits, maxModelLength } from './body-limits.ts';
import { enforcedFields } from './body-schemas.ts';
import { askedAnswer, type BodySummary } from './body-summary.ts';
import * as generated from './generated/bodies.generated.js';
import { inferredCapabilities } from './inferred-capabilities.ts';
import { locatedMembers } from './located-members.ts';
import { nestedModels } from './nested-models.ts';
import { type BodyChanges, type EncodedBody, rewriteBody, type Spliced } from './rewrite-body.ts';
import { type Member, type ScanOptions, scanObject } from './scan-json.ts';
import { checkTags } from './wanted-tags.ts';

/**
 * Fields that decide where a request goes, or what is counted for it, on whatever endpoint. In another case they are nothing here, but some
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
  ...nestingFields,
];

/** Those that name what a backend keeps, have it kept, or have its answer made later. */
const ofObjects = ['previous_response_id', 'conversation', 'background', 'store', 'prompt'];

const validators: Readonly<Partial<Record<BuiltInName, generated.BodyValidator>>> = { ...generated };

/** The texts of errors about each field. */
const expectations = perEndpoint(enforcedFields);

/** The options by which the body of each endpoint is scanned. */
const limits: Readonly<Record<BuiltInName, ScanOptions>> = perEndpoint((endpoint) => ({
  wanted: locatedMembers,
  guarded: [
    ...new Set([
      ...guarded,
      ...Object.keys(enforcedFields(endpoint)),
      ...countedFields(endpoint.estimate),
      ...(endpoint.keeps === undefined ? [] : ofObjects),
    ]),
  ],
  once: nestingFields,
  ...bodyLimits,
}));

/** Fields that decide where a request goes: two of a name could be read one way here, another by a backend. */
const routed: ReadonlySet<string> = new Set(['model', 'models', 'tags', 'stream', ...nestingFields]);

/** No string of 256 characters needs more bytes: each is at most a pair of `\uXXXX` escapes. */
const maxModelBytes = maxModelLength * 12;
/** No tag of 64 bytes needs more: each is at most one `\uXXXX` escape. */
const maxTagSource = 64 * 6;

/** The results of scanning a body. */
interface Found {
  readonly summary: BodySummary;
  readonly skeleton: JsonObject;
  readonly isWhole: boolean;
  readonly members: ReadonlyMap<string, Member>;
  readonly rootAt: number;
  readonly hasDuplicates: boolean;
  readonly namesModel: boolean;
  readonly hasSeals: boolean;
  readonly modelField?: string;
  readonly staysWithoutModel?: boolean;
}

/** A JSON object that has been read and found to keep the rules of its endpoint. It stays the bytes that came. */
export class JsonBody implements Spliced {
  readonly kind = 'json';
  readonly summary: BodySummary;
  readonly source: BytesInPieces;
  /** The object with long strings shortened: for looking at its shape, never for sending on. */
  readonly skeleton: JsonObject;
  /** The places of the editable fields. */
  readonly members: ReadonlyMap<string, Member>;
  readonly rootAt: number;
  readonly hasDuplicates: boolean;
  /** Nothing of it is shortened in the skeleton. */
  readonly isWhole: boolean;
  readonly namesModel: boolean;
  readonly modelField: string;
  readonly staysWithoutModel: boolean;
  /** A string in it begins as the gateway's own seals do. */
  readonly hasSeals: boolean;
  #document: JsonObject | undefined;

  constructor(source: BytesInPieces, found: Found) {
    const { summary, skeleton, isWhole, members, rootAt, hasDuplicates, namesModel } = found;
    this.source = source;
    this.summary = summary;
    this.skeleton = skeleton;
    this.members = members;
    this.rootAt = rootAt;
    this.hasDuplicates = hasDuplicates;
    this.isWhole = isWhole;
    this.namesModel = namesModel;
    this.modelField = found.modelField ?? 'model';
    this.staysWithoutModel = found.staysWithoutModel ?? false;
    this.hasSeals = found.hasSeals;
    this.#document = isWhole ? skeleton : undefined;
  }

  /** All of it in one piece, which is made where it came in several. */
  get bytes(): Buffer {
    return this.source.joined;
  }

  /** The capabilities that it makes use of. */
  needs(): readonly string[] {
    return inferredCapabilities(this.skeleton, this.summary.endpoint);
  }

  /** All of it, parsed when it is first asked for. It belongs to all who ask: nobody changes it. */
  document(): JsonObject {
    this.#document ??= JSON.parse(this.bytes.toString()) as JsonObject;
    return this.#document;
  }

  /** The body for a backend. */
  encode(changes: BodyChanges): EncodedBody {
    return rewriteBody(this, changes);
  }
}

/**
 * Reads a request body and holds it to the rules of its endpoint.
 *
 * @param defaultModel The model of a body that names none.
 * @throws GatewayError `invalid_json` or `invalid_value` (with `param`); the message never repeats the body
 */
export function readJsonBody(
  body: BytesInPieces | Buffer,
  endpoint: ServedEndpoint,
  defaultModel?: string,
): JsonBody {
  const source = body instanceof BytesInPieces ? body : new BytesInPieces([body]);
  return new JsonBody(
    source,
    source.look((bytes) => foundIn(bytes, endpoint, defaultModel)),
  );
}

function foundIn(bytes: Buffer, endpoint: ServedEndpoint, defaultModel: string | undefined): Found {
  const { parsed, isWhole, members, duplicates, impostor, rootAt, blocks, blockBytes, hasSeals } = scanObject(
    bytes,
    limits[endpoint.name as BuiltInName],
  );
  for (const name of duplicates) {
    if (routed.has(name)) throw invalid(name, `\`${name}\` occurs twice in the body; send it once.`);
  }
  if (impostor !== undefined) {
    throw invalid(
      impostor,
      `A field of the body is \`${impostor}\` but for its case; name it \`${impostor}\`, or leave it out.`,
    );
  }
  const validate = validators[endpoint.name as BuiltInName]!;
  if (!validate(parsed)) throw brokenRule(endpoint, validate.errors?.[0]);

  // The validator has seen to the types.
  const named = (parsed['model'] as string | null | undefined) ?? undefined;
  const models = (parsed['models'] as readonly string[] | null | undefined) ?? [];
  const tags = (parsed['tags'] as readonly string[] | null | undefined) ?? undefined;
  const nested = endpoint.nests && nestedModels(bytes, parsed, endpoint.nests);
  const namesModel = named !== undefined || models.length > 0;
  const model = namesModel ? named : (modelWithin(endpoint, nested) ?? defaultModel);
  if (model === undefined && !namesModel) throw missing(endpoint);
  if (named !== undefined) checkModel(endpoint, named, members.get('model'));
  if (tags !== undefined) {
    if (members.get('tags')!.longest > maxTagSource) throw expected(endpoint, 'tags');
    checkTags(tags, '`tags`');
  }
  const answer = askedAnswer(endpoint, (field) => parsed[field]);
  const answers = Math.max(1, largestOf(parsed, endpoint.estimate.copies) ?? 1);
  const cacheKey = parsed['prompt_cache_key'];
  const summary: BodySummary = {
    endpoint,
    model,
    models,
    tags,
    answer,
    stream: answer === 'events',
    isOneAnswer: asksForOneAnswer(parsed),
    maxTokens: largestOf(parsed, endpoint.estimate.maximum),
    answers,
    copies: answers * productOf(parsed, endpoint.estimate.times),
    includeUsage: includeUsageOf(parsed),
    cacheKey: typeof cacheKey === 'string' ? cacheKey : undefined,
    bytes: bytes.length,
    blocks,
    blockBytes,
    units: unitsIn(bytes, parsed, isWhole, endpoint),
    ...(parsed['background'] === true && endpoint.keeps === 'response' && { isBackground: true }),
    ...(nested !== undefined && { nested }),
  };
  const hasDuplicates = duplicates.length > 0;
  const found = { summary, skeleton: parsed, isWhole, members, rootAt, hasDuplicates, namesModel, hasSeals };
  return endpoint.modelAt === undefined ? found : { ...found, namesModel: true, staysWithoutModel: true };
}

/** The model that is asked for where an endpoint has it stand within a field. */
function modelWithin({ modelAt }: ServedEndpoint, nested: NestedModels | undefined): string | undefined {
  if (modelAt === undefined) return undefined;
  const path = modelAt.join('.');
  return nested?.named.find((one) => one.path === path)?.model;
}

function missing({ modelAt = ['model'] }: ServedEndpoint): GatewayError {
  const [field] = modelAt;
  return invalid(field, `\`${modelAt.join('.')}\` is missing; name the model to use.`);
}

/** Texts that are counted have to be whole. */
function unitsIn(
  bytes: Buffer,
  skeleton: JsonObject,
  isWhole: boolean,
  { estimate: { units } }: ServedEndpoint,
): RequestUnits | undefined {
  if (units === undefined) return undefined;
  const document = isWhole ? skeleton : (JSON.parse(bytes.toString()) as JsonObject);
  return requestUnits(units, { field: (name) => document[name], partBytes: () => 0 });
}

function checkModel(endpoint: ServedEndpoint, model: string, member: Member | undefined): void {
  // Counting characters costs more than counting UTF-16 units, of which there are never fewer.
  const isLong = model.length > maxModelLength && [...model].length > maxModelLength;
  if (isLong || member!.longest > maxModelBytes) throw expected(endpoint, 'model');
}

/** With several choices, or several prompts, one's finish reason is not the end: the others may go on. */
function asksForOneAnswer({ n, prompt }: JsonObject): boolean {
  return (n === undefined || n === null || n === 1) && !Array.isArray(prompt);
}

function largestOf(parsed: JsonObject, names: readonly string[] = []): number | undefined {
  let largest: number | undefined;
  for (const name of names) {
    const value = parsed[name];
    if (typeof value === 'number' && value >= (largest ?? 0)) largest = value;
  }
  return largest;
}

function productOf(parsed: JsonObject, names: readonly string[] = []): number {
  let product = 1;
  for (const name of names) {
    const value = parsed[name];
    if (typeof value === 'number' && value > 1) product *= value;
  }
  return product;
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
  return expectations[name as BuiltInName][field]?.must ?? 'something else';
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', message, { param });
}
