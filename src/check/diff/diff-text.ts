import { listed } from '../../routing/wording.ts';
import type { ContentChange } from './content-changes.ts';
import {
  type ChangedEntry,
  type ConfigDiff,
  type EntryChanges,
  isSame,
  type ServableChange,
} from './diff.ts';
import type { GuardChange } from './guard-changes.ts';
import type { CallerChange, Rights } from './identity-changes.ts';
import { reachLines } from './reach-text.ts';
import type { TagSet } from './servable.ts';
import type { ShownChange } from './shown-change.ts';
import type { ToolChange } from './tool-changes.ts';

/** The beginning of a line: gained, lost, changed. */
type Sign = '+' | '-' | '~';
type Line = readonly [sign: Sign, text: string];

interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** The diff for a terminal: sections of lines that begin with +, - or ~. */
export function diffText(diff: ConfigDiff): string {
  if (isSame(diff)) return 'Nothing changes.\n';
  const blocks = sections(diff).map(({ title, lines }) =>
    [`${title}:`, ...lines.map(([sign, text]) => `  ${sign} ${printable(text)}`)].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`;
}

/** The diff for the description of a pull request or a comment on it. */
export function diffMarkdown(diff: ConfigDiff): string {
  if (isSame(diff)) return 'Nothing changes for the gateway.\n';
  const blocks = sections(diff).map(
    ({ title, lines }) =>
      `### ${title}\n\n\`\`\`diff\n${lines.map(([sign, text]) => `${sign === '~' ? '!' : sign} ${fenced(printable(text))}`).join('\n')}\n\`\`\``,
  );
  return `${blocks.join('\n\n')}\n`;
}

function sections(diff: ConfigDiff): readonly Section[] {
  const all: readonly Section[] = [
    { title: 'Models', lines: [...entries(diff.models, ''), ...deploymentLines(diff)] },
    { title: 'What requests may ask for', lines: diff.servable.flatMap(servableLines) },
    { title: 'Keys', lines: entries(diff.keys, '') },
    { title: 'What keys, groups and rules allow', lines: diff.reach.flatMap(reachLines) },
    { title: 'Issuers of tokens', lines: entries(diff.issuers, '') },
    { title: 'Who is let in by a token', lines: diff.callers.map(callerLine) },
    { title: 'Rate limits', lines: entries(diff.rate_limits, '') },
    { title: 'Groups', lines: entries(diff.groups, '') },
    { title: 'Backends', lines: entries(diff.backends, '') },
    { title: 'Guards', lines: entries(diff.guards, '') },
    { title: 'MCP servers', lines: entries(diff.mcp_servers, '') },
    { title: 'What keys may use of MCP servers', lines: diff.tools.flatMap(toolLines) },
    { title: 'What tools.lock has', lines: lockedLines(diff.locked) },
    { title: 'What guards look at', lines: diff.guarded.map(guardLine) },
    { title: 'Whose contents are kept', lines: diff.contents.map(contentLine) },
    { title: 'Ids that clients have already', lines: diff.older_ids.map((text): Line => ['~', text]) },
    { title: 'Settings', lines: diff.settings.map((change): Line => ['~', fieldText(change)]) },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

function entries({ added, removed, changed }: EntryChanges<ChangedEntry>, prefix: string): readonly Line[] {
  return [
    ...added.map((name): Line => ['+', prefix + name]),
    ...removed.map((name): Line => ['-', prefix + name]),
    ...changed.flatMap(({ name, fields }) =>
      fields.map((change): Line => ['~', `${prefix}${name}: ${fieldText(change)}`]),
    ),
  ];
}

function deploymentLines({ models }: ConfigDiff): readonly Line[] {
  return models.changed.flatMap(({ name, deployments }) => {
    const [others, translated] = withoutTranslated(deployments);
    return [...translated.map((change) => translatedLine(name, change)), ...entries(others, `${name}/`)];
  });
}

/** An endpoint of a deployment that appeared or went, and is or was translated. */
interface TranslatedEndpoint {
  readonly deployment: string;
  readonly endpoint: string;
  readonly sign: '+' | '-';
  /** `via messages: streaming, vision`. */
  readonly how: string;
}

function withoutTranslated(
  deployments: EntryChanges<ChangedEntry>,
): readonly [EntryChanges<ChangedEntry>, readonly TranslatedEndpoint[]] {
  const translated: TranslatedEndpoint[] = [];
  const changed = deployments.changed.map(({ name, fields }) => ({
    name,
    fields: fields.filter(({ field, before, after }) => {
      const [, endpoint] = /^endpoints\.(\w+)$/.exec(field) ?? [];
      const how = before === null ? after : after === null ? before : null;
      if (endpoint === undefined || how?.startsWith('via ') !== true) return true;
      translated.push({ deployment: name, endpoint, sign: before === null ? '+' : '-', how });
      return false;
    }),
  }));
  return [{ ...deployments, changed }, translated];
}

function translatedLine(model: string, { deployment, endpoint, sign, how }: TranslatedEndpoint): Line {
  const [via, capabilities] = how.split(': ');
  const text = `${endpoint} of ${model} (${deployment}, ${via})`;
  return [sign, capabilities === undefined ? text : `${text}: ${capabilities}`];
}

function fieldText({ field, before, after }: ShownChange): string {
  if (before === after) return `${field} changed`;
  if (before === null) return `${field} is ${after}`;
  if (after === null) return `${field} is no longer set (was ${before})`;
  return `${field} ${before} -> ${after}`;
}

/** The gains and losses of a caller with such a token. */
function callerLine({ issuer, tokens, before, after, gained, lost, ...limits }: CallerChange): Line {
  const who = `${issuer}, ${tokens}`;
  const parts = [...rightsText('gains', gained), ...rightsText('loses', lost)];
  if (before === null) return ['+', [`${who}: let in as ${after}`, ...parts].join('; ')];
  if (after === null) return ['-', [`${who}: refused, was ${before}`, ...parts].join('; ')];
  if (limits.limit_before !== limits.limit_after)
    parts.push(`rate_limit ${limits.limit_before ?? 'none'} -> ${limits.limit_after ?? 'none'}`);
  return ['~', [`${who}: ${before} -> ${after}`, ...parts].join('; ')];
}

function guardLine({ key, guard, is, what, models }: GuardChange): Line {
  const said = what === 'requests' ? 'its requests' : 'its answers';
  const where = models === null ? '' : ` for ${listed(models, 'and', 8)}`;
  return [
    is === 'looked at' ? '+' : '-',
    `${key}: ${said}${where} are ${is === 'looked at' ? '' : 'no longer '}checked by ${guard}`,
  ];
}

function toolLines({ key, gained, lost }: ToolChange): readonly Line[] {
  return [
    ...gained.map((tools): Line => ['+', `${key} can now use ${tools}`]),
    ...lost.map((tools): Line => ['-', `${key} can no longer use ${tools}`]),
  ];
}

function lockedLines({ added, removed, changed }: ConfigDiff['locked']): readonly Line[] {
  return [
    ...added.map((name): Line => ['+', name]),
    ...removed.map((name): Line => ['-', name]),
    ...changed.map((name): Line => ['~', `${name} is another one: see the diff of tools.lock`]),
  ];
}

function contentLine({ key, is, models }: ContentChange): Line {
  const what = models === null ? 'its requests and answers' : `its requests for ${listed(models, 'and', 8)}`;
  return [is === 'kept' ? '+' : '-', `${key}: ${what} are ${is}`];
}

function rightsText(verb: string, { models, endpoints }: Rights): readonly string[] {
  return [
    ...(models.length === 0 ? [] : [`${verb} ${listed(models, 'and', 8)}`]),
    ...(endpoints.length === 0 ? [] : [`${verb} the endpoints ${listed(endpoints, 'and', 8)}`]),
  ];
}

function servableLines({ model, endpoints, gained, lost, keys }: ServableChange): readonly Line[] {
  const where = `${model} on ${listed(endpoints, 'and')}`;
  const who = keys.length === 0 ? 'no key may' : `keys: ${listed(keys, 'and', 8)}`;
  const lines: Line[] = [];
  if (gained.length > 0) lines.push(['+', `${where}: ${setsText(gained)} (${who})`]);
  if (lost.length > 0) lines.push(['-', `${where}: ${setsText(lost)} (${who})`]);
  return lines;
}

/** `vision; streaming with tool_choice`. */
function setsText(sets: readonly TagSet[]): string {
  return sets.map((set) => (set.length === 0 ? 'every request' : listed(set, 'and', 99))).join('; ');
}

/** Makes a text safe for the terminal: names come from files, and none of them may control it. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}

/** Makes a text safe inside a code block: nothing in a line ends the block. */
export function fenced(text: string): string {
  return text.replaceAll('```', "'''");
}
