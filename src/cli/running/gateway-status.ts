import type { Reload } from '../../admin/contract/gateway.ts';
import type { Status } from '../../admin/status.ts';
import { type AdminAccess, askGateway } from './ask-gateway.ts';

/** The gateway's own status. Throws if it can't be asked, and if its version reports too little. */
export async function statusOf(access: AdminAccess, patienceMs?: number): Promise<Status> {
  const status = await askGateway(access, '/status', isStatus, 'GET', patienceMs);
  if (typeof status.text_revision === 'string' && Array.isArray(status.processes)) return status as Status;
  throw new Error(
    `${originOf(access)} runs version ${status.version ?? 'unknown'} of the gateway, which does not say what its text comes to; update it`,
  );
}

/** Has the gateway read its files now, and waits for what comes of it. */
export function reloaded(access: AdminAccess, patienceMs: number): Promise<Reload> {
  return askGateway(access, '/api/reload', isReload, 'POST', patienceMs);
}

/** The listener, as it is named to people. */
export function originOf({ admin }: AdminAccess): string {
  return URL.canParse(admin) ? new URL(admin).origin : admin;
}

/** True if every wanted worker serves a text. */
export function isServedWhole({ workers, processes }: Status, text: string): boolean {
  return processes.length >= workers.wanted && processes.every((one) => one.text_revision === text);
}

/** `2 workers serve 1f2e3d4c5b6a, 1 worker (4711) serves 0a1b2c3d4e5f`: each text that is served, and by how many. */
export function servedTexts({ processes, workers }: Status, known: string): string {
  const byText = new Map<string, number[]>();
  for (const { pid, text_revision: text } of processes) byText.set(text, [...(byText.get(text) ?? []), pid]);
  const said = [...byText].map(([text, pids]) => {
    const what = text === known ? 'it' : text;
    const which = byText.size === 1 ? '' : ` (${pids.join(', ')})`;
    return pids.length === 1
      ? `1 worker${which} serves ${what}`
      : `${pids.length} workers${which} serve ${what}`;
  });
  const missing = workers.wanted - processes.length;
  if (missing > 0) said.push(`${missing} of ${workers.wanted} ${missing === 1 ? 'is' : 'are'} being started`);
  return said.join(', ');
}

/** Below a line that it belongs to. */
export function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `         ${line}`))
    .join('\n');
}

/** Of a version that may be another. */
type AnyStatus = Partial<Status> & Pick<Status, 'revision'>;

function isStatus(answer: unknown): answer is AnyStatus {
  const { revision, reloads } = (answer ?? {}) as Partial<Status>;
  return typeof revision === 'string' && typeof reloads?.rejected === 'number';
}

function isReload(answer: unknown): answer is Reload {
  return typeof (answer as Partial<Reload> | null)?.outcome === 'string';
}
