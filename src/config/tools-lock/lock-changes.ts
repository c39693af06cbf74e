/** Compares two versions of what a server offers. */
import { canonicalText, isList, type WrittenJson } from '../../lib/json/written-json.ts';
import { type LockEntry, type LockedKind, lockedKinds, type ServerEntries } from './tools-lock.ts';

/** Something of a server that came, went or changed. */
export interface LockChange {
  readonly kind: LockedKind | 'instructions';
  /** The server's name of it; empty for instructions. */
  readonly name: string;
  readonly change: 'new' | 'changed' | 'gone';
  /** Of what changed: the places in it, such as `inputSchema.properties.repo`; none for a text. */
  readonly places: readonly string[];
}

/** So many places of one thing are named. */
const mostPlaces = 8;

const nothing: ServerEntries = {
  instructions: undefined,
  tools: new Map(),
  prompts: new Map(),
  templates: new Map(),
};

/** @param before Undefined for a server that was not there. */
export function lockChanges(before: ServerEntries | undefined, now: ServerEntries): readonly LockChange[] {
  const old = before ?? nothing;
  const told = (entry: LockEntry | undefined) => new Map(entry === undefined ? [] : [['', entry]]);
  return [
    ...entryChanges('instructions', told(old.instructions), told(now.instructions)),
    ...lockedKinds.flatMap((kind) => entryChanges(kind, old[kind], now[kind])),
  ];
}

function entryChanges(
  kind: LockChange['kind'],
  before: ReadonlyMap<string, LockEntry>,
  now: ReadonlyMap<string, LockEntry>,
): readonly LockChange[] {
  const changes: LockChange[] = [];
  for (const [name, { sha256, whole }] of now) {
    const old = before.get(name);
    if (old === undefined) changes.push({ kind, name, change: 'new', places: [] });
    else if (old.sha256 !== sha256)
      changes.push({ kind, name, change: 'changed', places: placesOf(old.whole, whole) });
  }
  for (const name of before.keys())
    if (!now.has(name)) changes.push({ kind, name, change: 'gone', places: [] });
  return changes;
}

/** The places in which two values differ, the first ones. */
function placesOf(before: WrittenJson, now: WrittenJson): readonly string[] {
  const places: string[] = [];
  collect(before, now, '', places);
  return places;
}

function collect(before: WrittenJson, now: WrittenJson, at: string, places: string[]): void {
  if (places.length >= mostPlaces || canonicalText(before) === canonicalText(now)) return;
  if (typeof before === 'string' || typeof now === 'string' || isList(before) || isList(now)) {
    if (at !== '') places.push(at);
    return;
  }
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const inner = at === '' ? name : `${at}.${name}`;
    const [old, fresh] = [before.get(name), now.get(name)];
    if (old !== undefined && fresh !== undefined) collect(old, fresh, inner, places);
    else if (places.length < mostPlaces) places.push(inner);
  }
}
