/** Compares a server's offer with its lock. */
import type { LockedServer } from '../../../config/types/mcp.ts';
import { canonicalDigest, parseWritten, type WrittenJson } from '../../../lib/json/written-json.ts';
import type { HeldReason } from '../../../observe/tool-server-report.ts';
import type { ListKind } from './list-item-validation.ts';
import type { ListedItem } from './server-list-reader.ts';

/** Kinds of items that a lock can pin. Resources are data, like the results of tools. */
export type PinnedKind = Exclude<ListKind, 'resources'>;

/** A thing that a server offers and no client gets. */
export interface HeldItem {
  readonly kind: PinnedKind | 'instructions';
  /** The server's own name; empty for instructions. */
  readonly name: string;
  /** The same among those of all servers. */
  readonly offered: string;
  readonly reason: HeldReason;
  /** Its SHA-256; empty for JSON that programs read differently. */
  readonly sha256: string;
}

/** A list in two parts: the items that are offered, and those that are held back. */
export interface PinnedItems {
  readonly items: readonly ListedItem[];
  readonly held: readonly HeldItem[];
}

/** Digests of items, kept from one list to the next: few items change between two of them. */
export class ItemDigests {
  #known = new Map<string, string>();

  /** Compares the items of a list with the locked ones. */
  held(kind: PinnedKind, items: readonly ListedItem[], locked: LockedServer | undefined): PinnedItems {
    const offered: ListedItem[] = [];
    const held: HeldItem[] = [];
    const known = new Map<string, string>();
    for (const item of items) {
      const { own } = item.texts;
      const sha256 = this.#known.get(own) ?? itemDigest(own);
      known.set(own, sha256);
      const expected = locked?.[kind].get(item.name);
      if (expected === sha256) offered.push(item);
      else held.push(heldItem(kind, item, expected === undefined ? 'new' : 'changed', sha256));
    }
    this.#known = known;
    return { items: offered, held };
  }
}

function heldItem(
  kind: PinnedKind,
  { name, offered }: ListedItem,
  reason: HeldReason,
  sha256: string,
): HeldItem {
  return { kind, name, offered, reason, sha256 };
}

/** The instructions that are held back; undefined if clients may get them. */
export function heldInstructions(
  instructions: string | undefined,
  locked: LockedServer | undefined,
): HeldItem | undefined {
  if (instructions === undefined) return undefined;
  const sha256 = canonicalDigest(instructionsValue(instructions));
  const expected = locked?.instructions;
  if (expected === sha256) return undefined;
  return {
    kind: 'instructions',
    name: '',
    offered: '',
    reason: expected === undefined ? 'new' : 'changed',
    sha256,
  };
}

/** Instructions in the form of `tools.lock`. */
export function instructionsValue(instructions: string): WrittenJson {
  return JSON.stringify(instructions);
}

/** The digest of an item; empty if a name occurs twice: no digest would tell which of the two counts. */
function itemDigest(text: string): string {
  const value = parseWritten(text);
  return value === undefined ? '' : canonicalDigest(value);
}
