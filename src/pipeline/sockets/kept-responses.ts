/** What a client's socket has told and heard of conversations that no backend keeps. */

/** One response with what was said before it, as items of the next request's `input`. */
interface Kept {
  readonly before: Kept | undefined;
  /** JSON texts of what its own turn added: items of its input, and of its output. */
  readonly items: readonly string[];
  readonly bytes: number;
  /** How many need it: those that go on from it, and its own name. */
  uses: number;
}

/** Where the bytes of kept items are counted beyond their socket. */
export interface KeptRoom {
  /** Whether there is room for so many more. */
  take(bytes: number): boolean;
  free(bytes: number): void;
}

/** So much of one socket, in bytes. */
export const mostOfSocket = 16 * 1024 * 1024;
/** So many names of what was given up are remembered. */
const mostGone = 1000;

/**
 * The conversations of a socket, each response by its id, so that a turn may go on from one (`previous_response_id`) that
 * no backend has. The oldest is given up first where there is no room.
 */
export class KeptResponses {
  readonly #byId = new Map<string, Kept>();
  readonly #gone = new Set<string>();
  readonly #room: KeptRoom;
  #bytes = 0;

  constructor(room: KeptRoom) {
    this.#room = room;
  }

  /** Whether it was kept once, and is not any more. */
  wasGivenUp(id: string): boolean {
    return this.#gone.has(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** All items up to a response and with it, as JSON texts in order; undefined where it is not kept. */
  itemsUpTo(id: string): readonly string[] | undefined {
    const last = this.#byId.get(id);
    if (last === undefined) return undefined;
    const turns: (readonly string[])[] = [];
    for (let kept: Kept | undefined = last; kept !== undefined; kept = kept.before) turns.push(kept.items);
    return turns.reverse().flat();
  }

  /**
   * Keeps a response.
   *
   * @param before The id of the one that it goes on from.
   * @param items JSON texts of what the turn added.
   */
  keep(id: string, before: string | undefined, items: readonly string[]): void {
    if (this.#byId.has(id)) return;
    const earlier = before === undefined ? undefined : this.#byId.get(before);
    // Without what came before it would be another conversation.
    if (before !== undefined && earlier === undefined) return void this.#noteGone(id);
    const bytes = items.reduce((sum, item) => sum + item.length, 0);
    const kept: Kept = { before: earlier, items, bytes, uses: 1 };
    if (earlier !== undefined) earlier.uses += 1;
    while (this.#bytes + bytes > mostOfSocket || !this.#room.take(bytes)) {
      if (!this.#giveUpOldest()) {
        if (earlier !== undefined) this.#release(earlier);
        return void this.#noteGone(id);
      }
    }
    this.#bytes += bytes;
    this.#byId.set(id, kept);
  }

  /** A response is not kept: what goes on from it needs the whole conversation. */
  leaveOut(id: string): void {
    this.#noteGone(id);
  }

  /** Gives up everything. */
  clear(): void {
    this.#byId.clear();
    this.#room.free(this.#bytes);
    this.#bytes = 0;
  }

  #giveUpOldest(): boolean {
    const [oldest] = this.#byId;
    if (oldest === undefined) return false;
    const [id, kept] = oldest;
    this.#byId.delete(id);
    this.#noteGone(id);
    this.#release(kept);
    return true;
  }

  #release(from: Kept): void {
    for (let kept: Kept | undefined = from; kept !== undefined; kept = kept.before) {
      kept.uses -= 1;
      if (kept.uses > 0) return;
      this.#bytes -= kept.bytes;
      this.#room.free(kept.bytes);
    }
  }

  #noteGone(id: string): void {
    this.#gone.add(id);
    if (this.#gone.size > mostGone) this.#gone.delete(this.#gone.values().next().value!);
  }
}
