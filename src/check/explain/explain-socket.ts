/** The outcome of a request's WebSocket: if it opens, and what it adds to the request. */
import type { ServedEndpoint } from '../../api/endpoints/index.ts';
import { noSocketAt, otherOrigin } from '../../api/socket-refusals.ts';
import { socketEndpoints } from '../../config/derived/socket-endpoints.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { Refused } from './explain-stored-objects.ts';
import type { ExplainedSocket, Explanation } from './explanation.ts';
import type { ExplainQuestion } from './question.ts';
import { noneOpened, socketText } from './text/socket-text.ts';

/** The sockets of one configuration. */
export class SocketExplainer {
  readonly #config: Config;
  #served: ReadonlySet<string> | undefined;

  constructor(config: Config) {
    this.#config = config;
  }

  /**
   * The reason why none is opened, in the words of the stage `upgrade`; undefined if one opens, or none is asked for.
   */
  refusal({ socket }: ExplainQuestion, endpoint: ServedEndpoint): Refused | undefined {
    if (!isOnSocket(socket, endpoint)) return undefined;
    this.#served ??= new Set(socketEndpoints(this.#config));
    if (!this.#served.has(endpoint.name))
      return { code: 'upgrade_refused', message: noSocketAt(endpoint.path) };
    const { origin } = socket ?? {};
    if (origin === undefined || this.#config.listen.origins.includes(origin)) return undefined;
    return { code: 'origin_not_allowed', message: otherOrigin };
  }

  /**
   * An explanation with that of its socket; unchanged without a socket.
   *
   * @param opens False if the handshake is already refused.
   */
  with(
    explained: Explanation,
    { socket }: ExplainQuestion,
    endpoint: ServedEndpoint,
    keyId: string | undefined,
    opens: boolean,
  ): Explanation {
    if (!isOnSocket(socket, endpoint)) return explained;
    const kind = endpoint.socket === 'session' ? 'session' : 'turn';
    if (!opens) return { ...explained, socket: { text: [noneOpened(kind)], opens } };
    const most = mostOf(this.#config, keyId);
    const text = socketText(kind, socket?.turn, explained, most);
    return { ...explained, socket: { text, opens, ...(most.length > 0 && { most }) } };
  }
}

/** True if the question names a WebSocket, or the endpoint has no other form. */
function isOnSocket(socket: ExplainQuestion['socket'], endpoint: ServedEndpoint): boolean {
  return socket !== undefined || endpoint.socket === 'session';
}

/** `rate_limit.sockets` of a key and of its groups. */
function mostOf({ keys, groups }: Config, keyId: string | undefined): NonNullable<ExplainedSocket['most']> {
  const key = keyId === undefined ? undefined : keys.get(keyId);
  if (key === undefined) return [];
  const holders = [
    ['the key', key.limits],
    ...key.groups.map((name) => [`the group ${name}`, groups.get(name)?.limits] as const),
  ] as const;
  return holders.flatMap(([whose, limits]) =>
    limits?.sockets === undefined ? [] : [{ whose, sockets: limits.sockets }],
  );
}
