/** Reads `tools.lock`. Somebody may have edited it, or merged two of them by hand: then it is not what was reviewed. */
import { canonicalDigest, isList, type WrittenJson } from '../../lib/json/written-json.ts';
import type { Report } from '../problem-report.ts';
import type { Source } from '../text/source.ts';
import { LineFault, type LineOf, readLines } from './lock-lines.ts';
import {
  type LockEntry,
  type LockedKind,
  lockedKinds,
  type ServerEntries,
  type ToolsLock,
  toolsLockVersion,
} from './tools-lock.ts';
import { lockText } from './write-lock.ts';

const hint = 'take it back to what it was, or run `gateway tools lock`, which writes it anew for review';
const newerHint = 'a newer gateway wrote it: use that one, or run `gateway tools lock` with this one';

/** Reads a lock; undefined where something is wrong with it, which is reported. */
export function readToolsLock(source: Source, report: Report): ToolsLock | undefined {
  const text = source.text.replaceAll('\r\n', '\n');
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  try {
    const { root, lineOf } = readLines(lines);
    const lock = new LockReader(lineOf).lock(root);
    checkForm(lock, lines);
    return lock;
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    const { lineStarts } = source;
    const start = lineStarts[Math.max(0, error.line)] ?? 0;
    const end = (lineStarts[error.line + 1] ?? source.text.length + 1) - 1;
    const extra = { hint: error instanceof NewerVersion ? newerHint : hint };
    report.inText(source, { start, end }, 'tools_lock_invalid', error.message, extra);
    return undefined;
  }
}

class NewerVersion extends LineFault {}

/** Two texts for one content would let a change of the form hide a change of the content. */
function checkForm(lock: ToolsLock, lines: readonly string[]): void {
  const written = lockText(lock).split('\n');
  const at = lines.findIndex((line, index) => line !== written[index]);
  if (at !== -1) throw new LineFault(at, 'this line is not as `gateway tools lock` writes it');
  if (lines.length < written.length - 1) throw new LineFault(lines.length - 1, 'the file ends too early');
}

class LockReader {
  readonly #lineOf: LineOf;

  constructor(lineOf: LineOf) {
    this.#lineOf = lineOf;
  }

  lock(root: WrittenJson): ToolsLock {
    const { version, servers } = this.#fields(root, 0, ['version', 'servers']);
    if (version?.value !== String(toolsLockVersion)) {
      const line = version?.line ?? 0;
      const message = `the version must be ${toolsLockVersion}`;
      if (Number(version?.value) > toolsLockVersion) throw new NewerVersion(line, message);
      throw new LineFault(line, message);
    }
    if (servers === undefined) throw new LineFault(version.line, '`servers` is missing');
    return this.#map(servers.value, servers.line, (value, line) => this.#server(value, line));
  }

  #server(value: WrittenJson, line: number): ServerEntries {
    const fields = this.#fields(value, line, ['instructions', ...lockedKinds]);
    const { instructions } = fields;
    const entries = Object.fromEntries(
      lockedKinds.map((kind) => {
        const field = fields[kind];
        if (field === undefined) return [kind, new Map()];
        return [kind, this.#map(field.value, field.line, (one, at, name) => this.#item(kind, name, one, at))];
      }),
    ) as Record<LockedKind, ReadonlyMap<string, LockEntry>>;
    const told = instructions && this.#entry(instructions.value, instructions.line);
    if (told !== undefined && !isText(told.whole))
      throw new LineFault(instructions!.line, '`instructions` are no text');
    return { instructions: told, ...entries };
  }

  #item(kind: LockedKind, name: string, value: WrittenJson, line: number): LockEntry {
    const entry = this.#entry(value, line);
    const { whole } = entry;
    const key = kind === 'templates' ? 'uriTemplate' : 'name';
    const own = typeof whole === 'string' || isList(whole) ? undefined : whole.get(key);
    if (own !== JSON.stringify(name))
      throw new LineFault(
        line,
        `\`${key}\` of what stands below is another name than ${JSON.stringify(name)}`,
      );
    return entry;
  }

  #entry(value: WrittenJson, line: number): LockEntry {
    const { sha256, whole } = this.#fields(value, line, ['sha256', 'whole']);
    if (sha256 === undefined || whole === undefined)
      throw new LineFault(line, 'an entry has `sha256` and `whole`');
    const digest = canonicalDigest(whole.value);
    if (sha256.value !== JSON.stringify(digest))
      throw new LineFault(
        sha256.line,
        'what stands below does not come to this digest: one of them was edited',
      );
    return { sha256: digest, whole: whole.value };
  }

  #map<Value>(
    value: WrittenJson,
    line: number,
    read: (value: WrittenJson, line: number, name: string) => Value,
  ): ReadonlyMap<string, Value> {
    const members = this.#members(value, line);
    const lines = this.#lineOf.get(members);
    return new Map(
      [...members].map(([name, inner]) => [name, read(inner, lines?.get(name) ?? line, name)] as const),
    );
  }

  #fields<Name extends string>(
    value: WrittenJson,
    line: number,
    names: readonly Name[],
  ): Partial<Record<Name, { readonly value: WrittenJson; readonly line: number }>> {
    const members = this.#members(value, line);
    const fields: Partial<Record<Name, { value: WrittenJson; line: number }>> = {};
    for (const [name, inner] of members) {
      const at = this.#lineOf.get(members)?.get(name) ?? line;
      const known = names.find((one) => one === name);
      if (known === undefined)
        throw new LineFault(
          at,
          `there is no field ${JSON.stringify(name)} here; possible: ${names.join(', ')}`,
        );
      fields[known] = { value: inner, line: at };
    }
    return fields;
  }

  #members(value: WrittenJson, line: number): ReadonlyMap<string, WrittenJson> {
    if (typeof value === 'string' || isList(value)) throw new LineFault(line, 'this must have fields');
    return value;
  }
}

function isText(value: WrittenJson): boolean {
  return typeof value === 'string' && value.startsWith('"');
}
