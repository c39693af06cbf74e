/**
 * Ids of sessions and places in their streams, in the clients' form: sealed, and valid only for the same caller and
 * server.
 */
import { createHash } from 'node:crypto';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import { opened, sealed } from '../../../lib/tokens/sealed-text.ts';
import type { Exchange } from '../../exchange.ts';
import type { KnownSession, PlaceSeal, StreamPlace } from './held-session.ts';

/** Characters of the longest seal; nobody here makes longer ones. */
const longestSeal = 2048;

export class SessionSeal implements PlaceSeal {
  readonly #key: Buffer;

  /**
   * The seal of a caller and a server. Every worker, and every host with the same file, makes the same one, so that any
   * of them can take a request. Secrets of a key make it; a key without a secret of its own needs one of the host.
   *
   * @param hostSecret The secret of the host.
   * @throws if there is no such secret, and it is needed
   */
  constructor(
    { key, caller }: Pick<Exchange, 'key' | 'caller'>,
    { name, server, path }: McpServerConfig,
    hostSecret: () => Buffer,
  ) {
    const { id, config } = key!;
    const { hashes } = config;
    const whose = ['session', id, hashes, caller?.issuer, caller?.subject, name, server.address, path];
    const digest = createHash('sha256').update(JSON.stringify(whose));
    if (hashes.length === 0) digest.update(hostSecret());
    this.#key = digest.digest();
  }

  /** The id of a session in the client's form. */
  id({ id, version }: KnownSession): string {
    return sealed(this.#key, JSON.stringify([id, version]));
  }

  /** The session of such an id; undefined for any other text. */
  session(id: string): KnownSession | undefined {
    const text = id.length > longestSeal ? undefined : opened(this.#key, id);
    if (text === undefined) return undefined;
    const [own, version] = JSON.parse(text) as [string, string];
    return { id: own, version };
  }

  place({ id }: KnownSession, { event, request }: StreamPlace): string | undefined {
    const text = sealed(this.#placeKey(id), JSON.stringify([event, request?.method, request?.idText]));
    return text.length > longestSeal ? undefined : text;
  }

  placeOf({ id }: KnownSession, place: string): StreamPlace | undefined {
    const text = place.length > longestSeal ? undefined : opened(this.#placeKey(id), place);
    if (text === undefined) return undefined;
    const [event, method, idText] = JSON.parse(text) as [string, string | null, string | null];
    const request = method === null || idText === null ? undefined : { method, idText };
    return { event, request };
  }

  #placeKey(session: string): Buffer {
    return createHash('sha256').update(this.#key).update(session).digest();
  }
}
