import { isObject, type JsonObject } from '../../../../../lib/json.ts';
import { type ItemTeller, madeAt, Part } from './item.ts';

/** Reasoning in full, or the summary of it, of which each part is a paragraph. */
type Form = 'full' | 'summary';

/** An item of reasoning: one block, of its text and of what its vendor wants back. */
export class ReasoningItem {
  readonly #teller: ItemTeller;
  readonly #parts = new Map<number, Part>();
  #block: number | undefined;
  /** The form in use; the other form is left out. */
  #form: Form | undefined;
  #lastIndex = -1;
  #isClosed = false;

  constructor(teller: ItemTeller) {
    this.#teller = teller;
  }

  delta(form: Form, index: number, text: unknown): void {
    if (typeof text !== 'string' || text === '' || this.#isClosed) return;
    this.#form ??= form;
    if (this.#form !== form) return;
    const block = this.#opened();
    const isParagraph = index !== this.#lastIndex && this.#lastIndex !== -1;
    this.#lastIndex = index;
    this.#part(index).said += text;
    this.#teller.take({ is: 'delta', block, text: isParagraph ? `\n\n${text}` : text });
  }

  #part(index: number): Part {
    return madeAt(this.#parts, index, () => new Part());
  }

  #opened(): number {
    if (this.#block === undefined) {
      this.#block = this.#teller.nextBlock();
      const form = this.#form ?? 'summary';
      this.#teller.take({ is: 'open', block: this.#block, kind: 'reasoning', form });
    }
    return this.#block;
  }

  done(form: Form, index: number, whole: unknown): void {
    if (this.#form !== undefined && this.#form !== form) return;
    this.delta(form, index, this.#part(index).beyond(whole, this.#teller));
  }

  /** @param item Undefined where the answer ends without it. */
  itemDone(item: JsonObject | undefined): void {
    if (this.#isClosed) return;
    // With both, the whole reasoning counts.
    this.#doneAll('full', item?.['content']);
    this.#doneAll('summary', item?.['summary']);
    const data = item?.['encrypted_content'];
    const id = item?.['id'];
    if (typeof data === 'string' && data !== '') {
      const seal = { dialect: 'responses', data, ...(typeof id === 'string' && { id }) } as const;
      this.#teller.take({ is: 'seal', block: this.#opened(), seal });
    }
    this.#isClosed = true;
    if (this.#block !== undefined) this.#teller.take({ is: 'close', block: this.#block });
  }

  #doneAll(form: Form, parts: unknown): void {
    if (!Array.isArray(parts)) return;
    for (const [index, part] of parts.entries()) if (isObject(part)) this.done(form, index, part['text']);
  }
}
