/** Checks that a running gateway serves a command's change. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../../admin/status.ts';
import { formatProblems } from '../../config/problems.ts';
import { shownPath } from '../../config/text/files.ts';
import { loadFile } from '../config-file.ts';
import type { Terminal } from '../terminal.ts';
import { type AdminOptions, adminAccess } from './admin-access.ts';
import { type AdminAccess, askGateway } from './ask-gateway.ts';

/** A file that was saved is live within a second; a large one takes longer to read. */
const takenWithinMs = 10_000;
const askEveryMs = 50;

/** The result of a change. */
export type ChangeOutcome =
  | { readonly kind: 'taken'; readonly url: string; readonly revision: string }
  /** It serves on as before; `problems` as `check` prints them. */
  | { readonly kind: 'rejected'; readonly url: string; readonly problems: string }
  | { readonly kind: 'late'; readonly url: string }
  /** The configuration is not valid, as it was not before: a gateway takes of it what changed of keys, and nothing else. */
  | { readonly kind: 'invalid'; readonly problems: string }
  /** Nobody could be asked; `reason` says why. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Looks at the running gateway before a change is made; what it returns tells afterwards what became of that. */
export async function beforeChange(
  file: string,
  options: AdminOptions,
  terminal: Terminal,
): Promise<() => Promise<ChangeOutcome>> {
  const beganAt = new Date().toISOString();
  const before = await asked(file, options, terminal);
  return async () => {
    // A change may have made the file valid, and so have told where to ask.
    const now = before.kind === 'invalid' ? await asked(file, options, terminal) : before;
    switch (now.kind) {
      case 'invalid':
      case 'unknown':
        return now;
      case 'answered': {
        const { access, status } = now;
        const isTaken = (later: Status) =>
          before === now ? later.revision !== status.revision : isAppliedSince(later, beganAt);
        return settled(access, isTaken, status.reloads.rejected);
      }
    }
  };
}

type Asked =
  | { readonly kind: 'answered'; readonly access: AdminAccess; readonly status: Status }
  | Extract<ChangeOutcome, { kind: 'invalid' | 'unknown' }>;

async function asked(file: string, options: AdminOptions, terminal: Terminal): Promise<Asked> {
  const { config, problems } = await loadFile(
    file,
    { requireSecrets: false, leavesOutStoreKeys: true },
    terminal,
  );
  if (config === undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    return { kind: 'invalid', problems: formatProblems(errors, { color: terminal.colorErr }) };
  }
  const access = adminAccess(config.admin, options, terminal);
  if (access?.token === undefined) {
    const reason = `${shownPath(file)} has no \`admin\` with a port and a token that can be used here; write \`admin.token\` there, or give the URL with --admin and the token in GATEWAY_READ_TOKEN`;
    return { kind: 'unknown', reason };
  }
  try {
    return { kind: 'answered', access, status: await statusOf(access) };
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

function isAppliedSince({ last_reload: last }: Status, since: string): boolean {
  return last?.outcome === 'applied' && last.at >= since;
}

async function settled(
  access: AdminAccess,
  isTaken: (status: Status) => boolean,
  rejectedBefore: number,
): Promise<ChangeOutcome> {
  const url = new URL(access.admin).origin;
  for (const end = performance.now() + takenWithinMs; performance.now() < end; await sleep(askEveryMs)) {
    const now = await statusOf(access).catch(() => undefined); // it may be opening its listener anew
    if (now === undefined) continue;
    if (isTaken(now)) return { kind: 'taken', url, revision: now.revision };
    if (now.reloads.rejected > rejectedBefore) {
      return { kind: 'rejected', url, problems: now.last_reload?.problems ?? 'it does not say why' };
    }
  }
  return { kind: 'late', url };
}

function statusOf(access: AdminAccess): Promise<Status> {
  return askGateway(access, '/status', isStatus);
}

function isStatus(answer: unknown): answer is Status {
  const { revision, reloads } = (answer ?? {}) as Partial<Status>;
  return typeof revision === 'string' && typeof reloads?.rejected === 'number';
}

/** The result in words. */
export function takenText(taken: ChangeOutcome): string {
  switch (taken.kind) {
    case 'taken':
      return `the running gateway at ${taken.url} has taken it (revision ${taken.revision})`;
    case 'rejected':
      return `the running gateway at ${taken.url} has REJECTED it and serves on as before:\n${taken.problems}`;
    case 'late':
      return `the running gateway at ${taken.url} has NOT taken it within ${takenWithinMs / 1000} s; its log says why`;
    case 'invalid':
      return `the files are not valid. A running gateway takes what changed of keys, as far as their own file is valid, and nothing else until this is mended:\n${taken.problems}`;
    case 'unknown':
      return `whether a running gateway has taken it is not known: ${taken.reason}`;
  }
}
