import { renewAws } from './aws/index.ts';
import { renewAzure } from './azure/index.ts';
import { renewExec } from './exec/index.ts';
import { renewFile } from './file/index.ts';
import { renewGoogle } from './google/index.ts';
import { renewOauth2 } from './oauth2/index.ts';
import type { Renew } from './source.ts';

/** Gets a fresh credential of any source. A kind that is new to the configuration does not compile without its case. */
export const renewSource: Renew = async (source, signal) => {
  switch (source.kind) {
    case 'file':
      return renewFile(source, signal);
    case 'exec':
      return renewExec(source, signal);
    case 'oauth2':
      return renewOauth2(source, signal);
    case 'aws':
      return renewAws(source, signal);
    case 'google':
      return renewGoogle(source, signal);
    case 'azure':
      return renewAzure(source, signal);
  }
};
