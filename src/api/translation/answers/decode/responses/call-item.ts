import type { JsonObject } from '../../../../../lib/json.ts';
import { type ItemTeller, Part } from './item.ts';

/** A call of a function, or of a custom tool. */
export class CallItem {
  readonly #teller: ItemTeller;
  readonly #input = new Part();
  readonly #isCustom: boolean;
  #block: number | undefined;
  #isClosed = false;

  constructor(teller: ItemTeller, isCustom: boolean) {
    this.#teller = teller;
    this.#isCustom = isCustom;
  }

  /** It is there: what it is called is known now, or when it is done. */
  added(item: JsonObject): void {
    const { name, call_id: id, namespace } = item;
    if (typeof name !== 'string' || name === '' || this.#block !== undefined) return;
    this.#block = this.#teller.nextBlock();
    const call = {
      id: typeof id === 'string' ? id : '',
      name,
      ...(typeof namespace === 'string' && { namespace }),
      ...(this.#isCustom && { isCustom: true }),
    };
    this.#teller.take({ is: 'open', block: this.#block, kind: 'call', call });
    this.done(this.#given(item));
  }

  #given(item: JsonObject): unknown {
    return item[this.#isCustom ? 'input' : 'arguments'];
  }

  delta(text: unknown): void {
    if (typeof text !== 'string' || text === '' || this.#block === undefined || this.#isClosed) return;
    this.#input.said += text;
    this.#teller.take({ is: 'delta', block: this.#block, text });
  }

  done(whole: unknown): void {
    this.delta(this.#input.beyond(whole, this.#teller));
  }

  /** @param item Undefined where the answer ends without it. */
  itemDone(item: JsonObject | undefined): void {
    if (this.#isClosed) return;
    if (item !== undefined) {
      this.added(item);
      this.done(this.#given(item));
    }
    this.#isClosed = true;
    if (this.#block !== undefined) this.#teller.take({ is: 'close', block: this.#block });
  }
}
