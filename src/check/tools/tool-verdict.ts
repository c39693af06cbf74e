/**
 * Decides if a key may use something of an MCP server, and gives the reason: the serving code asks the same grants the
 * same question.
 */
import {
  type AskedTool,
  parseToolPattern,
  patternAllows,
  toolText,
} from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { claimsFault, leadOf } from '../../identity/key-for-claims.ts';
import { ProtectedResources } from '../../identity/protected-resources.ts';
import { clientKey } from '../../keys/keyring.ts';
import type { Claims } from '../../lib/claims.ts';
import { compileGlobs } from '../../lib/glob.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { isHeldToLock, lockedNames } from './locked-names.ts';

export interface ToolQuestion {
  readonly tool: AskedTool;
  /** Undefined for a key that may use everything. */
  readonly key: string | undefined;
  /** The claims of a verified token, in place of the key. */
  readonly claims?: Claims | undefined;
  /** The key counts as active on any date. */
  readonly asActive?: boolean | undefined;
}

/** Plain data: as JSON it is what `explain --tool` prints. */
export interface ToolVerdict {
  /** In the form of patterns: `github/get_issue`. */
  readonly tool: string;
  /** Null for a key that may use everything. */
  readonly key: string | null;
  readonly allowed: boolean;
  /** Sentences: the grant that allows it, or all reasons against it. */
  readonly reasons: readonly string[];
}

/** Answers a question. Throws if it names a missing key, or claims that nobody can judge. */
export function toolVerdict(
  config: Config,
  question: ToolQuestion,
  wallNow: number = Date.now(),
): ToolVerdict {
  const { tool } = question;
  const text = toolText(tool.server, tool.kind, tool.name);
  const found = keyOf(config, question);
  const answer = (
    key: string | null,
    against: readonly string[],
    allows: readonly string[],
  ): ToolVerdict => ({
    tool: text,
    key,
    allowed: against.length === 0,
    reasons: against.length === 0 ? allows : against,
  });
  if (typeof found === 'string') return answer(null, [found], []);
  const offered = serverReasons(config, tool);
  if (found === undefined) return answer(null, offered, ['a key that may use everything']);
  const { allows, against } = grantReasons(config, found, tool);
  const needsToken = config.mcp?.servers.get(tool.server)?.exchange !== undefined;
  const only = needsToken && question.claims === undefined ? [onlyByToken(tool.server)] : [];
  const inUse = question.asActive === true || clientKey(found).isActive(wallNow);
  const idle = inUse ? [] : ['the key is disabled, or outside its dates'];
  return answer(found.id, [...offered, ...idle, ...against], [...allows, ...only]);
}

function onlyByToken(server: string): string {
  return `to callers that come with a token: ${server} takes their tokens, and a key alone is refused there`;
}

/** The asking key; undefined for one that may use everything, a sentence if claims are refused. */
function keyOf(config: Config, { key, claims, tool }: ToolQuestion): KeyConfig | string | undefined {
  let id = key;
  if (claims !== undefined) {
    const fault = claimsFault(config.identity, claims);
    if (fault !== undefined) throw new Error(fault);
    const resources = ProtectedResources.of(config.identity, config.mcp);
    const path = `${config.mcp?.path}/${tool.server}`;
    const lead = leadOf(config.identity, claims, (audiences) => resources?.lacks(path, audiences));
    if (lead.kind === 'refused') return `the token is refused: ${lead.why}`;
    id = lead.key;
  }
  if (id === undefined) return undefined;
  const found = config.keys.get(id);
  if (found === undefined) throw new Error(`no key is named "${id}"${didYouMean(id, config.keys.keys())}`);
  return found;
}

/** The parts of the file that exclude it for every key. */
function serverReasons({ mcp }: Config, { server, kind, name }: AskedTool): readonly string[] {
  if (mcp === undefined) return ['the file has no `mcp`'];
  const known = mcp.servers.get(server);
  if (known === undefined)
    return [`no server of \`mcp\` is named "${server}"${didYouMean(server, mcp.servers.keys())}`];
  const isOffered = kind !== 'tool' || compileGlobs(known.tools)(name);
  const isLocked = !isHeldToLock(known, kind) || lockedNames(known, kind)?.includes(name) === true;
  return [
    ...(isOffered ? [] : [`the server ${server} does not offer it: \`tools\` has ${listText(known.tools)}`]),
    ...(isLocked ? [] : [`the server ${server} has \`pin: lock\`, and tools.lock does not have it`]),
  ];
}

function grantReasons(
  { groups }: Config,
  key: KeyConfig,
  tool: AskedTool,
): { readonly allows: readonly string[]; readonly against: readonly string[] } {
  const { server, kind, name } = tool;
  if (key.tools === undefined)
    return { allows: [], against: [`the key ${key.id} has no \`tools\`, so it may use none`] };
  const lists: readonly (readonly [of: string, list: readonly string[] | undefined])[] = [
    [`the key ${key.id}`, key.tools.own],
    ...key.groups.map((group) => [`the group ${group}`, groups.get(group)?.tools] as const),
  ];
  const allows: string[] = [];
  const against: string[] = [];
  for (const [of, list] of lists) {
    if (list === undefined) continue;
    const pattern = list.find((text) => {
      const parsed = parseToolPattern(text);
      return parsed !== undefined && patternAllows(parsed, server, kind, name);
    });
    if (pattern !== undefined) allows.push(`${of} allows it by "${pattern}"`);
    else against.push(`${of} does not allow it: its \`tools\` are ${listText(list)}`);
  }
  return { allows, against };
}

function listText(list: readonly string[]): string {
  return list.length === 0 ? 'none' : list.map((text) => `"${text}"`).join(', ');
}

/** The verdict for a terminal. */
export function toolVerdictText({ tool, key, allowed, reasons }: ToolVerdict): string {
  const who = key === null ? '' : ` to the key ${key}`;
  return [
    `${tool} is ${allowed ? 'allowed' : 'denied'}${who}:`,
    ...reasons.map((reason) => `  ${reason}`),
    '',
  ].join('\n');
}
