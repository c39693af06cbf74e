import type { Credential } from '../../credentials/credential.ts';
import { flatHeaders } from '../flat-headers.ts';
import { headerLines } from '../node/message-head.ts';
import { MessageToAuthorize } from './message-to-authorize.ts';
import type { ProbeCredential } from './probe.ts';

const nothing: readonly Buffer[] = [];

/** Puts the credential of requests into the probes of a backend, each time anew. */
export function probeCredential(
  credential: Credential,
  {
    path,
    host,
    headers,
  }: { readonly path: string; readonly host: string; readonly headers: Readonly<Record<string, string>> },
): ProbeCredential {
  const lines = headerLines(flatHeaders({ host, ...headers }));
  return {
    async authorize() {
      if (credential.missing !== undefined) return undefined;
      const message = new MessageToAuthorize(credential, {
        method: 'GET',
        path,
        host,
        body: nothing,
        headerLines: lines,
      });
      const generation = await credential.authorize(message);
      const set = credential.headers.flatMap((name) => {
        const value = message.header(name);
        return value === undefined ? [] : [[name, value] as const];
      });
      return {
        headers: Object.fromEntries(set),
        refused: (status, answered) => void credential.refused({ status, headers: answered, generation }),
      };
    },
  };
}
