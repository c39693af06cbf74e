/** Asks a server of tools what it offers, as a gateway does that serves the file. */
import { instructionsValue } from '../../api/mcp/lists/pinned-items.ts';
import {
  type LockEntry,
  type LockedKind,
  lockEntry,
  type ServerEntries,
} from '../../config/tools-lock/tools-lock.ts';
import type { McpServerConfig } from '../../config/types/mcp.ts';
import type { CircuitConfig } from '../../config/types/routing.ts';
import { withBackend } from '../../embedded/lone-backend.ts';
import { canonicalText, parseWritten } from '../../lib/json/written-json.ts';
import { openLog } from '../../observe/log/log.ts';
import { DrainedTools } from '../../pipeline/mcp/drained-tools.ts';
import { McpServer } from '../../pipeline/mcp/servers/mcp-server.ts';
import { CallFault } from '../../pipeline/mcp/servers/server-call-fault.ts';
import { packageVersion } from '../../process/package-paths.ts';

/** Something of a server that no client gets, so that the lock does not have it. */
export interface NotOffered {
  readonly kind: string;
  readonly name: string;
  readonly why: string;
}

export interface AskedServer {
  /** Undefined for one that gave no answer. */
  readonly entries: ServerEntries | undefined;
  /** The reason why there is no answer. */
  readonly reason: string;
  readonly leftOut: readonly NotOffered[];
}

const self = { name: 'gateway', version: packageVersion() };

/** Shorter values stand in many texts. */
const shortestSecret = 16;

/** Never rejects for what a server does. */
export async function askServer(config: McpServerConfig, circuit: CircuitConfig): Promise<AskedServer> {
  const leftOut: NotOffered[] = [];
  // The server's own lists log why an entry is not offered.
  const log = openLog('warn', { write: (line) => leftOut.push(...notOfferedIn(line)) });
  try {
    const entries = await withBackend(config.server, async (backend) => {
      const server = new McpServer(
        { ...config, isPinned: false },
        { backend, circuit, log, listed: () => {}, self, drains: new DrainedTools() },
      );
      try {
        return await entriesOf(server, secretsOf(config), leftOut);
      } finally {
        server.revision.forget();
      }
    });
    return { entries, reason: '', leftOut };
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    return { entries: undefined, reason: error.message, leftOut };
  }
}

async function entriesOf(
  { lists }: McpServer,
  secrets: readonly string[],
  leftOut: NotOffered[],
): Promise<ServerEntries> {
  const { instructions } = await lists.introduction();
  const entriesOfKind = async (kind: LockedKind) => {
    const entries = new Map<string, LockEntry>();
    for (const { name, texts } of await lists.items(kind)) {
      const whole = parseWritten(texts.own);
      const text = whole && canonicalText(whole);
      if (text === undefined) leftOut.push({ kind, name, why: 'a name stands twice in one object of it' });
      else if (holdsSecret(text, secrets)) leftOut.push({ kind, name, why: secretWords });
      else entries.set(name, lockEntry(whole!));
    }
    return entries;
  };
  const told = instructions === undefined ? undefined : instructionsValue(instructions);
  const isSafe = told !== undefined && !holdsSecret(canonicalText(told), secrets);
  if (told !== undefined && !isSafe) leftOut.push({ kind: 'instructions', name: '', why: secretWords });
  return {
    instructions: isSafe ? lockEntry(told) : undefined,
    tools: await entriesOfKind('tools'),
    prompts: await entriesOfKind('prompts'),
    templates: await entriesOfKind('templates'),
  };
}

const secretWords = 'it repeats a header, or a part of the URL, that the file has for the server';

/** Values of the file that may be secrets. Lists leave out what repeats the credential itself. */
function secretsOf({ server, path }: McpServerConfig): readonly string[] {
  const query = [...new URLSearchParams(path.split('?')[1] ?? '').values()];
  return [...Object.values(server.headers), ...Object.values(server.query), ...query].filter(
    (value) => value.length >= shortestSecret,
  );
}

function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
}

function notOfferedIn(line: string): readonly NotOffered[] {
  const { kind, name = '', reason } = JSON.parse(line) as Record<string, string | undefined>;
  return kind === undefined || reason === undefined ? [] : [{ kind, name, why: reason }];
}
