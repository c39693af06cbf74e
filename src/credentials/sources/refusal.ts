/**
 * The explanation of an answer without a token, for operators. It repeats only words of the answer that can't be
 * secret: the status, a word of OAuth's (RFC 6749, 5.2), a number of Entra's, a status of Google's.
 */
import { isObject } from '../../lib/json.ts';
import type { Answer } from './ask.ts';
import { RenewalFailure } from './source.ts';

/** The remedy for each word of an answer; Entra's are Microsoft's own list of numbers. */
const hints: Readonly<Record<string, string>> = {
  invalid_client: 'it does not know who asks: check the client id and its secret, key or assertion',
  invalid_grant: 'it does not take the assertion: check whose it is, its audience and how old it is',
  unauthorized_client: 'this client may not ask in this way: allow it where the client is registered',
  unsupported_grant_type: 'it does not know this way to ask: check the grant',
  invalid_scope: 'check the scope',
  invalid_target: 'check the audience and the resource',
  invalid_request: 'something is missing in what it is sent, or wrong: check all fields of the source',
  access_denied: 'it knows who asks and says no: give it the right there',
  permission_denied:
    'it knows who asks and says no: to impersonate takes the role Service Account Token Creator on the account',
  not_found: 'there is no such account: check its name',
  unauthenticated: 'it does not take the token that it was shown',
  AADSTS500011: 'nothing in this tenant has this scope: check scope',
  AADSTS53003: 'a rule of conditional access forbids it',
  AADSTS70011: 'check scope: it ends in /.default',
  AADSTS70021:
    'no federated credential is registered that fits the assertion: check its issuer, subject and audience',
  AADSTS700016: 'there is no such client in this tenant: check client_id and tenant',
  AADSTS700024: 'the assertion is too old or too new: check who writes its file, and the clocks',
  AADSTS700211: 'no federated credential is registered for the issuer of the assertion',
  AADSTS700212: 'no federated credential is registered for the audience of the assertion',
  AADSTS700213: 'no federated credential is registered for the subject of the assertion',
  AADSTS7002137: 'the federated credential has a subject of another form',
  AADSTS7002138: 'the federated credential has its subject in other letters: capitals count',
  AADSTS7000112: 'the application is disabled',
  AADSTS7000215: 'the secret is wrong: its value is meant, not its id',
  AADSTS7000222: 'the secret has expired: make a new one',
  AADSTS90002: 'there is no such tenant: check tenant',
  AADSTS900023: 'the tenant is no id and no domain: check tenant',
  AADSTS1002012: 'check scope: it ends in /.default',
};

/** They do not mend themselves. */
const lasting = new Set([
  'access_denied',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'not_found',
  'permission_denied',
  'unauthorized_client',
  'unauthenticated',
  'unsupported_grant_type',
]);

/** google.rpc.Code, as far as its servers answer them to who asks for a token. */
const googleStatus =
  /^(?:INVALID_ARGUMENT|PERMISSION_DENIED|NOT_FOUND|UNAUTHENTICATED|FAILED_PRECONDITION|RESOURCE_EXHAUSTED|INTERNAL|UNAVAILABLE)$/;

/** The media types that are named; the header may hold any text. */
const knownTypes =
  /^(?:text\/(?:html|plain|xml)|application\/(?:json|xml|problem\+json|jwt|octet-stream))(?=;|$)/;

/** More than assertions are allowed to be off by. */
const clockToleranceMs = 60_000;

export function refusalOf(answer: Answer, nowMs: number): RenewalFailure {
  const { from, status, json } = answer;
  if (status >= 300 && status < 400)
    return new RenewalFailure(
      'redirected',
      `${from} answered ${status}: redirects are not followed, so give the address that it leads to`,
    );
  const word = wordOf(answer);
  if (word === undefined && (json === undefined || status < 300)) return unreadable(answer, nowMs);
  const entra = entraCodeOf(answer);
  const hint =
    (entra === undefined ? undefined : hints[entra]) ?? (word === undefined ? undefined : hints[word]);
  const said = [`${from} answered ${status}`, word, entra].filter((part) => part !== undefined).join(' ');
  return new RenewalFailure(
    word ?? codeOf(status),
    [said, hint, clockHint(answer, nowMs)].filter((part) => part !== undefined).join(': '),
    { isLasting: word === undefined ? isLastingStatus(status) : lasting.has(word) },
  );
}

/** A page of a proxy or a login, an empty answer, JSON that says nothing. */
function unreadable(answer: Answer, nowMs: number): RenewalFailure {
  const { from, status } = answer;
  const type = answer.header('content-type')?.toLowerCase();
  const what = type === undefined ? 'no type' : (knownTypes.exec(type)?.[0] ?? 'another type');
  if (status >= 400)
    return new RenewalFailure(
      codeOf(status),
      [`${from} answered ${status} (${what})`, clockHint(answer, nowMs)].filter(Boolean).join(': '),
      { isLasting: isLastingStatus(status) },
    );
  return new RenewalFailure(
    'invalid_answer',
    `${from} answered ${status} with what is no JSON object (${what}): is it a token endpoint?`,
  );
}

function wordOf({ json, secrets }: Answer): string | undefined {
  const error = json?.['error'];
  if (isObject(error)) {
    const status = error['status'];
    return typeof status === 'string' && googleStatus.test(status) ? status.toLowerCase() : undefined;
  }
  if (typeof error !== 'string' || !/^[a-z_]{1,64}$/.test(error)) return undefined;
  return repeats(error, secrets) ? undefined : error;
}

function entraCodeOf({ json, secrets }: Answer): string | undefined {
  const description = json?.['error_description'];
  const [code] = (typeof description === 'string' ? /\bAADSTS\d{1,9}\b/.exec(description) : undefined) ?? [];
  return code === undefined || repeats(code, secrets) ? undefined : code;
}

/** True for a word of the answer that repeats a part of the question. */
function repeats(word: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => secret.includes(word) || (secret.length >= 4 && word.includes(secret)));
}

function codeOf(status: number): string {
  return status >= 500 || status === 429 || status === 408 ? 'unavailable' : 'refused';
}

function isLastingStatus(status: number): boolean {
  return status === 401 || status === 403;
}

/** Assertions are signed with this host's time: one that is far off is refused, and nobody says why. */
function clockHint({ dateMs, status }: Answer, nowMs: number): string | undefined {
  if (dateMs === undefined || status >= 500 || Math.abs(nowMs - dateMs) < clockToleranceMs) return undefined;
  const minutes = Math.round(Math.abs(nowMs - dateMs) / 60_000);
  return `the clock of this host is ${minutes} min ${nowMs > dateMs ? 'ahead of' : 'behind'} the server's; set it`;
}
