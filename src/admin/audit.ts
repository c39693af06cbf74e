import type { Logger } from '../observe/log/log.ts';
import type { Caller } from './access/caller.ts';

/** One thing that somebody did, or tried. Secrets never stand in it. */
export interface Act {
  readonly what:
    | 'signed in'
    | 'sign-in refused'
    | 'signed out'
    | 'session ended'
    | 'role changed'
    | 'key created'
    | 'key rotated'
    | 'key updated'
    | 'key disabled'
    | 'key enabled'
    | 'key revoked'
    | 'deployment drained'
    | 'deployment resumed'
    | 'tool drained'
    | 'tool resumed'
    | 'queue flushed'
    | 'budget credited'
    | 'budget reset'
    | 'files reloaded'
    | 'contents searched'
    | 'content read'
    | 'contents deleted';
  readonly caller: Caller;
  readonly address: string;
  /** Key id, where it is about one. */
  readonly key?: string;
  /** `MODEL/NAME`, where it is about a deployment. */
  readonly deployment?: string;
  /** `SERVER` or `SERVER/TOOL`, where it is about tools. */
  readonly tool?: string;
  /** Model name, where it is about a model. */
  readonly model?: string;
  /** Group name, where it is about a group. */
  readonly group?: string;
  /** One of those whom the key is counted for, by its value of the claim. */
  readonly counted?: string;
  /** Of contents: whose, as a request says it; the request; and how many requests' they were. */
  readonly endUser?: string;
  readonly request?: string;
  readonly requests?: number;
  /** The credited amount in US dollars. */
  readonly usd?: number;
  /** The number of callers' budgets that changed together with the key's own. */
  readonly callers?: number;
  /** The result of reading the files. */
  readonly outcome?: 'applied' | 'unchanged' | 'rejected';
  /** Why, in the words of whoever did it. */
  readonly reason?: string;
  /** Why nobody knows whether it was done. */
  readonly uncertain?: string;
}

/** Writes an audit line; at every log level but `silent`, since who changed what is not a matter of detail. */
export function audit(log: Logger, { what, caller, address, ...about }: Act): void {
  const level = log.level === 'silent' ? 'silent' : 'info';
  log
    .child({ audit: what }, { level })
    .info({ by: nameOf(caller), ...personOf(caller), client: address, ...about }, 'admin');
}

/** The caller's name in audit lines. */
export function nameOf(caller: Caller): string {
  switch (caller.kind) {
    case 'nobody':
      return 'nobody';
    case 'token':
      if (caller.may === 'change') return 'token';
      return caller.mayContents ? 'content_token' : 'read_token';
    case 'person':
      return caller.session.person?.name ?? `session ${caller.session.mark}`;
  }
}

/** The issuer's id of a person, and the session: names are not unique. */
function personOf(caller: Caller): { readonly subject?: string; readonly session?: string } {
  if (caller.kind !== 'person' || caller.session.person === undefined) return {};
  return { subject: caller.session.person.subject, session: caller.session.mark };
}
