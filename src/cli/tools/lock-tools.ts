import { shownToolName } from '../../config/derived/tool-patterns.ts';
import { formatProblems, type Severity } from '../../config/problems.ts';
import { shownPath } from '../../config/text/files.ts';
import { type LockChange, lockChanges } from '../../config/tools-lock/lock-changes.ts';
import type { ServerEntries, ToolsLock } from '../../config/tools-lock/tools-lock.ts';
import type { McpConfig } from '../../config/types/mcp.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { loadFile } from '../config-file.ts';
import { counted, type ExitCode, exitCodes, painter, type Terminal } from '../terminal.ts';
import { type AskedServer, askServer } from './ask-server.ts';
import { type ReadToolsLock, ToolsLockFile } from './tools-lock-file.ts';

export interface LockToolsOptions {
  readonly config: string;
  /** The servers to ask; all by default. */
  readonly server?: readonly string[];
  /** Compare, and write nothing. */
  readonly check?: boolean;
  readonly format: 'text' | 'json';
}

/** One server: its answer, and its difference from the lock. */
interface Finding extends AskedServer {
  readonly server: string;
  readonly changes: readonly LockChange[];
}

/** Asks the servers of a file what they offer, and writes it to `tools.lock`, or compares it with that. */
export async function lockTools(options: LockToolsOptions, terminal: Terminal): Promise<ExitCode> {
  const { config: file, check = false } = options;
  if (file === '-') throw new Error('tools.lock lies beside the file, so name one in place of -');
  const { config, problems, isUnreadable } = await loadFile(file, loading, terminal);
  if (config === undefined) {
    terminal.err(`${formatProblems(problems, { color: terminal.colorErr })}\n\n`);
    return isUnreadable ? exitCodes.couldNotRun : exitCodes.notValid;
  }
  const { mcp, routing } = config;
  if (mcp === undefined) throw new Error(`${shownPath(file)} has no \`mcp\`, so there is no server to ask`);
  const names = namesOf(mcp, options.server);
  const lockFile = new ToolsLockFile(config);
  const before = lockFile.read();
  if (before.kind === 'broken') {
    terminal.err(`${formatProblems(before.problems, { color: terminal.colorErr })}\n\n`);
    if (check) return exitCodes.notValid;
  }
  const known = lockOf(before);
  const findings = await Promise.all(
    names.map(async (server): Promise<Finding> => {
      const lacks = problems.find(({ path, severity }) => isLacking(server, path, severity));
      const asked =
        lacks === undefined
          ? await askServer(mcp.servers.get(server)!, routing.circuit)
          : { entries: undefined, reason: `${lacks.path}: ${lacks.message}`, leftOut: [] };
      const changes = asked.entries === undefined ? [] : lockChanges(known.get(server), asked.entries);
      return { ...asked, server, changes };
    }),
  );
  const gone = options.server === undefined ? [...known.keys()].filter((name) => !names.includes(name)) : [];
  const isWritten = check
    ? false
    : await write(lockFile, findings, { mcp, isAll: options.server === undefined });
  const told: Told = { findings, gone, check, isWritten, path: lockFile.path };
  terminal.out(
    options.format === 'json'
      ? `${JSON.stringify(toldJson(told), null, 2)}\n`
      : text(told, terminal.colorOut),
  );
  const isKnown = ({ server, entries }: Finding) => entries === undefined || known.has(server);
  const differs = gone.length > 0 || findings.some((one) => one.changes.length > 0 || !isKnown(one));
  if (check && differs) return exitCodes.notValid;
  return findings.some(({ entries }) => entries === undefined) ? exitCodes.couldNotRun : exitCodes.good;
}

/** Secrets of others than the servers are not needed, so that whoever reviews the lock need not have them. */
const loading = {
  requireSecrets: false,
  runsPrograms: true,
  leavesOutStoreKeys: true,
  leavesOutToolsLock: true,
};

/** True for a finding that a server's variable or file is absent. */
function isLacking(server: string, path: string, severity: Severity): boolean {
  return severity === 'note' && path.startsWith(`mcp.servers.${server}.`);
}

function namesOf({ servers }: McpConfig, named: readonly string[] | undefined): readonly string[] {
  // A server that takes the tokens of callers alone can't be asked here, nor be held to a lock.
  if (named === undefined)
    return [...servers.values()].flatMap(({ name, exchange }) => (exchange === undefined ? name : []));
  for (const name of named) {
    if (servers.get(name)?.exchange !== undefined)
      throw new Error(
        `${name} takes the tokens of callers alone (\`subject: caller\`): there is no caller here`,
      );
    if (!servers.has(name))
      throw new Error(
        `no server of \`mcp\` is named ${JSON.stringify(name)}${didYouMean(name, servers.keys())}`,
      );
  }
  return [...new Set(named)];
}

function lockOf(read: ReadToolsLock): ToolsLock {
  return read.kind === 'lock' ? read.lock : new Map();
}

/** A server that did not answer, or was not asked, keeps its entries. */
function write(
  lockFile: ToolsLockFile,
  findings: readonly Finding[],
  { mcp, isAll }: { readonly mcp: McpConfig; readonly isAll: boolean },
): Promise<boolean> {
  return lockFile.change((before) => {
    const answered = new Map(findings.map(({ server, entries }) => [server, entries]));
    const askable = new Set(namesOf(mcp, undefined));
    const isWhole = [...askable].every((name) => answered.get(name) !== undefined);
    if (before.kind === 'broken' && !isWhole) {
      const silent = findings.filter(({ entries }) => entries === undefined);
      const why =
        silent.length === 0
          ? 'run it without --server'
          : `these do not answer: ${silent.map(({ server, reason }) => `${server} (${reason})`).join(', ')}`;
      throw new Error(
        `${shownPath(lockFile.path)} can not be read, so it is written only with the answers of all servers; ${why}`,
      );
    }
    const lock = new Map<string, ServerEntries>(
      isAll ? [...lockOf(before)].filter(([name]) => askable.has(name)) : lockOf(before),
    );
    for (const [server, entries] of answered) if (entries !== undefined) lock.set(server, entries);
    return lock;
  });
}

interface Told {
  readonly findings: readonly Finding[];
  /** Servers of the lock that the file does not have. */
  readonly gone: readonly string[];
  readonly check: boolean;
  readonly isWritten: boolean;
  readonly path: string;
}

function text({ findings, gone, check, isWritten, path }: Told, color: boolean): string {
  const paint = painter(color);
  const lines: string[] = [];
  const colours = { new: 'green', changed: 'yellow', gone: 'red' } as const;
  for (const { server, entries, reason, changes, leftOut } of findings) {
    if (entries === undefined) {
      lines.push(`${server}: ${paint('red', 'NO ANSWER')}: ${reason}; its entries stay as they are`);
      continue;
    }
    const differs = changes.length === 0 ? '' : `; ${check ? 'differs from' : 'changes'} tools.lock:`;
    lines.push(`${server}: ${contentText(entries)}${differs}`);
    for (const { kind, name, change, places } of changes) {
      const where = places.length === 0 ? '' : `: ${places.map(shownToolName).join(', ')}`;
      lines.push(`  ${paint(colours[change], change.padEnd(8))} ${itemText(kind, name)}${where}`);
    }
    for (const { kind, name, why } of leftOut) lines.push(`  ${'left out'} ${itemText(kind, name)}: ${why}`);
  }
  for (const server of gone)
    lines.push(
      `${server}: ${check ? 'tools.lock has it, and the file has no such server to ask' : 'taken out: the file has no such server to ask'}`,
    );
  if (!check) {
    const lock = shownPath(path);
    lines.push(
      isWritten ? `${lock} is written: review the change before you merge it` : `${lock} stays as it is`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function contentText({ tools, prompts, templates, instructions }: ServerEntries): string {
  const parts = [
    counted(tools.size, 'tool'),
    ...(prompts.size > 0 ? [counted(prompts.size, 'prompt')] : []),
    ...(templates.size > 0 ? [counted(templates.size, 'template')] : []),
    ...(instructions === undefined ? [] : ['instructions']),
  ];
  return parts.join(', ');
}

const nouns: Readonly<Record<string, string>> = {
  tools: 'tool',
  prompts: 'prompt',
  resources: 'resource',
  templates: 'template',
};

function itemText(kind: string, name: string): string {
  return kind === 'instructions' ? kind : `${nouns[kind] ?? kind} ${shownToolName(name)}`;
}

function toldJson({ findings, gone, isWritten, path }: Told): unknown {
  return {
    servers: findings.map(({ server, entries, reason, changes, leftOut }) => ({
      server,
      answered: entries !== undefined,
      reason: entries === undefined ? reason : null,
      changes,
      left_out: leftOut,
    })),
    gone,
    lock: path,
    written: isWritten,
  };
}
