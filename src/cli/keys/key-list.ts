import type { KeyConfig } from '../../config/types.ts';
import { listKeys } from '../../keys/keys-file.ts';
import { requireFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { keysPlace } from './keys-place.ts';

/** Prints every key of a configuration: what is known of its secret, until when it is valid, and its rule. */
export async function keyList(
  { config: file, format }: { readonly config: string; readonly format: 'text' | 'json' },
  terminal: Terminal,
): Promise<ExitCode> {
  const loaded = await requireFile(file, { requireSecrets: false }, terminal);
  if (loaded.config === undefined) return loaded.exitCode;
  const hints = await hintsOf(file);
  const now = Date.now();
  const rows = [...loaded.config.keys.values()].map((key) => ({
    id: key.id,
    secret: hints.get(key.id) ?? null,
    expires: key.expires === undefined ? null : new Date(key.expires).toISOString(),
    rule: key.rule ?? (key.limits === undefined ? null : 'its own'),
    state: stateOf(key, now),
    file: key.at.file,
  }));
  if (format === 'json') terminal.out(`${JSON.stringify(rows, null, 2)}\n`);
  else
    terminal.out(table(rows.map((row) => [row.id, row.secret, row.state, row.expires, row.rule, row.file])));
  return exitCodes.good;
}

const headings = ['ID', 'SECRET', 'STATE', 'EXPIRES', 'RULE', 'FILE'];

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
async function hintsOf(file: string): Promise<ReadonlyMap<string, string>> {
  try {
    const keys = await listKeys(keysPlace(file).file);
    return new Map(keys.flatMap(({ id, hint }) => (hint === undefined ? [] : [[id, hint] as const])));
  } catch {
    return new Map();
  }
}

function stateOf({ disabled, notBefore, expires }: KeyConfig, now: number): string {
  if (disabled) return 'disabled';
  if (expires !== undefined && now >= expires) return 'expired';
  return notBefore !== undefined && now < notBefore ? 'not yet' : 'active';
}
