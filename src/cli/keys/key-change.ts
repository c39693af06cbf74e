import { formatProblems } from '../../config/problems.ts';
import { parseDuration, parseTime } from '../../config/resolve/units.ts';
import { pathText } from '../../config/text/tree.ts';
import type { KeyPlace } from '../../keys/key-place.ts';
import { KeyAbsent, KeysChangeRefused, type KeyTerms, type NewKeyFields } from '../../keys/keys-file.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { loadFile } from '../config-file.ts';
import type { AdminOptions } from '../running/admin-access.ts';
import { beforeChange, takenText } from '../running/change-outcome.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type OpenedPlace, openKeyPlace, type PlaceOptions } from './keys-place.ts';

/** The file that names the keys file, and how to ask the gateway that runs with it. */
export interface ChangeOptions extends AdminOptions, PlaceOptions {}

/** A key's rights, as the command line has them. */
interface TermOptions extends ChangeOptions {
  readonly models?: readonly string[];
  readonly tools?: readonly string[];
  readonly endpoints?: readonly string[];
  readonly rateLimit?: string;
  readonly group?: string;
  readonly expires?: string;
  readonly owner?: string;
  readonly note?: string;
}

export type CreateOptions = TermOptions;

/** Makes a key and shows its secret, once. Throws where the keys file can't be changed. */
export function keyCreate(id: string, options: CreateOptions, terminal: Terminal): Promise<ExitCode> {
  if (!/^[A-Za-z0-9._/:@+-]{1,256}$/.test(id)) {
    throw new Error(`${JSON.stringify(id)} is no name: letters, digits and . _ - / : @ +`);
  }
  const given = Object.entries(termsOf(options)).filter(([, value]) => value !== null);
  const fields = Object.fromEntries(given) as NewKeyFields;
  return change(id, options, terminal, async (place, shown) => {
    const secret = await place.create(id, fields);
    return { done: `the key "${id}" is in ${shown}`, secret };
  });
}

/** Gives a key other terms; its secret stays. Throws where the keys file can't be changed. */
export function keyUpdate(id: string, options: TermOptions, terminal: Terminal): Promise<ExitCode> {
  const terms = termsOf(options);
  const names = Object.keys(terms);
  if (names.length === 0) {
    throw new Error(
      'say what is to be different: --models, --tools, --endpoints, --rate-limit, --group, --expires, --owner or --note',
    );
  }
  return change(id, options, terminal, async (place, shown) => {
    await place.update(id, terms);
    return { done: `the key "${id}" has another ${names.join(' and ')} in ${shown}` };
  });
}

/** Refuses a key without removing it, or takes it again. Throws where the keys file can't be changed. */
export function keyDisable(
  id: string,
  isDisabled: boolean,
  options: ChangeOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return change(id, options, terminal, async (place, shown) => {
    await place.setDisabled(id, isDisabled);
    return { done: `the key "${id}" is ${isDisabled ? 'disabled' : 'enabled'} in ${shown}` };
  });
}

/** The given terms; null for a field that was given empty. */
function termsOf({
  models,
  tools,
  endpoints,
  rateLimit,
  group,
  expires,
  owner,
  note,
}: TermOptions): KeyTerms {
  const given = {
    models,
    tools,
    endpoints,
    rate_limit: rateLimit,
    group,
    expires: endOf(expires),
    owner,
    note,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.length === 0 ? null : value]],
    ),
  ) as KeyTerms;
}

/** Gives a key a second secret and shows it, once. Throws where the keys file can't be changed. */
export function keyRotate(
  id: string,
  options: ChangeOptions & { readonly overlap: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const { overlap } = options;
  const overlapMs = overlap === '0' ? 0 : parseDuration(overlap);
  if (overlapMs === undefined) throw new Error('--overlap takes a duration such as 24h or 7d, or 0');
  const old =
    overlapMs === 0 ? 'the one before is refused from now on' : `the one before is valid for ${overlap} more`;
  return change(id, options, terminal, async (place) => {
    const secret = await place.rotate(id, overlapMs);
    return { done: `"${id}" has a new secret; ${old}`, secret };
  });
}

/** Takes a key away. Throws where the keys file can't be changed. */
export function keyRevoke(id: string, options: ChangeOptions, terminal: Terminal): Promise<ExitCode> {
  return change(id, options, terminal, async (place, shown) => {
    await place.revoke(id);
    return { done: `the key "${id}" is gone from ${shown}` };
  });
}

interface Change {
  /** The change in the file. */
  readonly done: string;
  readonly secret?: string;
}

/**
 * Makes a change, unless it would make the configuration invalid, and says whether the running gateway has taken it.
 * One that the gateway does not take is an exit code of 1: the file has it, and nobody serves it.
 */
async function change(
  id: string,
  options: ChangeOptions,
  terminal: Terminal,
  make: (place: KeyPlace, shown: string) => Promise<Change>,
): Promise<ExitCode> {
  const opened = await openKeyPlace(options, terminal);
  try {
    return await changed(id, opened, options, terminal, make);
  } finally {
    opened.close();
  }
}

async function changed(
  id: string,
  { place, shown }: OpenedPlace,
  options: ChangeOptions,
  terminal: Terminal,
  make: (place: KeyPlace, shown: string) => Promise<Change>,
): Promise<ExitCode> {
  const { config } = options;
  const settled = await beforeChange(config, options, terminal);
  let made: Change;
  try {
    made = await make(place, shown);
  } catch (error) {
    if (error instanceof KeyAbsent)
      throw new Error(await whereElse(error, config, terminal), { cause: error });
    if (!(error instanceof KeysChangeRefused)) throw error;
    terminal.err(`${error.faults}\n\nnothing was changed\n`);
    return exitCodes.notValid;
  }
  const { done, secret } = made;
  terminal.err(secret === undefined ? `${done}\n` : `${done}; its secret, shown this once:\n`);
  if (secret !== undefined) terminal.out(`${secret}\n`);
  await tellWarnings(id, config, terminal);
  const taken = await settled();
  terminal.err(`${takenText(taken)}\n`);
  return taken.kind === 'taken' || taken.kind === 'unknown' ? exitCodes.good : exitCodes.notValid;
}

/** The place of a key that has to be changed by hand, or a key with a similar name. */
async function whereElse({ message, id }: KeyAbsent, file: string, terminal: Terminal): Promise<string> {
  const { config } = await loadFile(file, { requireSecrets: false, leavesOutStoreKeys: true }, terminal);
  const at = config?.keys.get(id)?.at;
  if (at === undefined) return `${message}${didYouMean(id, config?.keys.keys() ?? [])}`;
  return `${message}: it is on line ${at.line} of ${at.file}, and is changed there`;
}

/**
 * Prints the warnings of `gateway check` about this key, such as that it may use no model; they do not prevent the
 * change.
 */
async function tellWarnings(id: string, file: string, terminal: Terminal): Promise<void> {
  const { problems } = await loadFile(file, { requireSecrets: false, leavesOutStoreKeys: true }, terminal);
  const key = pathText(['keys', id]);
  const own = problems.filter(
    ({ severity, path }) => severity === 'warning' && (path === key || path.startsWith(`${key}.`)),
  );
  if (own.length > 0) terminal.err(`${formatProblems(own, { color: terminal.colorErr })}\n\n`);
}

const longestLifeMs = 100 * 365 * 86_400_000;

/** A date as it was written, or that to which a duration such as `90d` leads from now. */
function endOf(expires: string | undefined): string | undefined {
  if (expires === undefined || expires === '' || parseTime(expires) !== undefined) return expires;
  const ms = parseDuration(expires);
  if (ms === undefined || ms > longestLifeMs)
    throw new Error(
      '--expires takes a date such as 2027-01-01 or 2027-01-01T00:00:00Z, or a duration such as 90d',
    );
  return new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
