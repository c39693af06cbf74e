/**
 * Between a decoder and an encoder of a dialect that has one block open at a time: texts and reasoning are closed when
 * another block opens, a call when its arguments are complete, and what can't begin yet waits, in its order.
 */
import { objectIn } from '../json/literal.ts';
import type { AnswerEvent, TakeEvent } from '../neutral/answer-event.ts';

/** White space behind the arguments of a call is looked through so far. */
const longestEnd = 64;

/** The known facts about an open block. */
interface Block {
  readonly head: AnswerEvent & { readonly is: 'open' };
  readonly isCall: boolean;
  readonly isCustom: boolean;
  /** Arguments so far; only of calls that may have to be closed early. */
  input: string;
  state: 'waiting' | 'open' | 'closed';
  readonly queue: AnswerEvent[];
  /** Its own `close` has come. */
  isComplete: boolean;
}

type BlockEvent = AnswerEvent & { readonly block: number };

/**
 * Gives `start (open delta* seal? close)* finish end`, or what of it came before a `fail`. Usage passes as it comes, and
 * what is said of a block that is not open is left out.
 */
export class Sequencer {
  readonly #next: TakeEvent;
  readonly #blocks = new Map<number, Block>();
  /** The blocks that wait, first to open first. */
  readonly #waiting: number[] = [];
  #open: number | undefined;
  /** Came while a block was open, and is told between two of them. */
  #media: AnswerEvent[] = [];
  #isOver = false;
  #kept = 0;
  #inputs = 0;

  constructor(next: TakeEvent) {
    this.#next = next;
  }

  /** So many characters wait for a block before them. */
  get keptBytes(): number {
    return this.#kept;
  }

  /** So many characters of arguments are looked at again as more of them come. */
  get inputBytes(): number {
    return this.#inputs;
  }

  take(event: AnswerEvent): void {
    if (this.#isOver) return;
    switch (event.is) {
      case 'open':
        return this.#opened(event);
      case 'delta':
      case 'seal':
      case 'cite':
      case 'logprobs':
      case 'close':
        return this.#inBlock(event);
      case 'media':
        if (this.#open === undefined) return this.#next(event);
        this.#media.push(event);
        this.#kept += event.url?.length ?? 0;
        return;
      case 'finish':
        this.#playAll();
        return this.#next(event);
      case 'end':
        this.#playAll();
        this.#isOver = true;
        return this.#next(event);
      case 'fail':
        this.#isOver = true;
        return this.#next(event);
      default:
        this.#next(event);
    }
  }

  #opened(event: AnswerEvent & { readonly is: 'open' }): void {
    const isCall = event.kind === 'call';
    const isCustom = isCall && event.call.isCustom === true;
    const block: Block = {
      head: event,
      isCall,
      isCustom,
      input: '',
      state: 'waiting',
      queue: [event],
      isComplete: false,
    };
    this.#blocks.set(event.block, block);
    this.#waiting.push(event.block);
    const current = this.#open === undefined ? undefined : this.#blocks.get(this.#open)!;
    if (current !== undefined && isClosable(current)) this.#close();
    this.#playNext();
  }

  #inBlock(event: BlockEvent): void {
    const block = this.#blocks.get(event.block);
    if (block === undefined) return;
    if (event.is === 'delta' && block.isCall) {
      if (block.state === 'closed') {
        // It was complete, and more comes.
        if (event.text.trim() !== '') this.#fail();
        return;
      }
      block.input += event.text;
      this.#inputs += event.text.length;
    }
    if (block.state === 'closed') {
      // It had to make way for another block, and its backend goes on with it: the rest is a block of the same kind.
      if (block.isComplete || event.is !== 'delta') return;
      this.#opened(block.head);
      return this.#inBlock(event);
    }
    if (block.state === 'waiting') {
      if (event.is === 'close') block.isComplete = true;
      else this.#wait(block, event);
      return;
    }
    if (event.is !== 'close') {
      this.#next(event);
      if (event.is !== 'delta' || this.#waiting.length === 0 || !isClosable(block)) return;
    } else block.isComplete = true;
    this.#close();
    this.#playNext();
  }

  #wait(block: Block, event: BlockEvent): void {
    if (block.isComplete) return;
    block.queue.push(event);
    if (event.is === 'delta') this.#kept += event.text.length;
  }

  #fail(): void {
    this.#isOver = true;
    const message = 'the arguments of a call went on after they were complete';
    this.#next({ is: 'fail', failure: { kind: 'invalid', message } });
  }

  #close(): void {
    const open = this.#open!;
    const block = this.#blocks.get(open)!;
    block.state = 'closed';
    this.#inputs -= block.input.length;
    block.input = '';
    this.#open = undefined;
    this.#next({ is: 'close', block: open });
    if (this.#media.length > 0) this.#tellMedia();
  }

  #tellMedia(): void {
    for (const event of this.#media) {
      if (event.is === 'media') this.#kept -= event.url?.length ?? 0;
      this.#next(event);
    }
    this.#media = [];
  }

  /** As many of those that wait as can be played now. */
  #playNext(): void {
    while (this.#open === undefined && this.#waiting.length > 0) {
      const block = this.#begin();
      // The last one may go on; of those before it nothing can be known but what came.
      if (block.isComplete || (this.#waiting.length > 0 && isClosable(block))) this.#close();
    }
  }

  #begin(): Block {
    const next = this.#waiting.shift()!;
    const block = this.#blocks.get(next)!;
    block.state = 'open';
    this.#open = next;
    for (const event of block.queue) {
      if (event.is === 'delta') this.#kept -= event.text.length;
      this.#next(event);
    }
    block.queue.length = 0;
    return block;
  }

  #playAll(): void {
    if (this.#open !== undefined) this.#close();
    while (this.#waiting.length > 0) {
      this.#begin();
      this.#close();
    }
  }
}

/** True if the next block may begin: a call has to have all of its arguments, which are JSON for a function. */
function isClosable({ isCall, isCustom, input }: Block): boolean {
  if (!isCall) return true;
  // Nothing else can be complete, and what is long is not to be parsed for each of its pieces.
  return !isCustom && /\}\s*$/.test(input.slice(-longestEnd)) && objectIn(input) !== undefined;
}
