import { isObject, type JsonObject } from '../../../../../lib/json.ts';
import type { TakeEvent } from '../../../neutral/answer-event.ts';
import type { AnswerNotes } from '../../answer-codec.ts';
import { rawAt, type Written } from '../raw-at.ts';

interface Call {
  id: string;
  name: string;
  isCustom: boolean;
  /** Undefined until it is opened. */
  block: number | undefined;
  /** The arguments before the call could be opened. */
  held: string;
}

/**
 * The calls of one answer, put together of their fragments: by `index`, where that tells them apart. Some servers give
 * each call the index 0, or none; some tell id and name later than the first fragment.
 */
export class ChatCalls {
  readonly #take: TakeEvent;
  readonly #notes: AnswerNotes;
  /** By index, the last one that had it. */
  readonly #byIndex = new Map<number, Call>();
  readonly #all: Call[] = [];
  readonly #nextBlock: () => number;

  /** @param nextBlock Closes what is open beside calls, and gives a new block its number. */
  constructor(take: TakeEvent, notes: AnswerNotes, nextBlock: () => number) {
    this.#take = take;
    this.#notes = notes;
    this.#nextBlock = nextBlock;
  }

  /** One of them could be told. */
  get hasAny(): boolean {
    return this.#all.some(({ block }) => block !== undefined);
  }

  /**
   * Takes a fragment, or a whole call.
   *
   * @param head `{name, arguments}` of a function, `{name, input}` of a custom tool.
   * @param path Where that stands in what was decoded.
   */
  add(
    index: number,
    id: string,
    head: JsonObject,
    isCustom: boolean,
    written: Written,
    path: readonly (string | number)[],
  ): void {
    const name = typeof head['name'] === 'string' ? head['name'] : '';
    const call = this.#callFor(index, id, name, isCustom);
    const field = isCustom ? 'input' : 'arguments';
    const given = head[field];
    let more = '';
    if (typeof given === 'string') more = given;
    else if (isObject(given)) more = rawAt(written, [...path, field]);
    if (call.block === undefined) {
      call.held += more;
      // The id may be told later than the name, but not later than the arguments.
      if (call.name !== '' && (call.id !== '' || call.held !== '')) this.#open(call);
    } else if (more !== '') this.#take({ is: 'delta', block: call.block, text: more });
  }

  #callFor(index: number, id: string, name: string, isCustom: boolean): Call {
    const known = this.#byIndex.get(index);
    const isOther = id !== '' && name !== '' && known !== undefined && known.id !== '' && known.id !== id;
    if (known !== undefined && !isOther) {
      if (known.id === '' && known.block === undefined) known.id = id;
      if (known.name === '') known.name = name;
      return known;
    }
    const call: Call = { id, name, isCustom, block: undefined, held: '' };
    this.#byIndex.set(index, call);
    this.#all.push(call);
    return call;
  }

  #open(call: Call): void {
    const { id, name, isCustom, held } = call;
    const block = this.#nextBlock();
    call.block = block;
    const head = isCustom ? { id, name, isCustom } : { id, name };
    this.#take({ is: 'open', block, kind: 'call', call: head });
    if (held !== '') this.#take({ is: 'delta', block, text: held });
    call.held = '';
  }

  /** Closes them: nothing more of them comes. */
  close(): void {
    for (const call of this.#all) {
      if (call.block === undefined && call.name !== '') this.#open(call);
      if (call.block === undefined) this.#notes.unknown('call without a name');
      else this.#take({ is: 'close', block: call.block });
    }
  }
}
