import { sessionResult } from '../../../api/mcp/discover-and-initialize.ts';
import { initializeParams } from '../../../api/mcp/older-revisions/session-messages.ts';
import { type Implementation, isOlder } from '../../../api/mcp/protocol-versions.ts';
import { within } from '../../../lib/waiting/within.ts';
import type { Exchange } from '../../exchange.ts';
import { hopsSoFar } from '../../hops.ts';
import { CredentialLeak } from '../../relay/credential-leak.ts';
import { callerOf } from '../caller-of.ts';
import { answerResult } from '../own-json-rpc-answers.ts';
import type { McpServer } from '../servers/mcp-server.ts';
import type { WholeAnswer } from '../servers/request-to-server.ts';
import { safeIntroduction } from '../servers/safe-introduction.ts';
import { CallFault, codeOf, errorOf } from '../servers/server-call-fault.ts';
import { sealOf, sessionHeader } from './find-session.ts';

interface BeginParts {
  readonly self: Implementation;
  readonly hostSecret: () => Buffer;
}

/** Milliseconds that a server has to answer `initialize`. */
const beginMs = 30_000;
/** Milliseconds: a server that has not answered by then if it gives sessions is served without. */
const slowMs = 5000;

/**
 * Answers `initialize` of a client with a session at the server, which gets the capabilities of the client. Resolves
 * with false if the server gives no sessions; the client is then served without one.
 */
export async function beginSession(
  exchange: Exchange,
  server: McpServer,
  { self, hostSecret }: BeginParts,
): Promise<boolean> {
  const seal = sealOf(exchange, server, hostSecret);
  if (seal === undefined || server.availability.out !== undefined) return false;
  const gives = await within(
    slowMs,
    server.revision.givesSessions().catch(() => false),
  );
  if (gives !== true) return false;
  const credential = new CredentialLeak(server.credential);
  const { response, head } = await asked(exchange, server);
  const { result, error } = response;
  const version = result?.['protocolVersion'];
  if (typeof version !== 'string' || !isOlder(version)) {
    const what = result === undefined ? codeOf(error) : 'it speaks no revision that is known here';
    throw errorOf(server.name, new CallFault('invalid', `it answers to initialize: ${what}`));
  }
  if (head.session === undefined) return false;
  const session = { id: head.session, version };
  server.clientSessions.begun(callerOf(exchange), session);
  const { capabilities, instructions } = safeIntroduction(server.name, result!, credential);
  const told = server.pins.instructionsInSession(instructions);
  const introduced = { server: server.name, capabilities, instructions: told };
  answerResult(exchange, sessionResult(version, introduced, self), [sessionHeader, seal.id(session)]);
  return true;
}

async function asked(exchange: Exchange, server: McpServer): Promise<WholeAnswer> {
  const message = exchange.asked!.message!;
  const { totalMs } = server.backend.config.timeouts;
  const ended = server.availability.begun();
  try {
    const answer = await server.sender.initialize(
      {
        id: message.id,
        method: 'initialize',
        paramsText: initializeParams(message),
        requestId: exchange.id,
        hops: hopsSoFar(exchange.head.hops) + 1,
      },
      { totalMs: Math.min(beginMs, totalMs) },
    );
    ended(undefined);
    return answer;
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    ended(error);
    throw errorOf(server.name, error);
  }
}
