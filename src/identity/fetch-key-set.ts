/** Gets the keys of an issuer: from where it publishes them, or from a file. */
import type { KeySetSource } from '../config/types/identity.ts';
import { ask } from '../credentials/sources/ask.ts';
import { readBounded } from '../credentials/sources/bounded-file.ts';
import { RenewalFailure } from '../credentials/sources/source.ts';
import { type JsonObject, parseDocument } from '../lib/json.ts';
import { type PublishedKey, readKeySet } from '../lib/tokens/key-set.ts';

export type KeySetOutcome =
  | { readonly kind: 'fetched'; readonly keys: readonly PublishedKey[] }
  /** Why not, in words for operators. */
  | { readonly kind: 'failed'; readonly message: string };

const mostBytes = 1024 * 1024;
/** For each of the questions that it may take. */
const timeoutMs = 5000;

/** Fetches a key set once. Never rejects. */
export async function fetchKeySet(source: KeySetSource, stop?: AbortSignal): Promise<KeySetOutcome> {
  try {
    return { kind: 'fetched', keys: await keysOf(source, stop) };
  } catch (error) {
    const message =
      error instanceof RenewalFailure
        ? error.message
        : 'its key set could not be read in a way that is not foreseen';
    return { kind: 'failed', message };
  }
}

async function keysOf(source: KeySetSource, stop?: AbortSignal): Promise<readonly PublishedKey[]> {
  switch (source.kind) {
    case 'file':
      return keysInFile(source.file);
    case 'url':
      return keysIn(await getJson(source.url, '`jwks`', 'a key set', stop), source.url);
    case 'discovery': {
      const url = discoveryUrl(source.issuer);
      const document = await getJson(url, '`issuer`', 'an OpenID Connect discovery document', stop);
      // Keys of one issuer must not pass for those of another (OpenID Connect Discovery 1.0, 4.3).
      if (document['issuer'] !== source.issuer) {
        const said =
          typeof document['issuer'] === 'string' ? JSON.stringify(document['issuer'].slice(0, 200)) : 'none';
        throw new RenewalFailure(
          'invalid_answer',
          `${url} is about another issuer (${said}): write \`issuer\` exactly as there, or name its keys by \`jwks\``,
        );
      }
      const named = document['jwks_uri'];
      if (typeof named !== 'string')
        throw new RenewalFailure('invalid_answer', `${url} names no \`jwks_uri\`: name its keys by \`jwks\``);
      return keysIn(await getJson(named, `\`jwks_uri\` in ${url}`, 'a key set', stop), named);
    }
  }
}

function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

async function getJson(url: string, urlFrom: string, asked: string, stop?: AbortSignal): Promise<JsonObject> {
  const late = AbortSignal.timeout(timeoutMs);
  const answer = await ask(
    {
      method: 'GET',
      url,
      urlFrom,
      headers: { accept: 'application/json, application/jwk-set+json' },
      plainHttp: 'loopback',
      secrets: [],
      mostBytes,
      asked,
    },
    stop === undefined ? late : AbortSignal.any([late, stop]),
  );
  const { status, json, from } = answer;
  if (status >= 300 && status < 400)
    throw new RenewalFailure(
      'redirected',
      `${from} answered ${status}: redirects are not followed, so give the address that it leads to`,
    );
  if (status !== 200) throw new RenewalFailure('refused', `${from} answered ${status}`);
  if (json === undefined)
    throw new RenewalFailure(
      'invalid_answer',
      `${from} answered with what is no JSON object: is it ${asked}?`,
    );
  return json;
}

async function keysInFile(file: string): Promise<readonly PublishedKey[]> {
  const read = await readBounded(file, mostBytes);
  if (read.kind === 'too_large') throw new RenewalFailure('invalid_file', `${file} is larger than 1 MiB`);
  if (read.kind === 'unreadable')
    throw new RenewalFailure('unreadable', `${file} can not be read (${read.code})`);
  const keys = readKeySet(parseDocument(read.text));
  if (typeof keys === 'string') throw new RenewalFailure('invalid_file', `${file} ${keys}`);
  return keys;
}

function keysIn(json: JsonObject, where: string): readonly PublishedKey[] {
  const keys = readKeySet(json);
  if (typeof keys === 'string') throw new RenewalFailure('invalid_answer', `${where} ${keys}`);
  return keys;
}
