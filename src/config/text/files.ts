import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { cwd, platform } from 'node:process';
import { namesMatching } from '../../lib/files/file-glob.ts';

export type FileContent =
  | {
      readonly kind: 'content';
      readonly bytes: Buffer /** Permission bits; undefined where they say nothing. */;
      readonly mode: number | undefined;
    }
  | { readonly kind: 'absent' | 'unreadable' | 'directory' | 'special' | 'too_large' };

/** Reads a regular file of at most `maxBytes`. Never throws. */
export type ReadFile = (path: string, maxBytes: number) => FileContent;

/** Names of all that is in a folder; undefined where there is no such folder, or it can't be read. Never throws. */
export type ListFolder = (folder: string) => readonly string[] | undefined;

/** A source of files. */
export interface Disk {
  readonly read: ReadFile;
  readonly list: ListFolder;
}

/**
 * Everything that one load reads, each file once: two references to one file get the same content even while it
 * is being replaced, and the revision covers exactly what was used.
 */
export class Files {
  readonly #read = new Map<string, FileContent>();
  readonly #globs = new Set<string>();
  readonly #awaited = new Set<string>();
  readonly #digest = createHash('sha256');
  readonly #disk: Disk;

  /** @param disk Takes absolute paths. */
  constructor(disk: Disk = realDisk) {
    this.#disk = disk;
  }

  /**
   * Absolute paths of all that was looked for, also in vain, and of the patterns among them: a reload watches for these
   * to appear.
   */
  get sources(): readonly string[] {
    return [...this.#read.keys(), ...this.#globs, ...this.#awaited];
  }

  /** First 12 hex digits of SHA-256 over all contents, in the order they were first read. */
  revision(): string {
    return shortened(this.#digest.copy());
  }

  /** The same over what was read from files, but for these absolute paths. */
  revisionWithout(paths: ReadonlySet<string>): string {
    const digest = createHash('sha256');
    for (const [path, content] of this.#read) {
      if (content.kind === 'content' && !paths.has(path)) count(digest, content.bytes);
    }
    return shortened(digest);
  }

  /** Counts contents that did not come from a file. */
  include(bytes: Buffer): void {
    count(this.#digest, bytes);
  }

  /** Reads a regular file of at most `maxBytes`. Never throws. */
  read(path: string, maxBytes: number): FileContent {
    const known = this.#read.get(path);
    if (known) return known;
    const content = this.#disk.read(path, maxBytes);
    this.#read.set(path, content);
    if (content.kind === 'content') this.include(content.bytes);
    return content;
  }

  /** Paths of what a pattern in a folder matches, in order. Never throws. */
  matching(glob: string): readonly string[] {
    this.#globs.add(glob);
    const folder = dirname(glob);
    return namesMatching(basename(glob), this.#disk.list(folder) ?? []).map((name) => join(folder, name));
  }

  /**
   * Reads a file that is read anew while the configuration is in use, such as a token that somebody keeps fresh: it is no
   * part of the revision, and no reload comes of it. Never throws.
   */
  peek(path: string, maxBytes: number): FileContent {
    return this.#disk.read(path, maxBytes);
  }

  /** Has a reload follow as soon as a file that was peeked at is another: it was not what it has to be. */
  await(path: string): void {
    this.#awaited.add(path);
  }
}

/** Has a digest cover contents, and where they end. */
export function count(digest: Hash, bytes: Buffer): void {
  digest.update(`${bytes.length}\n`).update(bytes);
}

/** The short form of a digest: its first 12 hex digits. */
export function shortened(digest: Hash): string {
  return digest.digest('hex').slice(0, 12);
}

/** From the disk. */
export function readRegular(path: string, maxBytes: number): FileContent {
  let descriptor: number | undefined;
  try {
    // A pipe that nobody writes to would hold the process for good.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) return { kind: 'directory' };
    if (!stat.isFile()) return { kind: 'special' };
    if (stat.size > maxBytes) return { kind: 'too_large' };
    const bytes = readFileSync(descriptor);
    if (bytes.length > maxBytes) return { kind: 'too_large' };
    return { kind: 'content', bytes, mode: platform === 'win32' ? undefined : stat.mode & 0o777 };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { kind: code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unreadable' };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** From the disk. */
export function listFolder(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

export const realDisk: Disk = { read: readRegular, list: listFolder };

/** The fault of a file, to go after its name. */
export function fileFault(kind: Exclude<FileContent['kind'], 'content'>, maxBytes: number): string {
  switch (kind) {
    case 'absent':
      return 'does not exist';
    case 'unreadable':
      return 'cannot be read by this user';
    case 'directory':
      return 'is a directory';
    case 'special':
      return 'is not a regular file';
    case 'too_large':
      return `is larger than ${maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MiB` : `${maxBytes / 1024} KiB`}`;
  }
}

/** A path as messages show it: relative when it lies below the working directory, which services have none of but `/`. */
export function shownPath(path: string): string {
  if (cwd() === '/') return path;
  const below = relative(cwd(), path);
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : below;
}
