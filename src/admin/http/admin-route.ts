import type { Caller } from '../access/caller.ts';
import type { Answer } from './admin-answer.ts';

/** A request to the admin listener, read and let in. */
export interface AdminRequest {
  readonly query: URLSearchParams;
  /** What stands in place of `{id}` in the path, decoded. */
  readonly id: string;
  /** The body, a JSON object; empty where the route has none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly address: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With at most one `{id}`, which stands for one segment. */
  readonly path: string;
  /**
   * Who may: `anybody` who reaches the listener; `visitors` too, but only where tokens are set, and not from another
   * site; who may `read`; who may `change` something.
   */
  readonly access: 'anybody' | 'visitors' | 'read' | 'change';
  answer(request: AdminRequest): Answer | Promise<Answer>;
}
