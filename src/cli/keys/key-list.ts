import type { KeysAnswer } from '../../admin/contract/keys.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { type ListedSecret, listSecrets } from '../../keys/keys-file.ts';
import { readCopy, secretsOfEntries } from '../../keys/store/store-copy.ts';
import { requireFile } from '../config-file.ts';
import { type AdminOptions, adminAccess } from '../running/admin-access.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import type { ChangeOptions } from './key-change.ts';
import { keysPlace } from './keys-place.ts';

/**
 * Prints every secret of every key of a configuration: what is known of it, until when it is valid, its rule and, from
 * the running gateway where it can be asked, when the key was used last.
 */
export async function keyList(
  options: ChangeOptions & { readonly format: 'text' | 'json' },
  terminal: Terminal,
): Promise<ExitCode> {
  const { config: file, format } = options;
  const loaded = await requireFile(file, { requireSecrets: false }, terminal);
  if (loaded.config === undefined) return loaded.exitCode;
  const { config } = loaded;
  const [inFile, inStore, used] = await Promise.all([
    secretsOf(file),
    secretsInStore(config),
    lastUses(config, options, terminal),
  ]);
  const listed = new Map([...inStore, ...inFile]);
  const now = Date.now();
  const keys = [...config.keys.values()].map((key) => {
    const secrets = (listed.get(key.id) ?? secretsIn(key)).map(({ hint, until }) => ({
      secret: hint ?? null,
      expires: sooner(key.expires, until),
    }));
    return {
      id: key.id,
      secret: secrets[0]?.secret ?? null,
      secrets,
      expires: sooner(key.expires, undefined),
      last_used: used.get(key.id) ?? null,
      rule: key.rule ?? (key.limits === undefined ? null : 'its own'),
      state: stateOf(key, now),
      owner: key.owner ?? null,
      note: key.note ?? null,
      created: key.created === undefined ? null : new Date(key.created).toISOString(),
      file: key.at.file,
    };
  });
  if (format === 'json') terminal.out(`${JSON.stringify(keys, null, 2)}\n`);
  else {
    const rows = keys.flatMap(({ id, secrets, expires: ends, state, rule, last_used, owner, file: place }) =>
      // One that only a certificate or a rule leads to has a line, too.
      (secrets.length === 0 ? [{ secret: null, expires: ends }] : secrets).map(
        ({ secret, expires }, index) => {
          const isOver = state === 'active' && expires !== null && Date.parse(expires) <= now;
          // It is of the key, whichever of its secrets was used.
          const used = index === 0 ? last_used : '';
          return [id, secret, isOver ? 'expired' : state, expires, rule, used, owner, place];
        },
      ),
    );
    terminal.out(table(rows));
  }
  return exitCodes.good;
}

const headings = ['ID', 'SECRET', 'STATE', 'EXPIRES', 'RULE', 'LAST USED', 'OWNER', 'FILE'];

function table(rows: readonly (readonly (string | null)[])[]): string {
  const cells = [headings, ...rows.map((row) => row.map((cell) => cell ?? '-'))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** By key; a configuration without a `keys_file` has none. */
async function secretsOf(file: string): Promise<ReadonlyMap<string, readonly ListedSecret[]>> {
  try {
    return await listSecrets(keysPlace(file).file);
  } catch {
    return new Map();
  }
}

/** As they were last seen by a gateway on this host. */
async function secretsInStore({ keysStore }: Config): Promise<ReadonlyMap<string, readonly ListedSecret[]>> {
  const copy = keysStore && (await readCopy(keysStore.copy));
  return copy === undefined ? new Map() : secretsOfEntries(copy.entries);
}

/** Of a key that stands in the file itself: what its secrets end in was never noted. */
function secretsIn({ hashes, retiring }: KeyConfig): readonly ListedSecret[] {
  return hashes.map((hash) => {
    const end = retiring.get(hash);
    return { hint: undefined, until: end === undefined ? undefined : new Date(end).toISOString() };
  });
}

/** The end of a secret is its own or that of its key. */
function sooner(keyEnds: number | undefined, until: string | undefined): string | null {
  const ends = Math.min(keyEnds ?? Infinity, until === undefined ? Infinity : Date.parse(until));
  return Number.isFinite(ends) ? new Date(ends).toISOString() : null;
}

/** When each key was used last, as far as the gateway remembers; says why where nobody can be asked. */
async function lastUses(
  config: Config,
  options: AdminOptions,
  terminal: Terminal,
): Promise<ReadonlyMap<string, string | null>> {
  const access = adminAccess(config.admin, options, terminal);
  if (access?.token === undefined) return new Map();
  try {
    const { askGateway } = await import('../running/ask-gateway.ts');
    const { keys } = await askGateway(access, '/api/keys?limit=1000', isKeysAnswer);
    return new Map(keys.map(({ id, last_used }) => [id, last_used]));
  } catch (error) {
    terminal.err(
      `when keys were used last is not known: ${error instanceof Error ? error.message : error}\n`,
    );
    return new Map();
  }
}

function isKeysAnswer(answer: unknown): answer is KeysAnswer {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as KeysAnswer).keys);
}

function stateOf({ disabled, notBefore, expires }: KeyConfig, now: number): string {
  if (disabled) return 'disabled';
  if (expires !== undefined && now >= expires) return 'expired';
  return notBefore !== undefined && now < notBefore ? 'not yet' : 'active';
}
