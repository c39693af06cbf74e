import { readFile } from 'node:fs/promises';
import { parseDuration, parseTime } from '../../config/resolve/units.ts';
import { createKey, revokeKey, rotateKey } from '../../keys/keys-file.ts';
import { withLock } from '../../lib/file-lock.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { faultsOf, isThere, type KeysPlace, keysPlace, whatNow } from './keys-place.ts';

export interface CreateOptions {
  readonly config: string;
  readonly models?: readonly string[];
  readonly endpoints?: readonly string[];
  readonly rateLimit?: string;
  readonly expires?: string;
}

/** Makes a key and shows its secret, once. Throws where the keys file can't be changed. */
export async function keyCreate(id: string, options: CreateOptions, terminal: Terminal): Promise<ExitCode> {
  const { config, models, endpoints, rateLimit, expires } = options;
  if (!/^[A-Za-z0-9._/:@+-]{1,256}$/.test(id)) {
    throw new Error(`${JSON.stringify(id)} is no name: letters, digits and . _ - / : @ +`);
  }
  if (expires !== undefined && parseTime(expires) === undefined) {
    throw new Error('--expires takes a date such as 2027-01-01 or 2027-01-01T00:00:00Z');
  }
  const place = keysPlace(config);
  const fields = {
    ...(models === undefined ? {} : { models }),
    ...(endpoints === undefined ? {} : { endpoints }),
    ...(rateLimit === undefined ? {} : { rate_limit: rateLimit }),
    ...(expires === undefined ? {} : { expires }),
  };
  const secret = await guarded(place, config, terminal, () => createKey(place.file, id, fields));
  if (secret === undefined) return exitCodes.notValid;
  return tellSecret(secret, `the key "${id}" is in ${place.shown}`, config, terminal);
}

/** Gives a key a second secret and shows it, once. Throws where the keys file can't be changed. */
export async function keyRotate(
  id: string,
  { config, overlap }: { readonly config: string; readonly overlap: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const overlapMs = overlap === '0' ? 0 : parseDuration(overlap);
  if (overlapMs === undefined) throw new Error('--overlap takes a duration such as 24h, or 0');
  const place = keysPlace(config);
  const secret = await guarded(place, config, terminal, () => rotateKey(place.file, id, overlapMs));
  if (secret === undefined) return exitCodes.notValid;
  const old =
    overlapMs === 0 ? 'the one before is refused from now on' : `the one before is valid for ${overlap} more`;
  return tellSecret(secret, `"${id}" has a new secret; ${old}`, config, terminal);
}

/** Takes a key away. Throws where the keys file can't be changed. */
export async function keyRevoke(
  id: string,
  { config }: { readonly config: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const place = keysPlace(config);
  const revoked = await guarded(place, config, terminal, () => revokeKey(place.file, id).then(() => true));
  if (revoked === undefined) return exitCodes.notValid;
  terminal.err(`the key "${id}" is gone from ${place.shown}; ${whatNow(config)}\n`);
  return exitCodes.good;
}

function tellSecret(secret: string, what: string, config: string, terminal: Terminal): ExitCode {
  terminal.err(`${what}; its secret, shown this once:\n`);
  terminal.out(`${secret}\n`);
  terminal.err(`${whatNow(config)}\n`);
  return exitCodes.good;
}

/**
 * Makes a change and looks at the whole configuration with it. One that made a valid configuration invalid is taken
 * back, and undefined returned; what is wrong is on `err`.
 */
async function guarded<T>(
  place: KeysPlace,
  config: string,
  terminal: Terminal,
  change: () => Promise<T>,
): Promise<T | undefined> {
  const before = isThere(place) ? await readFile(place.file, 'utf8') : undefined;
  const wasValid = before === undefined || (await faultsOf(config, terminal)) === undefined;
  const result = await change();
  const faults = wasValid ? await faultsOf(config, terminal) : undefined;
  if (faults === undefined) return result;
  await withLock(place.file, () => replaceFile(place.file, before ?? 'keys: {}\n', 0o600));
  terminal.err(`${faults}\n\nnothing was changed\n`);
  return undefined;
}
