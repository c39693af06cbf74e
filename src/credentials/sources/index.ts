import type { CredentialSource } from '../../config/types.ts';
import { renewAws } from './aws/index.ts';
import { renewExec } from './exec/index.ts';
import { renewFile } from './file/index.ts';
import { type Renew, RenewalFailure } from './source.ts';

/** Gets a fresh credential of any source. A kind that is new to the configuration does not compile without its case. */
export const renewSource: Renew = async (source, signal) => {
  switch (source.kind) {
    case 'file':
      return renewFile(source, signal);
    case 'exec':
      return renewExec(source, signal);
    case 'aws':
      return renewAws(source, signal);
    case 'oauth2':
    case 'google':
    case 'azure':
      throw new RenewalFailure('unsupported', `nothing renews auth.${source.kind} yet`, { isLasting: true });
  }
};

/** What a token endpoint may take, connecting included. */
const usualTimeoutMs = 10_000;

/** How long one renewal may take, in milliseconds. */
export function renewalTimeoutMs(source: CredentialSource): number {
  return source.kind === 'exec' ? source.timeoutMs : usualTimeoutMs;
}
