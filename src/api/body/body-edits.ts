/** The edits of bodies in a backend's file (`request`), prepared when the backend is opened. */
import type { RequestEdits } from '../../config/types/backends.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { BodySummary } from './body-summary.ts';
import { locatedMembers } from './located-members.ts';
import { type Member, type Scan, type ScanOptions, scanObject } from './scan-json.ts';

/** Bytes `from` to `to` of a body give way to `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The edit of one field of an object. */
type Field =
  | { readonly kind: 'removed' }
  | { readonly kind: 'set' | 'default'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'inside'; readonly fields: Fields };
type Fields = Map<string, Field>;

/** The edits of one object. */
interface ObjectEdits {
  /** Members to take out, by offsets in the body. */
  readonly gone: readonly Member[];
  readonly edits: Edit[];
  /** Members to put in at the beginning, and where that is. */
  readonly put: readonly string[];
  readonly putAt: number;
  /** True if any member stays. */
  readonly hasOthers: boolean;
}

/** A JSON object, and where the members of its root stand that are located in any case (`locatedMembers`). */
export interface LocatedBody {
  readonly bytes: Buffer;
  readonly members: ReadonlyMap<string, Member>;
  /** Some of them stand twice. */
  readonly hasDuplicates: boolean;
  /** Offset of the brace that opens the object. */
  readonly rootAt: number;
  /** The body without its long strings. */
  readonly skeleton: JsonObject;
  /** The model is named elsewhere: none is in it, and none is put in. */
  readonly staysWithoutModel?: boolean;
}

export interface EditedBody extends LocatedBody {
  readonly summary: Pick<BodySummary, 'endpoint' | 'bytes'>;
}

const anySize = { guarded: [], maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY };

export class BodyEdits {
  readonly #fields: Fields = new Map();
  /** No body has to be scanned again for them. */
  readonly #areLocated: boolean;

  /** Undefined where bodies stay as they are. */
  static of(edits: RequestEdits | undefined): BodyEdits | undefined {
    if (edits === undefined) return undefined;
    const made = new BodyEdits(edits);
    return made.#fields.size === 0 ? undefined : made;
  }

  private constructor({ remove, set, defaults }: RequestEdits) {
    for (const path of remove) this.#add(path, { kind: 'removed' });
    for (const [path, value] of Object.entries(set)) this.#add(path, put('set', value));
    for (const [path, value] of Object.entries(defaults)) this.#add(path, put('default', value));
    this.#areLocated = [...this.#fields.keys()].every((name) => locatedMembers.includes(name));
  }

  /** No path leads through another: the configuration has seen to that. */
  #add(path: string, field: Field): void {
    const names = path.split('.');
    const last = names.pop()!;
    let fields = this.#fields;
    for (const name of names) {
      const known = fields.get(name);
      const inside: Fields = known?.kind === 'inside' ? known.fields : new Map();
      fields.set(name, { kind: 'inside', fields: inside });
      fields = inside;
    }
    fields.set(last, field);
  }

  /** The edits at the root of a body: its removed members, and the edits of the others and of new ones. */
  at(body: LocatedBody): { readonly gone: readonly Member[]; readonly edits: readonly Edit[] } {
    const { skeleton, members, rootAt } = body;
    const isLocated = this.#areLocated && !body.hasDuplicates;
    const scan = isLocated
      ? { parsed: skeleton, members, rootAt, shadowed: nobody }
      : scanned(body.bytes, this.#fields);
    const { gone, edits, put: texts, putAt, hasOthers } = inObject(body, 0, this.#fields, scan);
    // Elsewhere the model is there in any case: whatever comes before it is followed by a comma.
    const comma = hasOthers || body.staysWithoutModel !== true ? ',' : '';
    if (texts.length > 0) edits.push({ from: putAt, to: putAt, text: texts.join(',') + comma });
    return { gone, edits };
  }

  /** The size of a body as it goes to the backend, and the longest answer that it allows then. */
  sizeOf(body: EditedBody): {
    readonly bytes: number;
    readonly maxTokens: number | undefined;
  } {
    const { skeleton, summary } = body;
    const { gone, edits } = this.at(body);
    let { bytes } = summary;
    for (const { from, to, text } of [...edits, ...removals(gone)]) {
      bytes += Buffer.byteLength(text) - (to - from);
    }
    return { bytes, maxTokens: this.#maxTokens(skeleton, summary.endpoint.estimate.maximum) };
  }

  /** The value of a number at `path`, or of none, in a body for the backend; undefined if the body does not get it. */
  valueAt(path: string, written: unknown): unknown {
    const names = path.split('.');
    let fields: Fields = this.#fields;
    for (const [at, name] of names.entries()) {
      const field = fields.get(name);
      if (field?.kind !== 'inside')
        return at === names.length - 1
          ? becomes(field, written)
          : beneath(field, names.slice(at + 1), written);
      fields = field.fields;
    }
    return written;
  }

  #maxTokens(parsed: JsonObject, bounds: readonly string[] = []): number | undefined {
    let largest: number | undefined;
    for (const name of bounds) {
      const value = becomes(this.#fields.get(name), parsed[name]);
      if (typeof value === 'number' && value >= (largest ?? 0)) largest = value;
    }
    return largest;
  }
}

function put(kind: 'set' | 'default', value: unknown): Field {
  return { kind, value, text: JSON.stringify(value) };
}

/** The value of a field after its edit; undefined if the body does not get it. */
function becomes(field: Field | undefined, value: unknown): unknown {
  if (field?.kind === 'removed') return undefined;
  if (field?.kind === 'set') return field.value;
  return field?.kind === 'default' ? (value ?? field.value) : value;
}

/** The same of a number inside of what a field is about. A default stands for objects that are not there. */
function beneath(
  field: Exclude<Field, { kind: 'inside' }> | undefined,
  path: readonly string[],
  written: unknown,
): unknown {
  if (field === undefined) return written;
  if (field.kind === 'removed') return undefined;
  const told = path.reduce<unknown>(
    (inner, name) => (isObject(inner) ? inner[name] : undefined),
    field.value,
  );
  return field.kind === 'set' ? told : (written ?? told);
}

type RootScan = Pick<Scan, 'members' | 'shadowed' | 'parsed' | 'rootAt'>;

const nobody: Scan['shadowed'] = [];

function scanned(bytes: Buffer, fields: Fields): RootScan {
  const options: ScanOptions = { ...anySize, wanted: [...fields.keys()] };
  return scanObject(bytes, options);
}

/** Of members that stand twice the last counts, and those before it go with whatever is done to it. */
function inObject(
  object: { readonly bytes: Buffer },
  offset: number,
  fields: Fields,
  { members, shadowed, parsed, rootAt }: RootScan,
): ObjectEdits {
  const gone: Member[] = [];
  const edits: Edit[] = [];
  const texts: string[] = [];
  let left = Object.keys(parsed).length;
  for (const [name, field] of fields) {
    const member = members.get(name);
    const value = member === undefined ? undefined : parsed[name];
    if (field.kind !== 'default') {
      for (const other of shadowed) if (other.name === name) gone.push(moved(other.member, offset));
    }
    if (field.kind === 'removed') {
      if (member === undefined) continue;
      gone.push(moved(member, offset));
      left -= 1;
    } else if (field.kind === 'inside' && member !== undefined && isObject(value)) {
      edits.push(
        ...within(object.bytes.subarray(member.valueAt, member.end), offset + member.valueAt, field.fields),
      );
    } else if (member === undefined || value === null || field.kind === 'set') {
      const text = textOf(field);
      if (text === undefined) continue;
      if (member === undefined) texts.push(`${JSON.stringify(name)}:${text}`);
      else edits.push({ from: offset + member.valueAt, to: offset + member.end, text });
    }
  }
  return { gone, edits, put: texts, putAt: offset + rootAt + 1, hasOthers: left > 0 };
}

/** All edits of an object that stands inside a body. */
function within(bytes: Buffer, offset: number, fields: Fields): readonly Edit[] {
  const {
    gone,
    edits,
    put: texts,
    putAt,
    hasOthers,
  } = inObject({ bytes }, offset, fields, scanned(bytes, fields));
  if (texts.length > 0) {
    edits.push({ from: putAt, to: putAt, text: `${texts.join(',')}${hasOthers ? ',' : ''}` });
  }
  return [...edits, ...removals(gone)];
}

/** The text for an absent field; undefined for none. */
function textOf(field: Field): string | undefined {
  if (field.kind === 'removed') return undefined;
  if (field.kind !== 'inside') return field.text;
  const texts = [...field.fields].flatMap(([name, inner]) => {
    const text = textOf(inner);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return texts.length === 0 ? undefined : `{${texts.join(',')}}`;
}

function moved(member: Member, by: number): Member {
  const { at, commaBefore, valueAt, end, next, longest } = member;
  return {
    at: at + by,
    commaBefore: commaBefore < 0 ? -1 : commaBefore + by,
    valueAt: valueAt + by,
    end: end + by,
    next: next < 0 ? -1 : next + by,
    longest,
  };
}

/** Takes members out of an object, with one comma each: those that stand side by side together. */
export function removals(gone: readonly Member[]): Edit[] {
  const edits: Edit[] = [];
  const inOrder = [...gone].sort((a, b) => a.at - b.at);
  for (let index = 0; index < inOrder.length; index += 1) {
    const first = inOrder[index]!;
    let last = first;
    while (inOrder[index + 1]?.at === last.next) {
      index += 1;
      last = inOrder[index]!;
    }
    if (last.next >= 0) edits.push({ from: first.at, to: last.next, text: '' });
    else edits.push({ from: first.commaBefore < 0 ? first.at : first.commaBefore, to: last.end, text: '' });
  }
  return edits;
}
