/** JSON bodies of endpoints that a configuration declares: the field with the model is read, and all else is the client's. */
import { GatewayError } from '../../../errors.ts';
import { BytesInPieces } from '../../../lib/bytes/bytes-in-pieces.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { countedFields } from '../../endpoints/counted-fields.ts';
import type { ServedEndpoint } from '../../endpoints/index.ts';
import { requestUnits } from '../billable-units.ts';
import { bodyLimits } from '../body-limits.ts';
import { askedAnswer, type BodySummary } from '../body-summary.ts';
import { JsonBody } from '../json-body.ts';
import { summaryOfNoModel } from '../no-body.ts';
import { type Member, scanObject } from '../scan-json.ts';
import { checkedModel, modelMissing } from './model-name.ts';

/** The field that asks for an answer in events, if the endpoint has those. */
const streamField = 'stream';

/**
 * @param model What the head names, or what the configuration has for requests that name none.
 * @throws GatewayError `invalid_json` or `invalid_value` (with `param`)
 */
export function readDeclaredJson(
  bytes: Buffer,
  endpoint: ServedEndpoint,
  model: string | undefined,
): JsonBody {
  const place = endpoint.model!;
  const field = place.in === 'body' ? place.field : undefined;
  const wanted = [...(field === undefined ? [] : [field]), ...(hasEvents(endpoint) ? [streamField] : [])];
  const guarded = [...new Set([...wanted, ...countedFields(endpoint.estimate)])];
  const capitalised = guarded.filter((name) => name !== name.toLowerCase());
  const scan = scanObject(bytes, { ...bodyLimits, wanted, guarded, capitalised });
  const { parsed, isWhole, members, duplicates, impostor, rootAt, blocks, blockBytes, hasSeals } = scan;
  for (const name of duplicates) throw invalid(name, `\`${name}\` occurs twice in the body; send it once.`);
  if (impostor !== undefined) {
    throw invalid(
      impostor,
      `A field of the body is \`${impostor}\` but for its case; name it \`${impostor}\`, or leave it out.`,
    );
  }
  const named = field === undefined ? undefined : namedIn(parsed, field);
  const chosen = named ?? model;
  if (chosen === undefined && place.in !== 'none') throw modelMissing(place);
  const answer = askedAnswer(endpoint, (name) => parsed[name]);
  const summary: BodySummary = {
    ...summaryOfNoModel(endpoint),
    model: chosen,
    answer,
    stream: answer === 'events',
    bytes: bytes.length,
    blocks,
    blockBytes,
    units: requestUnits(endpoint.estimate.units, { field: (name) => parsed[name], partBytes: () => 0 }),
  };
  return new JsonBody(new BytesInPieces([bytes]), {
    summary,
    skeleton: parsed,
    isWhole,
    members: modelMember(field, members),
    rootAt,
    // A backend's edits look for fields by their own names.
    hasDuplicates: true,
    namesModel: field === undefined || named !== undefined,
    hasSeals,
    modelField: field ?? 'model',
    staysWithoutModel: field === undefined,
  });
}

function hasEvents({ answer }: ServedEndpoint): boolean {
  return answer.includes('events');
}

function namedIn(parsed: JsonObject, field: string): string | undefined {
  const value = parsed[field] ?? undefined;
  return value === undefined ? undefined : checkedModel(value, field);
}

/** The one field that is the gateway's, as bodies of other endpoints have theirs. */
function modelMember(
  field: string | undefined,
  members: ReadonlyMap<string, Member>,
): ReadonlyMap<string, Member> {
  const member = field === undefined ? undefined : members.get(field);
  return member === undefined ? new Map() : new Map([['model', member]]);
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', message, { param });
}
