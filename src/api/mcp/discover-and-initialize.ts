/** The gateway's introduction to clients, made of the introductions of the servers behind it. */
import { isObject, type JsonObject } from '../../lib/json.ts';
import { sessionCapabilities } from './older-revisions/session-messages.ts';
import { type Implementation, knownVersions, metaNames, negotiatedVersion } from './protocol-versions.ts';

/** A server's introduction: its answer to `server/discover` or `initialize`. */
export interface ServerIntroduction {
  readonly server: string;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
}

/** The most characters of a server's instructions that go to a client. */
const maxInstructions = 16 * 1024;

/** Reads the introduction in a server's answer. */
export function introduction(server: string, result: JsonObject): ServerIntroduction {
  const { capabilities, instructions } = result;
  return {
    server,
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions.slice(0, maxInstructions) : undefined,
  };
}

export interface Introductions {
  /** The introductions of servers that the client may use in some way. */
  readonly parts: readonly ServerIntroduction[];
  /** All servers together: each one's instructions name it. */
  readonly isAmong: boolean;
  readonly self: Implementation;
}

/** The result of `server/discover`. */
export function discoverResult(introductions: Introductions, ttlMs: number): string {
  return JSON.stringify({
    resultType: 'complete',
    supportedVersions: knownVersions,
    capabilities: listenedTo(introductions),
    instructions: instructionsOf(introductions),
    ttlMs,
    cacheScope: 'private',
    _meta: { [metaNames.serverInfo]: introductions.self },
  });
}

/**
 * The result of `initialize`, which begins nothing here: later requests name no session.
 *
 * @param asked The revision that the client asks for.
 */
export function initializeResult(asked: unknown, introductions: Introductions): string {
  return JSON.stringify({
    protocolVersion: negotiatedVersion(asked),
    capabilities: capabilitiesOf(introductions),
    serverInfo: introductions.self,
    instructions: instructionsOf(introductions),
  });
}

/** The result of an `initialize` that begins a session at a server, in the revision that the server agreed to. */
export function sessionResult(
  version: string,
  { capabilities, instructions }: ServerIntroduction,
  self: Implementation,
): string {
  return JSON.stringify({
    protocolVersion: version,
    capabilities: sessionCapabilities(capabilities),
    serverInfo: self,
    ...(instructions !== undefined && { instructions }),
  });
}

/** The capabilities that any of the servers has and that pass through the gateway. */
function capabilitiesOf({ parts }: Introductions): JsonObject {
  const has = (name: string) => parts.some(({ capabilities }) => isObject(capabilities[name]));
  const offered = ['tools', 'prompts', 'resources', 'completions'].filter(has);
  return Object.fromEntries(offered.map((name) => [name, {}]));
}

/** The same for clients of the new revision, which can get notifications of changes (`subscriptions/listen`). */
function listenedTo(introductions: Introductions): JsonObject {
  const canSubscribe = introductions.parts.some(({ capabilities: { resources } }) => {
    return isObject(resources) && resources['subscribe'] === true;
  });
  const told = Object.keys(capabilitiesOf(introductions)).map((name) => {
    if (name === 'completions') return [name, {}];
    return [name, { listChanged: true, ...(name === 'resources' && canSubscribe && { subscribe: true }) }];
  });
  return Object.fromEntries(told);
}

function instructionsOf({ parts, isAmong }: Introductions): string | undefined {
  const said = parts.flatMap(({ server, instructions }) => {
    if (instructions === undefined || instructions.trim() === '') return [];
    return [isAmong ? `Of the tools that begin with ${server}__:\n${instructions}` : instructions];
  });
  return said.length === 0 ? undefined : said.join('\n\n');
}
