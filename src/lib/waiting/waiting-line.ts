/**
 * The next one of several that wait for the same. Ranks are strict, but for one of eight places, which goes to those
 * below, so that nobody starves. Within a rank the share with the least in flight for its weight is next, and within a
 * share the first to come. The line takes nothing itself: its owner tries the suggestion, and reports the result.
 */
import { Deadlines } from './deadlines.ts';
import { RoomPace } from './pace.ts';

/** One who waits. Those who agree in the first six are equals, and stand in one lane. */
export interface Waiter {
  /** The room that counts it: the number waiting there, and the speed. */
  readonly room: string;
  /** 0 goes first. */
  readonly rank: number;
  /** The share within its rank, and the share's weight. */
  readonly share: string;
  readonly weight: number;
  /** Its needs: the part that others need as well, and its own part. */
  readonly chain: string;
  readonly own: string;
  /** When it came, and when it leaves at the latest, in milliseconds. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** The present state that a line needs. */
export interface LineView<W extends Waiter> {
  /** True if there may be something for those of a waiter's chain. */
  mayFit(waiter: W): boolean;
  /** True if there may be all that it needs. */
  fits(waiter: W): boolean;
  /** The amount in flight of its share. */
  underWay(waiter: W): number;
  /** True if the first one's slot is one that the other needs, too. */
  competes(first: W, other: W): boolean;
}

/** Why somebody is not let into a line, and when it may be worth to come back; undefined where nobody knows. */
export interface LineRefusal {
  readonly why: 'full' | 'in_vain';
  readonly retryAfterMs: number | undefined;
}

/** So many places in a row go to a rank before one goes to those below it that could have had them. */
const placesBeforeBelow = 7;
/** A lane is tidied up where more have left it than are there, and more than so many. */
const leastTidied = 32;

/** Those who are equals, first come first. */
interface Lane<W> {
  readonly group: Group<W>;
  readonly name: string;
  readonly rank: number;
  /** Those who have left stand there until the lane is tidied up. */
  waiting: W[];
  head: number;
  size: number;
}

/** Everybody who needs the same of what others need as well. */
interface Group<W> {
  readonly chain: string;
  readonly lanes: Map<string, Lane<W>>;
}

interface Room<W> {
  readonly pace: RoomPace;
  size: number;
  readonly lanes: Set<Lane<W>>;
}

export class WaitingLine<W extends Waiter> {
  readonly #view: LineView<W>;
  readonly #groups = new Map<string, Group<W>>();
  readonly #rooms = new Map<string, Room<W>>();
  /** Everybody who waits, and where. */
  readonly #places = new Map<W, Lane<W>>();
  readonly #deadlines = new Deadlines<W>((waiter) => this.#places.has(waiter));
  /** The places in a row that a rank of a room has had while others could have had them. */
  readonly #inARow = new Map<string, number>();
  /** The next counts, if the one found last is served. */
  #due: { readonly waiter: W; readonly counts: readonly (readonly [string, number])[] } | undefined;

  constructor(view: LineView<W>) {
    this.#view = view;
  }

  get size(): number {
    return this.#places.size;
  }

  /** The number waiting in a room. */
  sizeOf(room: string): number {
    return this.#rooms.get(room)?.size ?? 0;
  }

  /** Everybody who waits. */
  all(): IterableIterator<W> {
    return this.#places.keys();
  }

  has(waiter: W): boolean {
    return this.#places.has(waiter);
  }

  /** Why somebody had better not come in: the room has `most` already, or what stands before it takes longer than it would wait. */
  refusalOf(waiter: W, most: number, now: number): LineRefusal | undefined {
    const room = this.#roomOf(waiter.room);
    const neededMs = this.#timeBefore(waiter, room, now);
    if (room.size >= most) return { why: 'full', retryAfterMs: neededMs };
    const patienceMs = waiter.untilMs - now;
    return neededMs !== undefined && neededMs > patienceMs
      ? { why: 'in_vain', retryAfterMs: neededMs - patienceMs }
      : undefined;
  }

  /** Lets somebody in. */
  enter(waiter: W, now: number): void {
    const room = this.#roomOf(waiter.room);
    if (room.size === 0) room.pace.begin(now);
    room.size += 1;
    const lane = this.#laneOf(waiter);
    insert(lane, waiter);
    room.lanes.add(lane);
    this.#places.set(waiter, lane);
    this.#deadlines.add(waiter);
  }

  /** The time until a new one is served, by the pace of the last minute. */
  timeLeft(waiter: W, now: number): number | undefined {
    return this.#timeBefore(waiter, this.#roomOf(waiter.room), now);
  }

  /** The next one to be served, of those for which there may be something. It stays in the line. */
  next(): W | undefined {
    this.#due = undefined;
    if (this.#places.size === 0) return undefined;
    const open: Lane<W>[] = [];
    for (const { lanes } of this.#groups.values()) {
      const first: Lane<W> = lanes.values().next().value!;
      if (this.#view.mayFit(headOf(first))) for (const lane of lanes.values()) open.push(lane);
    }
    const first = this.#firstOf(open, () => true);
    if (first === undefined) return undefined;
    const counts: [string, number][] = [];
    const waiter = this.#orBelow(open, first, counts);
    this.#due = { waiter, counts };
    return waiter;
  }

  /**
   * The one found last has been served.
   *
   * @param hasWaited Its slot was not free when it came: such a wait shows the pace.
   */
  served(waiter: W, now: number, hasWaited = true): void {
    if (this.#due?.waiter === waiter)
      for (const [name, count] of this.#due.counts) this.#inARow.set(name, count);
    this.#due = undefined;
    if (hasWaited) this.#rooms.get(waiter.room)?.pace.note(now);
    this.leave(waiter, now);
  }

  /** Somebody waits no longer. Returns whether it did. */
  leave(waiter: W, now: number): boolean {
    const lane = this.#places.get(waiter);
    if (lane === undefined) return false;
    this.#places.delete(waiter);
    this.#deadlines.tidy(this.#places.size);
    const room = this.#rooms.get(waiter.room)!;
    room.size -= 1;
    if (room.size === 0) room.pace.pause(now);
    lane.size -= 1;
    if (lane.size === 0) {
      room.lanes.delete(lane);
      lane.group.lanes.delete(lane.name);
      if (lane.group.lanes.size === 0) this.#groups.delete(lane.group.chain);
    } else this.#tidy(lane);
    return true;
  }

  /** Takes out one whose time is over; undefined where that is nobody's. */
  takeExpired(now: number): W | undefined {
    const waiter = this.#deadlines.takeOver(now);
    if (waiter !== undefined) this.leave(waiter, now);
    return waiter;
  }

  /** When the next one's time is over; undefined where nobody waits. */
  nextEndMs(): number | undefined {
    return this.#deadlines.peek()?.untilMs;
  }

  #roomOf(name: string): Room<W> {
    const known = this.#rooms.get(name);
    if (known !== undefined) return known;
    const room = { pace: new RoomPace(), size: 0, lanes: new Set<Lane<W>>() };
    this.#rooms.set(name, room);
    return room;
  }

  #laneOf(waiter: W): Lane<W> {
    const { room, rank, share, weight, chain, own } = waiter;
    let group = this.#groups.get(chain);
    if (group === undefined) {
      group = { chain, lanes: new Map() };
      this.#groups.set(chain, group);
    }
    const name = `${room}\n${rank}\n${share}\n${weight}\n${own}`;
    let lane = group.lanes.get(name);
    if (lane === undefined) {
      lane = { group, name, rank, waiting: [], head: 0, size: 0 };
      group.lanes.set(name, lane);
    }
    return lane;
  }

  /** The first of the lowest rank that has one who fits. */
  #firstOf(lanes: readonly Lane<W>[], isMeant: (waiter: W) => boolean): W | undefined {
    let best: W | undefined;
    let bestUnderWay = 0;
    for (const lane of lanes) {
      const waiter = headOf(lane);
      if (best !== undefined && waiter.rank > best.rank) continue;
      const underWay = this.#view.underWay(waiter) / waiter.weight;
      if (best !== undefined && waiter.rank === best.rank) {
        if (underWay > bestUnderWay) continue;
        if (underWay === bestUnderWay && waiter.sinceMs >= best.sinceMs) continue;
      }
      if (!this.#view.fits(waiter) || !isMeant(waiter)) continue;
      best = waiter;
      bestUnderWay = underWay;
    }
    return best;
  }

  /** One of eight places of a rank is for those below who could have it. */
  #orBelow(lanes: readonly Lane<W>[], first: W, counts: [string, number][]): W {
    const lower = lanes.filter(({ rank }) => rank > first.rank);
    if (lower.length === 0) return first;
    const below = this.#firstOf(lower, (waiter) => this.#view.competes(first, waiter));
    if (below === undefined) return first;
    const name = `${first.rank} ${first.room}`;
    const inARow = this.#inARow.get(name) ?? 0;
    if (inARow < placesBeforeBelow) {
      counts.push([name, inARow + 1]);
      return first;
    }
    counts.push([name, 0]);
    return this.#orBelow(lower, below, counts);
  }

  #timeBefore(waiter: W, room: Room<W>, now: number): number | undefined {
    const oneMs = room.pace.timeFor(1, now);
    return oneMs === undefined ? undefined : oneMs * (this.#before(waiter, room) + 1);
  }

  /**
   * The number of its room that are served before a new one: all above it, and those of its rank that its share leaves
   * room for.
   */
  #before({ rank, share, weight }: W, { lanes }: Room<W>): number {
    let own = 1;
    for (const lane of lanes) if (lane.rank === rank && headOf(lane).share === share) own += lane.size;
    let before = own - 1;
    for (const lane of lanes) {
      const head = headOf(lane);
      if (lane.rank < rank) before += lane.size;
      else if (lane.rank === rank && head.share !== share)
        before += Math.min(lane.size, (own * head.weight) / weight);
    }
    return before;
  }

  #tidy(lane: Lane<W>): void {
    while (!this.#places.has(lane.waiting[lane.head]!)) lane.head += 1;
    const left = lane.waiting.length - lane.size;
    if (left < leastTidied || left < lane.size) return;
    lane.waiting = lane.waiting.slice(lane.head).filter((waiter) => this.#places.has(waiter));
    lane.head = 0;
  }
}

function headOf<W extends Waiter>({ waiting, head }: Lane<W>): W {
  return waiting[head]!;
}

/** By when they came: one who comes back has its place again. */
function insert<W extends Waiter>(lane: Lane<W>, waiter: W): void {
  const { waiting } = lane;
  let place = waiting.length;
  while (place > lane.head && waiting[place - 1]!.sinceMs > waiter.sinceMs) place -= 1;
  waiting.splice(place, 0, waiter);
  lane.size += 1;
}
