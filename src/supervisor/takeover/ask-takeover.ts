import { askHolder } from '../state/state-lock.ts';
import type { TakeoverReply, TakeoverRequest } from './takeover-messages.ts';

/** The result of a command's takeover; undefined if no gateway runs. */
export type TakeoverOutcome =
  | {
      readonly pid: number;
      readonly version: string;
      readonly before: { readonly pid: number; readonly version: string };
    }
  | { readonly failed: string };

/** Asks the gateway that keeps its state in a folder to make way. */
export async function askTakeover(
  stateDir: string,
  takeover: TakeoverRequest['takeover'],
): Promise<TakeoverOutcome | undefined> {
  let asked: Awaited<ReturnType<typeof askHolder>>;
  try {
    asked = await askHolder(stateDir, JSON.stringify({ takeover } satisfies TakeoverRequest));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const who = 'run this command as the user of the gateway, or as root';
    return { failed: `the gateway in ${stateDir} can't be asked: ${code === 'EACCES' ? who : message}` };
  }
  if (asked === undefined) return undefined;
  const { holder, reply } = asked;
  const running = `the gateway that runs (process ${holder.pid}, version ${holder.version})`;
  if (reply === undefined) {
    return { failed: `${running} can't make way for another: stop it, and start this one` };
  }
  const answer = JSON.parse(reply) as TakeoverReply;
  if ('done' in answer) return { ...answer.done, before: holder };
  return {
    failed: `${running} serves on: version ${takeover.version} did not come to serve: ${answer.failed}`,
  };
}

/** The request in a line on the socket; undefined for any other line. */
export function takeoverIn(line: string): TakeoverRequest['takeover'] | undefined {
  try {
    const { takeover } = JSON.parse(line) as { takeover?: Partial<TakeoverRequest['takeover']> };
    const { execPath, execArgv, script, file, version } = takeover ?? {};
    if (![execPath, script, file, version].every((text) => typeof text === 'string')) return undefined;
    return Array.isArray(execArgv) ? (takeover as TakeoverRequest['takeover']) : undefined;
  } catch {
    return undefined;
  }
}
