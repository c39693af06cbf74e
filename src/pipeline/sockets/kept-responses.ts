/** The conversations of a client's socket that no backend keeps. */

/** One response with the items before it, in the form of the next request's `input`. */
interface Kept {
  readonly before: Kept | undefined;
  /** JSON texts of its own turn's items: of the input, and of the output. */
  readonly items: readonly string[];
  readonly bytes: number;
  /** The number of uses: of responses that continue it, and of its own name. */
  uses: number;
}

/** Counts the bytes of kept items beyond their socket. */
export interface KeptRoom {
  /** Takes so many more bytes; true if there is room. */
  take(bytes: number): boolean;
  free(bytes: number): void;
}

/** The most kept bytes of one socket. */
export const mostOfSocket = 16 * 1024 * 1024;
/** The most remembered names of dropped responses. */
const mostGone = 1000;

/**
 * The conversations of a socket, each response by its id, so that a turn may continue one (`previous_response_id`) that
 * no backend has. Without room, the oldest is dropped first.
 */
export class KeptResponses {
  readonly #byId = new Map<string, Kept>();
  readonly #gone = new Set<string>();
  readonly #room: KeptRoom;
  #bytes = 0;

  constructor(room: KeptRoom) {
    this.#room = room;
  }

  /** True if it was kept once, and is not any more. */
  wasGivenUp(id: string): boolean {
    return this.#gone.has(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** All items up to a response and with it, as JSON texts in order; undefined if it is not kept. */
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
   * @param before The id of the previous one.
   * @param items JSON texts of the turn's own items.
   */
  keep(id: string, before: string | undefined, items: readonly string[]): void {
    if (this.#byId.has(id)) return;
    const earlier = before === undefined ? undefined : this.#byId.get(before);
    // Without the items before it, this would be another conversation.
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

  /** Marks a response as not kept: a turn that continues it needs the whole conversation. */
  leaveOut(id: string): void {
    this.#noteGone(id);
  }

  /** Drops everything. */
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
