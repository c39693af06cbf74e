import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../../admin/status.ts';
import { parseDuration } from '../../config/resolve/units.ts';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type AdminAccess, AnswerRefused } from './ask-gateway.ts';
import { indented, isServedWhole, originOf, reloaded, servedTexts, statusOf } from './gateway-status.ts';
import { accesses, askedAll, comparedFile, type GatewaysOptions, whyNot } from './gateways.ts';

export interface ApplyOptions extends GatewaysOptions {
  /** The time limit for all of them together. */
  readonly timeout: string;
  readonly format: 'text' | 'json';
}

const askEveryMs = 100;
/** Time for an answer even when the time limit is close. */
const leastPatienceMs = 1000;

/** The state of the file at one gateway. */
type Outcome =
  | { readonly kind: 'served'; readonly status: Status }
  | { readonly kind: 'refused'; readonly problems: string }
  | { readonly kind: 'late'; readonly status: Status; readonly reason: string | undefined }
  | { readonly kind: 'unasked'; readonly reason: string };

/**
 * Has every gateway read its files, and waits until all of their processes serve what a file comes to. The file is
 * not sent: it is to lie there already. Nobody is asked while one of them can't be.
 */
export async function apply(file: string, options: ApplyOptions, terminal: Terminal): Promise<ExitCode> {
  const limitMs = parseDuration(options.timeout);
  if (limitMs === undefined) {
    throw new Error(`--timeout ${options.timeout}: write a number and a unit, such as 30s or 2m`);
  }
  const end = performance.now() + limitMs;
  const compared = await comparedFile(file, terminal);
  if (compared.config === undefined) return compared.exitCode;
  const { shown, config } = compared;
  const asked = await askedAll(accesses(compared, options, terminal, 'change'));
  const unknown = asked.flatMap((one) => ('reason' in one ? [one.reason] : []));
  if (unknown.length > 0) {
    for (const reason of unknown) terminal.err(`gateway: ${reason}\n`);
    terminal.err(`gateway: ${counted(unknown.length, 'gateway')} can't be asked, so none was\n`);
    return exitCodes.couldNotRun;
  }
  const isJson = options.format === 'json';
  const text = config.textRevision;
  if (!isJson) terminal.out(`${shown} comes to ${text}\n`);
  const gateways = await Promise.all(
    asked.map(async ({ access, status }) => {
      const outcome = await applied(access, status!, text, end);
      if (!isJson) terminal.out(outcomeText(access, outcome, text, options.timeout));
      return { access, outcome };
    }),
  );
  if (isJson) {
    const told = gateways.map(({ access, outcome }) => ({ admin: originOf(access), ...toldOf(outcome) }));
    terminal.out(`${JSON.stringify({ file: shown, text_revision: text, gateways: told }, null, 2)}\n`);
  }
  const outcomes = gateways.map(({ outcome }) => outcome.kind);
  if (outcomes.includes('unasked')) return exitCodes.couldNotRun;
  const isDone = outcomes.every((kind) => kind === 'served');
  return isDone ? exitCodes.good : exitCodes.notValid;
}

async function applied(access: AdminAccess, before: Status, text: string, end: number): Promise<Outcome> {
  let rejected = before.reloads.rejected;
  try {
    const reload = await reloaded(access, Math.max(leastPatienceMs, leftUntil(end)));
    if (reload.outcome === 'rejected') return { kind: 'refused', problems: reload.problems ?? '' };
    rejected = (await statusOf(access)).reloads.rejected;
  } catch (error) {
    // Waiting does not help a caller without rights. A lost answer, though, may come from a listener that reopens.
    if (error instanceof AnswerRefused) return { kind: 'unasked', reason: refusal(error, access) };
  }
  let status = before;
  for (let reason: string | undefined; ; await sleep(askEveryMs)) {
    try {
      status = await statusOf(access, Math.max(leastPatienceMs, leftUntil(end)));
      reason = undefined;
    } catch (error) {
      reason = whyNot(error, access);
    }
    if (reason === undefined && isServedWhole(status, text)) return { kind: 'served', status };
    if (status.reloads.rejected > rejected) {
      return { kind: 'refused', problems: status.last_reload?.problems ?? '' };
    }
    if (performance.now() >= end) return { kind: 'late', status, reason };
  }
}

/** Whole milliseconds. */
function leftUntil(end: number): number {
  return Math.ceil(end - performance.now());
}

function refusal(error: AnswerRefused, access: AdminAccess): string {
  const why = whyNot(error, access);
  return error.status === 403 ? `${why} (a reload takes \`admin.token\`, not \`read_token\`)` : why;
}

/** The state of the file at one gateway, for programs. */
function toldOf(outcome: Outcome) {
  const { kind: state } = outcome;
  switch (outcome.kind) {
    case 'served':
      return { state, workers: outcome.status.processes.length };
    case 'refused':
      return { state, problems: outcome.problems };
    case 'unasked':
      return { state, reason: outcome.reason };
    case 'late':
      return { state, reason: outcome.reason ?? null, text_revision: outcome.status.text_revision };
  }
}

function outcomeText(access: AdminAccess, outcome: Outcome, text: string, timeout: string): string {
  const origin = originOf(access);
  switch (outcome.kind) {
    case 'served':
      return `${origin} serves it: ${counted(outcome.status.processes.length, 'worker')}\n`;
    case 'refused':
      return `${origin} has REFUSED it and serves on as before:\n${indented(outcome.problems)}\n`;
    case 'unasked':
      return `${outcome.reason}\n`;
    case 'late': {
      const { status, reason } = outcome;
      const why =
        reason ??
        (status.text_revision === text
          ? ''
          : `its file ${status.config_file} is another text: was the reviewed one brought there?`);
      return `${origin} does NOT serve it after ${timeout}: ${servedTexts(status, text)}${why === '' ? '' : `\n${indented(why)}`}\n`;
    }
  }
}
