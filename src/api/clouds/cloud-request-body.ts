/** Makes the body of a request to a cloud's address into one that the endpoint itself takes. */
import { GatewayError } from '../../errors.ts';
import { BytesInPieces } from '../../lib/bytes/bytes-in-pieces.ts';
import { isObject } from '../../lib/json.ts';
import { type Edit, removals } from '../body/body-edits.ts';
import { bodyLimits } from '../body/body-limits.ts';
import { type Member, type ScanOptions, scanObject } from '../body/scan-json.ts';
import type { CloudAddress } from '../endpoints/clouds/cloud-addresses.ts';

/** A request as clients of the vendor itself would have sent it. */
export interface OrdinaryRequest {
  readonly body: BytesInPieces;
  /** The value of the header `anthropic-version`. */
  readonly version: string;
  /** Names for the header `anthropic-beta`. */
  readonly betas: readonly string[];
}

/** Fields of bodies in a cloud's form that are headers in the vendor's own. */
const ofHeaders = ['anthropic_version', 'anthropic_beta'] as const;

const wanted: ScanOptions = { ...bodyLimits, wanted: ['model', 'stream', ...ofHeaders], guarded: [] };

/** The version of the API, where the body names that of a cloud (`bedrock-2023-05-31`). There has been no other. */
const apiVersion = '2023-06-01';
const isApiVersion = /^\d{4}-\d{2}-\d{2}$/;

/** The form of a name in `anthropic-beta`: printable, and without the comma that divides names. */
const betaName = /^[!-+\--~]{1,256}$/;

/**
 * Reads a body of a cloud's address: what its path says is put in (`model`, `stream`), and what the vendor has in headers
 * is taken out. Every other byte is the client's.
 *
 * @throws GatewayError `invalid_json`, or `invalid_value` with `param`
 */
export function ordinaryRequest(sent: BytesInPieces, address: CloudAddress): OrdinaryRequest {
  const isWrapped = address.cloud === 'bedrock' && address.endpoint === 'count_tokens';
  const source = isWrapped ? unwrapped(sent.joined) : sent;
  const { parsed, members, shadowed, rootAt } = source.look((bytes) => scanObject(bytes, wanted));
  const gone: Member[] = [];
  for (const name of ofHeaders) if (members.has(name)) gone.push(members.get(name)!);
  for (const { name, member } of shadowed) {
    if (ofHeaders.some((one) => one === name)) gone.push(member);
  }
  const put: string[] = [];
  for (const [name, said] of [
    ['model', address.model],
    ['stream', address.streams],
  ] as const) {
    if (said === undefined) continue;
    // Absent, or what it is where nobody says anything.
    if (!members.has(name)) put.push(`${JSON.stringify(name)}:${JSON.stringify(said)}`);
    else if (parsed[name] !== said) throw contradicted(name);
  }
  const hasOthers = Object.keys(parsed).some((name) => !ofHeaders.some((one) => one === name));
  const text = put.length === 0 ? '' : `${put.join(',')}${hasOthers ? ',' : ''}`;
  const edits: readonly Edit[] = [{ from: rootAt + 1, to: rootAt + 1, text }, ...removals(gone)];
  return {
    body: edited(source, edits),
    version: versionIn(parsed['anthropic_version']),
    betas: betasIn(parsed['anthropic_beta']),
  };
}

function edited(source: BytesInPieces, edits: readonly Edit[]): BytesInPieces {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of edits) {
    source.sliceTo(pieces, at, from);
    if (text !== '') pieces.push(Buffer.from(text));
    at = to;
  }
  source.sliceTo(pieces, at, source.length);
  return new BytesInPieces(pieces);
}

function versionIn(written: unknown): string {
  return typeof written === 'string' && isApiVersion.test(written) ? written : apiVersion;
}

function betasIn(written: unknown): readonly string[] {
  if (written === undefined || written === null) return [];
  if (Array.isArray(written) && written.every((one) => typeof one === 'string' && betaName.test(one)))
    return written as readonly string[];
  throw invalid('anthropic_beta', '`anthropic_beta` must be a list of names.');
}

/** The request whose tokens CountTokens of Amazon Bedrock is to count, which stands in it as Base64. */
function unwrapped(bytes: Buffer): BytesInPieces {
  const { members } = scanObject(bytes, { ...bodyLimits, wanted: ['input'], guarded: [] });
  const member = members.get('input');
  const input: unknown =
    member === undefined ? undefined : JSON.parse(bytes.toString('utf8', member.valueAt, member.end));
  const invoked = isObject(input) ? input['invokeModel'] : undefined;
  const body = isObject(invoked) ? invoked['body'] : undefined;
  if (typeof body === 'string') return new BytesInPieces([Buffer.from(body, 'base64')]);
  throw invalid(
    'input',
    '`input` must be an object whose `invokeModel.body` is the request as Base64; requests to Converse are not counted here.',
  );
}

function contradicted(name: string): GatewayError {
  return invalid(name, `\`${name}\` says something else than the path does; leave it out of the body.`);
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', message, { param });
}
