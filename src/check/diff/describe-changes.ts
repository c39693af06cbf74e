/**
 * Describes the changes of a reload in short sentences for a log line. The sentences hold names but no values: any
 * value may have come from a secret.
 */
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { shownToolName } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import { writtenBackend, writtenDeployment, writtenGroup, writtenKey } from '../written-fields.ts';
import { writtenPrograms } from '../written-programs.ts';
import { writtenSettings } from '../written-settings.ts';
import { fieldChanges } from './field-changes.ts';
import { lockedChanges } from './locked-changes.ts';

/** The most sentences; nobody reads more in a log. */
const mostSaid = 20;

/**
 * The changes from one configuration to the next, such as `model fast: deployment b added` or `listen: drain changed`.
 * Empty if nothing differs that the gateway acts on. Beyond `most` the rest is a count.
 */
export function describeChanges(before: Config, after: Config, most: number = mostSaid): readonly string[] {
  const said: string[] = [];
  const settings = writtenSettings(before);
  for (const [name, part] of Object.entries(writtenSettings(after))) {
    if (name === 'models') said.push(...modelChanges(before, after));
    else if (name === 'backends') said.push(...backendChanges(before, after));
    else if (name === 'groups') said.push(...groupChanges(before, after));
    else if (name === 'programs') said.push(...programChanges(before, after));
    else if (name === 'keys') said.push(...keyChanges(before, after));
    else if (!unsaid.has(name)) said.push(...partChanges(name, settings[name], part));
  }
  said.push(...lockSaid(before, after));
  if (said.length <= most) return said;
  const rest = said.length - most;
  return [...said.slice(0, most), `and ${rest} more ${rest === 1 ? 'change' : 'changes'}`];
}

/** Fields that every version differs in, that decide no routing, or that are described as `endpoints`. */
const unsaid: ReadonlySet<string> = new Set([
  'revision',
  'textRevision',
  'secretsRevision',
  'file',
  'sources',
  'tests',
  'priceTests',
  'toolTests',
  'declaredEndpoints',
]);

/** The word for one entry of a section; without a word here, the section's own name. */
const nouns: Readonly<Record<string, string>> = {
  guards: 'guard',
  mcpServers: 'mcp server',
  rateLimits: 'rate limit',
};

function partChanges(name: string, before: unknown, after: unknown): readonly string[] {
  if (before instanceof Map && after instanceof Map) {
    const noun = nouns[name] ?? name;
    return entryChanges(before, after, noun, (entry, old, now) => [
      ...changedFields(`${noun} ${entry}`, old, now),
    ]);
  }
  const [change, ...others] = fieldChanges({ [name]: before }, { [name]: after });
  if (change === undefined) return [];
  const dot = change.field.indexOf('.');
  if (dot < 0) return [`${change.field} changed`];
  const section = change.field.slice(0, dot);
  const fields = [change, ...others].map(({ field }) => field.slice(dot + 1));
  return [`${section}: ${fields.join(', ')} changed`];
}

function backendChanges(before: Config, after: Config): readonly string[] {
  return entryChanges(before.backends, after.backends, 'backend', (name, old, now) =>
    changedFields(
      `backend ${name}`,
      writtenBackend(old, endpointsOf(before)),
      writtenBackend(now, endpointsOf(after)),
    ),
  );
}

function programChanges(before: Config, after: Config): readonly string[] {
  const [old, now] = [before, after].map((config) => new Map(Object.entries(writtenPrograms(config))));
  return entryChanges(old!, now!, 'program', (name, one, other) =>
    changedFields(`program ${name}`, one, other),
  );
}

function keyChanges(before: Config, after: Config): readonly string[] {
  return entryChanges(before.keys, after.keys, 'key', (id, old, now) =>
    changedFields(`key ${id}`, writtenKey(old), writtenKey(now)),
  );
}

function groupChanges(before: Config, after: Config): readonly string[] {
  return entryChanges(before.groups, after.groups, 'group', (name, old, now) =>
    changedFields(`group ${name}`, writtenGroup(old), writtenGroup(now)),
  );
}

function lockSaid(before: Config, after: Config): readonly string[] {
  const { added, removed, changed } = lockedChanges(before, after);
  const say = (names: readonly string[], what: string) =>
    names.map((name) => `tools.lock: ${shownToolName(name)} ${what}`);
  return [...say(added, 'added'), ...say(changed, 'changed'), ...say(removed, 'removed')];
}

function modelChanges(before: Config, after: Config): readonly string[] {
  return entryChanges(before.models, after.models, 'model', (id, old, now) => {
    const { deployments: oldDeployments, ...oldModel } = old;
    const { deployments, ...model } = now;
    return [
      ...changedFields(`model ${id}`, oldModel, model),
      ...entryChanges(byName(oldDeployments), byName(deployments), `model ${id}: deployment`, (name, a, b) =>
        changedFields(`model ${id}: deployment ${name}`, writtenDeployment(a), writtenDeployment(b)),
      ),
    ];
  });
}

function byName<T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

/** Entries gained and changed in the order of the new, then those lost. */
function entryChanges<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  noun: string,
  changed: (name: string, before: T, after: T) => readonly string[],
): readonly string[] {
  const said: string[] = [];
  for (const [name, now] of after) {
    const old = before.get(name);
    if (old === undefined) said.push(`${noun} ${name} added`);
    else said.push(...changed(name, old, now));
  }
  for (const name of before.keys()) if (!after.has(name)) said.push(`${noun} ${name} removed`);
  return said;
}

function changedFields(what: string, before: object, after: object): readonly string[] {
  const fields = fieldChanges(before, after).map(({ field }) => field);
  return fields.length === 0 ? [] : [`${what}: ${fields.join(', ')} changed`];
}
