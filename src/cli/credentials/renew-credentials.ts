import { allServers } from '../../config/derived/all-servers.ts';
import { type SourceUse, sourcesOf } from '../../credentials/source-uses.ts';
import { type RenewalOutcome, renewOnce } from '../../credentials/sources/renew-once.ts';
import { requireFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface CredentialsOptions {
  readonly config: string;
  readonly format: 'text' | 'json';
}

interface Tried {
  readonly use: SourceUse;
  readonly outcome: RenewalOutcome;
}

/** Renews each source of a file once, from this host, and prints whose each is and how long it lives: never a value. */
export async function renewCredentials(options: CredentialsOptions, terminal: Terminal): Promise<ExitCode> {
  const loaded = await requireFile(options.config, { requireSecrets: true }, terminal);
  if (loaded.config === undefined) return loaded.exitCode;
  const uses = sourcesOf(allServers(loaded.config));
  const tried = await Promise.all(uses.map(async (use) => ({ use, outcome: await renewOnce(use.source) })));
  terminal.out(options.format === 'json' ? json(tried) : text(tried));
  return tried.some(({ outcome }) => outcome.kind === 'failed') ? exitCodes.notValid : exitCodes.good;
}

function json(tried: readonly Tried[]): string {
  const credentials = tried.map(({ use: { backends, source }, outcome }) => ({
    name: backends[0],
    backends,
    kind: source.kind,
    ...(outcome.kind === 'renewed'
      ? {
          subject: outcome.renewed.subject ?? null,
          lives_for_s:
            outcome.renewed.lifetimeMs === undefined ? null : Math.round(outcome.renewed.lifetimeMs / 1000),
          warning: outcome.renewed.warning ?? null,
          error: null,
        }
      : { error: { code: outcome.code, reason: outcome.message } }),
  }));
  return `${JSON.stringify({ credentials }, null, 2)}\n`;
}

type Row = readonly [backend: string, kind: string, life: string, subject: string];

function text(tried: readonly Tried[]): string {
  if (tried.length === 0) return 'No backend has a credential that is renewed.\n';
  const rows: readonly Row[] = [['BACKEND', 'KIND', 'LIVES', 'WHOSE'], ...tried.map(rowOf)];
  const widths = [0, 1, 2].map((place) => Math.max(...rows.map((row) => row[place]!.length)));
  const lines = rows.map((row) => row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  '));
  const notes = tried.flatMap(({ use: { backends }, outcome }) => {
    if (outcome.kind === 'failed') return [`${backends[0]}: ${outcome.message} (${outcome.code})`];
    const { warning } = outcome.renewed;
    return warning === undefined ? [] : [`${backends[0]}: warning: ${warning}`];
  });
  const all = notes.length === 0 ? lines : [...lines, '', ...notes];
  return all.map((line) => `${line.trimEnd().replace(/\p{Cc}/gu, '?')}\n`).join('');
}

function rowOf({ use: { backends, source }, outcome }: Tried): Row {
  const more = backends.length > 1 ? ` and ${backends.length - 1} more` : '';
  const name = `${backends[0]}${more}`;
  if (outcome.kind === 'failed') return [name, source.kind, 'failed', ''];
  const { lifetimeMs, subject } = outcome.renewed;
  return [name, source.kind, lifetimeMs === undefined ? 'not said' : span(lifetimeMs), subject ?? ''];
}

function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes}m`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.round(hours * 10) / 10}h` : `${Math.round(hours / 24)}d`;
}
