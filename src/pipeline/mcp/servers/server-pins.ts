/** Holds back the things of a server that `tools.lock` does not have in their present form. */
import {
  type HeldItem,
  heldInstructions,
  ItemDigests,
  type PinnedKind,
} from '../../../api/mcp/lists/pinned-items.ts';
import type { ListedItem } from '../../../api/mcp/lists/server-list-reader.ts';
import { shownToolName } from '../../../config/derived/tool-patterns.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { Logger } from '../../../observe/log/log.ts';
import type { HeldBack, HeldReason } from '../../../observe/tool-server-report.ts';

/** The fields of the configuration that pin a server. */
export type Pins = Pick<McpServerConfig, 'isPinned' | 'locked'>;

/** The most log lines on one server in a minute, */
const mostLines = 30;
/** the most things that operators see by name, */
const mostReported = 100;
/** and the most remembered changes, which are reported once. */
const mostRemembered = 5000;

export class ServerPins {
  readonly #server: string;
  readonly #log: () => Logger;
  #pins: Pins;
  readonly #digests: Readonly<Record<PinnedKind, ItemDigests>> = {
    tools: new ItemDigests(),
    prompts: new ItemDigests(),
    templates: new ItemDigests(),
  };
  /** By kind: the result of the last question to the server. */
  readonly #held = new Map<HeldItem['kind'], readonly HeldItem[]>();
  readonly #told = new Set<string>();
  readonly #now: () => number;
  /** The lines in the minute that began at that moment. */
  #lines = 0;
  #isFull = false;
  #sinceMs = Number.NEGATIVE_INFINITY;

  constructor(server: string, pins: Pins, log: () => Logger, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#server = server;
    this.#pins = pins;
    this.#log = log;
  }

  get isPinned(): boolean {
    return this.#pins.isPinned;
  }

  /** Sets other pins; false if they are the same. */
  pin(pins: Pins): boolean {
    const isSame = textOf(pins) === textOf(this.#pins);
    this.#pins = pins;
    if (isSame) return false;
    this.#held.clear();
    this.#told.clear();
    return true;
  }

  /** The items of a list that may be offered. */
  offered(kind: PinnedKind, items: readonly ListedItem[]): readonly ListedItem[] {
    if (!this.isPinned) return items;
    const pinned = this.#digests[kind].held(kind, items, this.#pins.locked);
    this.#keep(kind, pinned.held);
    return pinned.items;
  }

  /** The same for a session that a client holds. Things that a server offers only there do not count as held back. */
  offeredInSession(kind: PinnedKind, items: readonly ListedItem[]): readonly ListedItem[] {
    if (!this.isPinned) return items;
    const pinned = this.#digests[kind].held(kind, items, this.#pins.locked);
    this.#tell(kind, pinned.held);
    return pinned.items;
  }

  /** The instructions for a client that holds a session. */
  instructionsInSession(instructions: string | undefined): string | undefined {
    if (!this.isPinned) return instructions;
    const held = heldInstructions(instructions, this.#pins.locked);
    this.#tell('instructions', held === undefined ? [] : [held]);
    return held === undefined ? instructions : undefined;
  }

  /** The instructions for clients. */
  instructions(instructions: string | undefined): string | undefined {
    if (!this.isPinned) return instructions;
    const held = heldInstructions(instructions, this.#pins.locked);
    this.#keep('instructions', held === undefined ? [] : [held]);
    return held === undefined ? instructions : undefined;
  }

  /** The reason why an item is held back, in words for the log; undefined for an item that the server does not have. */
  why(kind: PinnedKind, by: 'name' | 'offered', name: string): string | undefined {
    const held = this.#held.get(kind)?.find((item) => item[by] === name);
    return held && `${this.#server}/${shownToolName(held.name)} is held back: ${reasons[held.reason]}`;
  }

  /** The held-back things; undefined without pins. */
  get held(): HeldBack | undefined {
    if (!this.isPinned) return undefined;
    const all = [...this.#held.values()].flat();
    const changed = all.filter(({ reason }) => reason === 'changed').length;
    const items = all
      .slice(0, mostReported)
      .map(({ kind, name, reason }) => ({ kind, name: shownToolName(name), reason }));
    return { counts: { new: all.length - changed, changed }, items };
  }

  #keep(kind: HeldItem['kind'], held: readonly HeldItem[]): void {
    this.#held.set(kind, held);
    this.#tell(kind, held);
  }

  #tell(kind: HeldItem['kind'], held: readonly HeldItem[]): void {
    const untold = held.filter((item) => !this.#told.has(keyOf(item)));
    if (this.#told.size + untold.length > mostRemembered) this.#told.clear();
    for (const item of untold) this.#told.add(keyOf(item));
    const log = this.#log();
    const room = this.#room();
    for (const { name, reason, sha256 } of untold.slice(0, room)) {
      const fields = {
        server: this.#server,
        kind,
        name: shownToolName(name),
        reason: reasons[reason],
        sha256,
      };
      log.warn(fields, 'what a tool server offers is held back: it is not in tools.lock as it is now');
    }
    this.#lines += untold.length;
    // The first list without room is reported as such, for all of the minute.
    if (untold.length <= room || this.#isFull) return;
    this.#isFull = true;
    const left = { server: this.#server, kind, count: untold.length - room };
    log.warn(left, 'more of what a tool server offers is held back: it is not in tools.lock as it is now');
  }

  /** The lines that the log may get now: a server can change its whole offer with each list. */
  #room(): number {
    const now = this.#now();
    if (now - this.#sinceMs >= 60_000) {
      this.#sinceMs = now;
      this.#lines = 0;
      this.#isFull = false;
    }
    return Math.max(0, mostLines - this.#lines);
  }
}

const reasons: Readonly<Record<HeldReason, string>> = {
  new: 'tools.lock does not have it',
  changed: 'it has changed since tools.lock was written',
};

function keyOf({ kind, name, sha256 }: HeldItem): string {
  return `${kind} ${sha256} ${name}`;
}

function textOf({ isPinned, locked }: Pins): string {
  if (!isPinned || locked === undefined) return String(isPinned);
  const { instructions, tools, prompts, templates } = locked;
  return JSON.stringify([instructions, [...tools], [...prompts], [...templates]]);
}
