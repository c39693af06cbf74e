import type { Caller } from '../access/caller.ts';
import type { Schema, Shape } from '../contract/shape.ts';
import type { Answer } from './admin-answer.ts';

/** A request to the admin listener, read and let in. */
export interface AdminRequest {
  readonly query: URLSearchParams;
  /** The value for `{id}` in the path, decoded. */
  readonly id: string;
  /** The body, a JSON object; empty where the route has none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly address: string;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With at most one `{id}`, which stands for one segment. */
  readonly path: string;
  /**
   * The callers that the route allows: `anybody` who reaches the listener; `visitors` too, but only with tokens
   * configured and not from another site; callers who may `read`; callers who may `change` something; callers who may
   * read stored `contents`.
   */
  readonly access: 'anybody' | 'visitors' | 'read' | 'change' | 'contents';
  /** Absent for what is not part of the API. */
  readonly operation?: Operation;
  answer(request: AdminRequest): Answer | Promise<Answer>;
}

/** The description of a route in the OpenAPI document, beside its method, path and access. */
export interface Operation {
  /** A sentence. */
  readonly summary: string;
  readonly query?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly body?: Shape<unknown>;
  /** Of an answer that is no refusal. */
  readonly status: 200 | 201 | 204;
  /** Absent for an answer that nothing is said of. */
  readonly answers?: Shape<unknown>;
}
