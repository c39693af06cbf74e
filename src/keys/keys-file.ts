/**
 * Changes the `keys_file`, by hand or by command the same file: comments and order stay, other writers wait, and a
 * crash leaves the old file or the new. What a list shows of a secret beside its hash, its last four characters, is
 * kept as a comment on the line of the hash; JSON has no comments, and no such hint.
 */
import { access, constants, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Document, isMap, isScalar, isSeq, type Pair, parseDocument, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { withLock } from '../lib/files/file-lock.ts';
import { rewriteFile } from '../lib/files/replace-file.ts';
import { hashSecret, newSecret } from './key-secret.ts';

const mode = 0o600;

/** The rights of a new key; absent fields take the defaults of the language. */
export interface NewKeyFields {
  readonly models?: readonly string[];
  readonly tools?: readonly string[];
  readonly endpoints?: readonly string[];
  readonly rate_limit?: string;
  readonly group?: string;
  /** RFC 3339. */
  readonly expires?: string;
  readonly owner?: string;
  readonly note?: string;
}

/** Other terms for a key: a null takes the field away, what is absent stays. */
export type KeyTerms = { readonly [Name in keyof NewKeyFields]: NewKeyFields[Name] | null };

/** One secret of a key. */
export interface ListedSecret {
  /** Its beginning and end, such as `gw-…x3Qk`; undefined where they were not noted. */
  readonly hint: string | undefined;
  /** When it ends, as the file has it; undefined for one that is not being replaced. */
  readonly until: string | undefined;
}

/** One key as the file has it. */
export interface ListedKey {
  readonly id: string;
  /** The noted part of its newest secret, such as `gw-…x3Qk`; undefined for none. */
  readonly hint: string | undefined;
}

/** Guards against harmful changes. */
export interface KeysGuard {
  /** The configuration that names the file: a keys file that is not there yet is made for whoever reads that. */
  readonly config?: string;
  /**
   * The faults of the whole configuration with this text in the file; undefined for none. `key` is the id of one that
   * can do more than before, or is new.
   */
  readonly faultsWith?: (text: string, key?: string) => Promise<string | undefined>;
}

/** A change that would make the configuration invalid, and was not made. */
export class KeysChangeRefused extends Error {
  override readonly name = 'KeysChangeRefused';
  /** As `check` prints them. */
  readonly faults: string;

  constructor(faults: string) {
    super(`the configuration would not be valid any more: ${faults}`);
    this.faults = faults;
  }
}

/** A key that is not where keys are changed. */
export class KeyAbsent extends Error {
  override readonly name = 'KeyAbsent';
  readonly id: string;

  constructor(id: string, place: 'the keys_file' | 'the keys_store') {
    super(`there is no key "${id}" in ${place}`);
    this.id = id;
  }
}

/** Says if keys can be written, and otherwise why. */
export type KeysFileAccess =
  | { readonly kind: 'writable' }
  | { readonly kind: 'read_only'; readonly advice: string };

/** Looks at the file's place, without changing anything. */
export async function keysFileAccess(file: string): Promise<KeysFileAccess> {
  try {
    // Replacing a file takes a name in its folder; the file itself may be read-only to say that it is to stay.
    await access(dirname(file), constants.W_OK);
    await access(file, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return { kind: 'writable' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice = `${file} is read-only here (${code}): change it at its source, or give this user the right to write it and its folder`;
    return { kind: 'read_only', advice };
  }
}

/** Adds a key and returns its secret, which is kept nowhere else. Throws where the id exists already. */
export async function createKey(
  file: string,
  id: string,
  fields: NewKeyFields,
  wallNow = Date.now(),
  guard: KeysGuard = {},
): Promise<string> {
  const secret = newSecret();
  await edit(
    file,
    guard,
    (keys) => {
      if (keys.has(id)) throw new Error(`there is a key "${id}" already; rotate it for a new secret`);
      const entry = new YAMLMap();
      entry.set('hash', hashNode(secret, wallNow));
      for (const [name, value] of Object.entries(fields)) {
        if (value !== undefined) entry.set(name, plainNode(value));
      }
      entry.set('created', new Scalar(new Date(wallNow).toISOString().replace(/\.\d+Z$/, 'Z')));
      keys.set(id, entry);
    },
    id,
  );
  return secret;
}

/**
 * Gives a key a new secret and returns it. The ones before stay valid for `overlapMs` beside it, unless they would
 * have ended sooner.
 */
export async function rotateKey(
  file: string,
  id: string,
  overlapMs: number,
  wallNow = Date.now(),
  guard: KeysGuard = {},
): Promise<string> {
  const secret = newSecret();
  await edit(file, guard, (keys) => {
    const entry = keys.get(id, true) as unknown;
    if (!isMap(entry)) throw absent(id);
    if (!entry.has('hash'))
      throw new Error(
        entry.has('secret')
          ? `the key "${id}" has a secret of its own; change that at its source`
          : `the key "${id}" has no secret to replace: its callers come by a rule of \`identity\``,
      );
    const hashes = new YAMLSeq();
    hashes.add(hashNode(secret, wallNow));
    if (overlapMs > 0) {
      const until = new Date(wallNow + overlapMs).toISOString().replace(/\.\d+Z$/, 'Z');
      for (const old of hashesIn(entry)) if (!isOver(old, wallNow)) hashes.add(retiring(old, until));
    }
    const only = hashes.items.length === 1 ? (hashes.items[0] as Scalar) : hashes;
    entry.set('hash', only);
  });
  return secret;
}

/** Gives a key other terms; its secrets stay. */
export async function updateKey(
  file: string,
  id: string,
  terms: KeyTerms,
  guard: KeysGuard = {},
): Promise<void> {
  await edit(
    file,
    guard,
    (keys) => {
      const entry = keys.get(id, true) as unknown;
      if (!isMap(entry)) throw absent(id);
      for (const [name, value] of Object.entries(terms)) {
        if (value === null) entry.delete(name);
        else if (value !== undefined) entry.set(name, plainNode(value));
      }
    },
    id,
  );
}

/** Refuses a key without removing it, or takes it again. */
export async function setKeyDisabled(
  file: string,
  id: string,
  isDisabled: boolean,
  guard: KeysGuard = {},
): Promise<void> {
  await edit(
    file,
    guard,
    (keys) => {
      const entry = keys.get(id, true) as unknown;
      if (!isMap(entry)) throw absent(id);
      if (isDisabled) entry.set('disabled', true);
      else entry.delete('disabled');
    },
    isDisabled ? undefined : id,
  );
}

/** Removes a key. */
export async function revokeKey(file: string, id: string, guard: KeysGuard = {}): Promise<void> {
  await edit(file, guard, (keys) => {
    if (!keys.delete(id)) throw absent(id);
  });
}

/** A key as a file has it, its secrets apart from what else stands there; undefined where it has no hash. */
export interface WholeKey {
  readonly secrets: readonly (ListedSecret & { readonly hash: string })[];
  readonly terms: Readonly<Record<string, unknown>>;
}

/** Every key of the file that has hashes, by its id. */
export async function wholeKeys(file: string): Promise<ReadonlyMap<string, WholeKey>> {
  const keys = keysOf(parse(file, await textOf(file)), file);
  const found = new Map<string, WholeKey>();
  for (const { key, value } of keys.items as readonly Pair[]) {
    if (!isMap(value) || !value.has('hash')) continue;
    const { hash: _secrets, ...terms } = value.toJSON() as Record<string, unknown>;
    const secrets = hashesIn(value).map((node) => {
      const [, hash = String(node.value), until] = withEnd.exec(String(node.value)) ?? [];
      return { hash, until, hint: hintOf(node) };
    });
    found.set(String(isScalar(key) ? key.value : key), { secrets, terms });
  }
  return found;
}

/** Adds a key as it was elsewhere. Throws where the id exists already. */
export async function putKey(
  file: string,
  id: string,
  { secrets, terms }: WholeKey,
  guard: KeysGuard = {},
): Promise<void> {
  // Others than the operator of this host write the store, and a `secret` in this file may be a reference.
  const secretTerm = ['secret', 'hash'].find((name) => name in terms);
  if (secretTerm !== undefined)
    throw new Error(
      `the key "${id}" has the field \`${secretTerm}\` among its terms; take it out where the key is now`,
    );
  await edit(
    file,
    guard,
    (keys) => {
      if (keys.has(id)) throw new Error(`there is a key "${id}" in ${file} already`);
      const entry = new YAMLMap();
      const nodes = secrets.map(({ hash, until, hint }) => {
        const node = new Scalar(until === undefined ? hash : `${hash} until ${until}`);
        if (hint !== undefined && isHint(hint)) node.comment = ` ${hint}`;
        return node;
      });
      const list = new YAMLSeq();
      list.items = nodes;
      entry.set('hash', nodes.length === 1 ? nodes[0] : list);
      for (const [name, value] of Object.entries(terms)) entry.set(name, value);
      keys.set(id, entry);
    },
    id,
  );
}

/** The keys of the file, in its order. */
export async function listKeys(file: string): Promise<readonly ListedKey[]> {
  const keys = keysOf(parse(file, await textOf(file)), file);
  return keys.items.map(({ key, value }: Pair) => {
    const [newest] = isMap(value) ? hashesIn(value) : [];
    return { id: String(isScalar(key) ? key.value : key), hint: hintOf(newest) };
  });
}

/** The secrets of every key of the file, by key, the newest first. */
export async function listSecrets(file: string): Promise<ReadonlyMap<string, readonly ListedSecret[]>> {
  const keys = keysOf(parse(file, await textOf(file)), file);
  return new Map(
    keys.items.map(({ key, value }: Pair) => [
      String(isScalar(key) ? key.value : key),
      (isMap(value) ? hashesIn(value) : []).map((hash) => ({
        hint: hintOf(hash),
        until: withEnd.exec(String(hash.value))?.[2],
      })),
    ]),
  );
}

function hintOf(hash: Scalar | undefined): string | undefined {
  // Written as \u2026: the build, which has to be ASCII, leaves regular expressions as they are.
  return /([^\s,]+\u2026[^\s,]+)/.exec(hash?.comment ?? '')?.[1];
}

/** True for text that fits in a comment of one line, as the hint of a secret. */
function isHint(text: string): boolean {
  return /^[\x21-\x7e]+\u2026[\x21-\x7e]+$/.test(text);
}

/** Nothing is written before the whole of the change was found good. */
async function edit(
  file: string,
  guard: KeysGuard,
  change: (keys: YAMLMap) => void,
  key?: string,
): Promise<void> {
  const allowed = await keysFileAccess(file);
  if (allowed.kind === 'read_only') throw new Error(allowed.advice);
  await withLock(file, async () => {
    const text = await textOf(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw new Error(error.code === undefined ? error.message : `${file} can't be read (${error.code})`, {
        cause: error,
      });
    });
    const document = parse(file, text);
    change(keysOf(document, file));
    const changed = print(file, document);
    const faults = await guard.faultsWith?.(changed, key);
    if (faults !== undefined) throw new KeysChangeRefused(faults);
    await rewriteFile(file, changed, { mode, beside: guard.config });
  });
}

/** Rejects for a pipe, which would be waited for. */
async function textOf(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is not a regular file`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function parse(file: string, text: string): Document {
  if (text.trim() === '') return new Document({ keys: {} });
  const document = parseDocument(text, { uniqueKeys: false });
  const [fault] = document.errors;
  if (fault !== undefined)
    throw new Error(`${file} can't be changed while it is not valid: ${fault.message.split('\n')[0]}`);
  return document as unknown as Document;
}

function keysOf(document: Document, file: string): YAMLMap {
  const root = document.contents;
  if (!isMap(root)) throw new Error(`${file} must hold a map with the field "keys"`);
  const keys = root.get('keys', true) as unknown;
  if (isMap(keys)) {
    // Written as `{}` while it was empty; a key to a line reads better.
    if (keys.items.length === 0 && !isJson(file)) keys.flow = false;
    return keys as YAMLMap;
  }
  if (keys !== undefined && !(isScalar(keys) && keys.value === null)) {
    throw new Error(`${file}: "keys" must be a map`);
  }
  const made = new YAMLMap();
  root.set('keys', made);
  return made;
}

function print(file: string, document: Document): string {
  if (isJson(file)) return `${JSON.stringify(document.toJS(), null, 2)}\n`;
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

function isJson(file: string): boolean {
  return file.endsWith('.json');
}

function hashNode(secret: string, wallNow: number): Scalar {
  const node = new Scalar(hashSecret(secret));
  const made = new Date(wallNow).toISOString().slice(0, 10);
  node.comment = ` ${secret.slice(0, 3)}…${secret.slice(-4)}, made ${made}`;
  return node;
}

function plainNode(value: string | readonly string[]): Scalar | YAMLSeq {
  if (typeof value === 'string') return new Scalar(value);
  const list = new YAMLSeq();
  list.flow = true;
  for (const item of value) {
    const scalar = new Scalar(item);
    // A bare `*` is an alias, and `gpt-*` looks like one to people.
    if (item.includes('*')) scalar.type = Scalar.QUOTE_DOUBLE;
    list.add(scalar);
  }
  return list;
}

function hashesIn(entry: YAMLMap): readonly Scalar[] {
  const written = entry.get('hash', true) as unknown;
  if (isSeq(written)) return written.items.filter(isScalar);
  return isScalar(written) ? [written] : [];
}

const withEnd = /^(\S+) until (\S+)$/;

/** A hash with an end; one that ends sooner already keeps its own. */
function retiring(old: Scalar, until: string): Scalar {
  const [, hash = String(old.value), ends] = withEnd.exec(String(old.value)) ?? [];
  const node = new Scalar(`${hash} until ${ends !== undefined && ends < until ? ends : until}`);
  if (old.comment) node.comment = old.comment;
  return node;
}

function isOver(old: Scalar, wallNow: number): boolean {
  const ends = withEnd.exec(String(old.value))?.[2];
  return ends !== undefined && Date.parse(ends) <= wallNow;
}

function absent(id: string): KeyAbsent {
  return new KeyAbsent(id, 'the keys_file');
}
