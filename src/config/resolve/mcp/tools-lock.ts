/** `tools.lock` beside the file: read with it, and watched as the file is. */
import { shellWord } from '../../../lib/shell-word.ts';
import type { GatewayFile, McpServer } from '../../schema/generated/file.generated.ts';
import { maxFileBytes, readText } from '../../text/read-text.ts';
import type { Source } from '../../text/source.ts';
import type { Path } from '../../text/tree.ts';
import { readToolsLock } from '../../tools-lock/read-lock.ts';
import { lockedServer, type ToolsLock, toolsLockName } from '../../tools-lock/tools-lock.ts';
import type { LockedServer } from '../../types/mcp.ts';
import { type Context, fileAt, wrong } from '../context.ts';

/** The lock of a configuration, as far as there is one. */
export interface FoundToolsLock {
  /** `broken` where something is wrong with the file, which is reported; `unread` where nobody wants to know. */
  readonly lock: ToolsLock | 'absent' | 'broken' | 'unread';
  /** Its text, which belongs to what is reviewed. */
  readonly sources: readonly Source[];
}

export const noToolsLock: FoundToolsLock = { lock: 'unread', sources: [] };

/** Reads the lock of a file that has servers of tools. */
export function findToolsLock(context: Context, { mcp }: GatewayFile): FoundToolsLock {
  if (mcp === undefined) return noToolsLock;
  const { files, report } = context;
  const path = fileAt(context, toolsLockName);
  if (files.read(path, maxFileBytes).kind === 'absent') return { lock: 'absent', sources: [] };
  const source = readText(path, files, report);
  if (source === undefined) return { lock: 'broken', sources: [] };
  return { lock: readToolsLock(source, report) ?? 'broken', sources: [source] };
}

/** The content of the lock about a server. One that is held to it has to be there. */
export function lockedOf(
  context: Context,
  path: Path,
  { pin }: McpServer,
  { name, lock }: FoundToolsLock & { readonly name: string },
): LockedServer | undefined {
  const entries = typeof lock === 'string' ? undefined : lock.get(name);
  if (entries !== undefined) return lockedServer(entries);
  if (pin !== 'lock' || lock === 'broken' || lock === 'unread') return undefined;
  const { path: file, shown } = context.tree.source;
  const what =
    lock === 'absent'
      ? `there is no ${toolsLockName} beside the file`
      : `${toolsLockName} has nothing of ${name}`;
  wrong(context, [...path, 'pin'], 'tools_lock_missing', what, {
    hint: `\`gateway tools lock --config ${file === '-' ? 'FILE' : shellWord(shown)}\` asks the servers and writes it`,
  });
  return undefined;
}
