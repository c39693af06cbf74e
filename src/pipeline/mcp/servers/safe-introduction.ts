import { introduction, type ServerIntroduction } from '../../../api/mcp/discover-and-initialize.ts';
import type { JsonObject } from '../../../lib/json.ts';
import type { CredentialLeak } from '../../relay/credential-leak.ts';

/** Reads a server's introduction. Instructions that repeat the gateway's credential are left out: clients get them. */
export function safeIntroduction(
  server: string,
  result: JsonObject,
  credential: CredentialLeak,
): ServerIntroduction {
  const { capabilities, instructions } = introduction(server, result);
  const isSafe = instructions !== undefined && !credential.isInText(instructions);
  return { server, capabilities, instructions: isSafe ? instructions : undefined };
}
