import type { ServerIntroduction } from '../../../api/mcp/discover-and-initialize.ts';
import { rpcCodes } from '../../../api/mcp/json-rpc-errors.ts';
import { maxListBytes } from '../../../api/mcp/lists/server-list-reader.ts';
import {
  initializedNotification,
  ownInitializeParams,
} from '../../../api/mcp/older-revisions/older-server-messages.ts';
import { isOlder, metaWithoutCapabilities, modernVersion } from '../../../api/mcp/protocol-versions.ts';
import type { ServerError, ServerResponse } from '../../../api/mcp/server-messages.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { Backend } from '../../../http/client/backend.ts';
import { isObject } from '../../../lib/json.ts';
import { CredentialLeak } from '../../relay/credential-leak.ts';
import { longestMs } from './cached-answer.ts';
import { safeIntroduction } from './safe-introduction.ts';
import { asCallFault, CallFault, codeOf } from './server-call-fault.ts';
import type { ServerParts } from './server-parts.ts';
import {
  type AnswerBounds,
  modernSpeech,
  type OlderSpeech,
  type ServerSender,
  type Speech,
} from './server-sender.ts';
import { ServerSessions, type Session } from './server-sessions.ts';

/** The gateway itself, which asks for the answers that all callers get. */
const nobody = '';
/** Milliseconds that a server has for its introduction, and for each page of a list. */
const listingMs = 30_000;
/** Bytes of a page, with the parts around its items. */
const mostOfList = maxListBytes + 64 * 1024;

/** The revision that a server speaks, the sessions that it demands, and the gateway's own requests in them. */
export class RevisionAndSession {
  readonly #config: McpServerConfig;
  readonly #parts: () => ServerParts;
  readonly #sender: ServerSender;
  /** Undefined until the server was asked. */
  #era: Promise<'modern' | 'older'> | undefined;
  readonly #sessions: ServerSessions;
  /** The introduction with which the server began a session. */
  #greeting: ServerIntroduction | undefined;
  #greetedMs = 0;
  #version: string | undefined;

  readonly #credential: Pick<Backend, 'secret'>;

  /** @param credential The secret of requests, which no client may see. */
  constructor(
    config: McpServerConfig,
    parts: () => ServerParts,
    sender: ServerSender,
    credential: Pick<Backend, 'secret'>,
  ) {
    this.#credential = credential;
    this.#config = config;
    this.#parts = parts;
    this.#sender = sender;
    this.#sessions = new ServerSessions(
      () => this.#beginSession(),
      (session) => {
        if (session.id !== undefined) sender.endSession(session).catch(() => {});
      },
    );
  }

  /**
   * The form of a caller's requests. Rejects with a CallFault.
   *
   * @param caller The owner of the session, if the server demands sessions.
   */
  async speech(caller: string): Promise<Speech> {
    if (!(await this.isOlder())) return modernSpeech;
    const own = await this.#sessions.of(nobody);
    // A server that names no session treats all callers alike.
    if (own.id === undefined || this.#config.sessions === 'shared') return { kind: 'older', session: own };
    return { kind: 'older', session: await this.#sessions.of(caller) };
  }

  /** True for an older server that gives its clients sessions, unless the file makes all of them share one. */
  async givesSessions(): Promise<boolean> {
    if (this.#config.sessions === 'shared' || !(await this.isOlder())) return false;
    return (await this.#sessions.of(nobody)).id !== undefined;
  }

  /** Forgets a session that the server no longer knows. */
  sessionLost(caller: string, { session }: OlderSpeech): void {
    this.#sessions.lost(caller, session);
    this.#sessions.lost(nobody, session);
  }

  /** Forgets the revision and all sessions: the server now speaks another revision. */
  forget(): void {
    this.#era = undefined;
    this.#version = undefined;
    this.#sessions.clear();
  }

  /** True for a server of a revision before 2026-07-28. Rejects with a CallFault. */
  async isOlder(): Promise<boolean> {
    return (await this.#eraOf()) === 'older';
  }

  /** The revision that it speaks; undefined until it has answered. */
  get known(): string | undefined {
    return this.#version;
  }

  /** The introduction of an older server, from the beginning of a session. */
  async greeting(): Promise<ServerIntroduction> {
    const session = await this.#sessions.of(nobody);
    // Without sessions it may have changed since.
    if (session.id === undefined && performance.now() - this.#greetedMs >= longestMs) {
      this.#sessions.lost(nobody, session);
      await this.#sessions.of(nobody);
    }
    return this.#greeting!;
  }

  /** Asks for a sign of life, in the form of its revision. Rejects with a CallFault. */
  async ping(totalMs: number): Promise<void> {
    try {
      const method = (await this.isOlder()) ? 'ping' : 'server/discover';
      const { error } = await this.ask(method, undefined, totalMs);
      // Some servers answer that they do not know the method: that is a sign of life.
      if (error !== undefined && error.code !== rpcCodes.method_not_found)
        throw new CallFault('invalid', `it answers to ${method}: ${codeOf(error)}`);
    } catch (error) {
      // It now speaks another revision: the next question finds out which.
      if (asCallFault(error).kind === 'older') this.forget();
      throw error;
    }
  }

  /** Asks for the gateway itself, and once more if the first request did nothing. Rejects with a CallFault. */
  async ask(method: string, cursor?: string, totalMs?: number): Promise<ServerResponse> {
    try {
      return await this.#askOnce(method, cursor, await this.speech(nobody), totalMs);
    } catch (error) {
      const { kind } = asCallFault(error);
      if (kind !== 'session' && kind !== 'reset') throw error;
      const speech = await this.speech(nobody);
      if (kind === 'session' && speech.kind === 'older') this.sessionLost(nobody, speech);
      return this.#askOnce(method, cursor, await this.speech(nobody), totalMs);
    }
  }

  async #askOnce(
    method: string,
    cursor: string | undefined,
    speech: Speech,
    totalMs: number = this.#bounds.totalMs,
  ): Promise<ServerResponse> {
    const params = {
      ...(cursor !== undefined && { cursor }),
      ...(speech.kind === 'modern' && { _meta: metaWithoutCapabilities(this.#parts().self) }),
    };
    const asked = { method, paramsText: JSON.stringify(params), requestId: 'mcp-list', hops: 1 };
    return (await this.#sender.ask(asked, speech, { totalMs, maxBytes: mostOfList })).response;
  }

  get #bounds(): AnswerBounds {
    const { totalMs } = this.#parts().backend.config.timeouts;
    return { totalMs: Math.min(listingMs, totalMs), maxBytes: mostOfList };
  }

  #eraOf(): Promise<'modern' | 'older'> {
    if (this.#era !== undefined) return this.#era;
    const era = this.#foundOut();
    this.#era = era;
    era.catch(() => {
      if (this.#era === era) this.#era = undefined;
    });
    return era;
  }

  /** A server of the new revision answers `server/discover`, or names the revisions that it speaks. */
  async #foundOut(): Promise<'modern' | 'older'> {
    let response: ServerResponse;
    try {
      response = await this.#askOnce('server/discover', undefined, modernSpeech);
      // By the specification, a server that refuses a revision and names that same one is asked once more.
      if (namesModern(response.error))
        response = await this.#askOnce('server/discover', undefined, modernSpeech);
    } catch (error) {
      if (asCallFault(error).kind === 'older') return 'older';
      throw error;
    }
    const { result } = response;
    const versions = result?.['supportedVersions'];
    if (!Array.isArray(versions) || !versions.includes(modernVersion)) return 'older';
    this.#version = modernVersion;
    return 'modern';
  }

  async #beginSession(): Promise<Session> {
    const { self } = this.#parts();
    const credential = new CredentialLeak(this.#credential);
    const { response, head } = await this.#sender.initialize(
      {
        method: 'initialize',
        paramsText: ownInitializeParams(self),
        requestId: 'mcp-initialize',
        hops: 1,
      },
      this.#bounds,
    );
    const { result, error } = response;
    const version = result?.['protocolVersion'];
    if (typeof version !== 'string' || !isOlder(version)) {
      // A server that answers in neither form may do so later.
      this.#era = undefined;
      const what = result === undefined ? codeOf(error) : 'it speaks no revision that is known here';
      throw new CallFault('invalid', `it answers to initialize: ${what}`);
    }
    this.#greeting = safeIntroduction(this.#config.name, result!, credential);
    this.#greetedMs = performance.now();
    this.#version = version;
    const session = { id: head.session, version };
    await this.#sender.notify(initializedNotification, session);
    return session;
  }
}

/** True if a server that refuses a revision accepts the new one. */
function namesModern(error: ServerError | undefined): boolean {
  if (error?.code !== rpcCodes.unsupported_version || !isObject(error.data)) return false;
  const { supported } = error.data;
  return Array.isArray(supported) && supported.includes(modernVersion);
}
