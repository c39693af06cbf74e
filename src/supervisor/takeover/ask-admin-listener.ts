import type { Address } from '../../config/types/listen.ts';
import { isObject, parseObject } from '../../lib/json.ts';
import { askHolder } from '../state/state-lock.ts';

/** The admin listener of a gateway. */
export interface AdminListening {
  readonly address: Address;
  /** True for TLS. */
  readonly isSecure: boolean;
}

const question = JSON.stringify({ tell: 'admin' });

/** True for a line that asks for the listener. */
export function asksForAdmin(line: string): boolean {
  return parseObject(line)?.['tell'] === 'admin';
}

/**
 * Asks the gateway of this host that keeps its state in a folder where it listens for operators. Undefined where none runs,
 * none listens, or it does not say, as older versions. Rejects with the system's error where it may not be asked.
 */
export async function askAdminListener(dir: string): Promise<AdminListening | undefined> {
  const asked = await askHolder(dir, question);
  const told = parseObject(asked?.reply ?? '')?.['admin'];
  if (!isObject(told)) return undefined;
  const { address, isSecure } = told as Partial<AdminListening>;
  if (typeof address?.host !== 'string' || typeof address.port !== 'number') return undefined;
  return { address: { host: address.host, port: address.port }, isSecure: isSecure === true };
}
