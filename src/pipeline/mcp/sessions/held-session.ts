import type { EventPlace } from '../../../api/mcp/server-events.ts';
import type { KeptLists } from '../servers/kept-lists.ts';

/** A session that a client holds at a server, in the server's terms. */
export interface KnownSession {
  readonly id: string;
  /** The revision that the server agreed to. */
  readonly version: string;
}

/** A place in a stream of a session. */
export interface StreamPlace {
  /** The server's own id of the event. */
  readonly event: string;
  /**
   * The method of the request that the stream answers, and the request's id as JSON; undefined for a stream of its own.
   */
  readonly request: { readonly method: string; readonly idText: string } | undefined;
}

/** Seals places in streams for clients. */
export interface PlaceSeal {
  /** The place in a stream in the client's form; undefined for one that is too long to come back. */
  place(session: KnownSession, place: StreamPlace): string | undefined;
  /** The place of such a text; undefined for any other text, and for a place in another session. */
  placeOf(session: KnownSession, text: string): StreamPlace | undefined;
}

/** The session of a request, whose client holds it at a server. */
export interface HeldSession {
  readonly session: KnownSession;
  readonly seal: PlaceSeal;
  /** The lists of the server in this session. */
  readonly lists: KeptLists;
}

/** The fields of an event that name its place, each with its line end; empty for none. */
export function placeFields(
  { session, seal }: Pick<HeldSession, 'session' | 'seal'>,
  { id, retryMs }: EventPlace,
  request: StreamPlace['request'],
): string {
  const place = id === undefined ? undefined : seal.place(session, { event: id, request });
  const retry = retryMs === undefined ? '' : `retry: ${retryMs}\n`;
  return place === undefined ? retry : `id: ${place}\n${retry}`;
}
