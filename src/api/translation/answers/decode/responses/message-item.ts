import { isObject, type JsonObject } from '../../../../../lib/json.ts';
import type { Raw } from '../../../json/json-node.ts';
import { type ItemTeller, madeAt, Part } from './item.ts';

type PartKind = 'text' | 'refusal';

class MessagePart extends Part {
  readonly kind: PartKind;
  block: number | undefined;
  isClosed = false;
  /** So many of its annotations have been told. */
  cited = 0;

  constructor(kind: PartKind) {
    super();
    this.kind = kind;
  }
}

/** A message in an answer: a block for each of its parts. */
export class MessageItem {
  readonly #teller: ItemTeller;
  readonly #parts = new Map<number, MessagePart>();
  readonly #onUnsaid: (citation: unknown) => void;
  hasRefusal = false;

  /** @param onUnsaid Is given annotations that have no place. */
  constructor(teller: ItemTeller, onUnsaid: (citation: unknown) => void) {
    this.#teller = teller;
    this.#onUnsaid = onUnsaid;
  }

  delta(index: number, kind: PartKind, text: unknown, logprobs?: unknown): void {
    if (typeof text === 'string') this.#say(this.#part(index, kind), text, logprobs);
  }

  #part(index: number, kind: PartKind): MessagePart {
    return madeAt(this.#parts, index, () => new MessagePart(kind));
  }

  #say(part: MessagePart, text: string, logprobs?: unknown): void {
    if (text === '' || part.isClosed) return;
    const block = this.#opened(part);
    if (Array.isArray(logprobs) && logprobs.length > 0) {
      this.#teller.take({ is: 'logprobs', block, tokens: JSON.stringify(logprobs) as Raw });
    }
    part.said += text;
    this.#teller.take({ is: 'delta', block, text });
  }

  #opened(part: MessagePart): number {
    if (part.block === undefined) {
      part.block = this.#teller.nextBlock();
      if (part.kind === 'refusal') this.hasRefusal = true;
      this.#teller.take({ is: 'open', block: part.block, kind: part.kind });
    }
    return part.block;
  }

  /** A text is complete: the text itself, where it is known once more. */
  done(index: number, kind: PartKind, whole: unknown): void {
    const part = this.#part(index, kind);
    this.#say(part, part.beyond(whole, this.#teller));
  }

  /** A part is complete. */
  partDone(index: number, part: unknown): void {
    if (!isObject(part)) return;
    const isRefusal = part['type'] === 'refusal';
    const known = this.#part(index, isRefusal ? 'refusal' : 'text');
    const rest = known.beyond(isRefusal ? part['refusal'] : part['text'], this.#teller);
    this.#say(known, rest, known.said === '' ? part['logprobs'] : undefined);
    const { annotations } = part;
    if (Array.isArray(annotations)) for (const one of annotations.slice(known.cited)) this.cite(index, one);
    this.#close(known);
  }

  cite(index: number, annotation: unknown): void {
    const part = this.#part(index, 'text');
    part.cited += 1;
    const url = isObject(annotation) ? annotation['url'] : undefined;
    if (!isObject(annotation) || typeof url !== 'string' || part.isClosed) return this.#onUnsaid(annotation);
    const { title, start_index: from, end_index: to } = annotation;
    const citation = {
      url,
      ...(typeof title === 'string' && { title }),
      ...(typeof from === 'number' && { from }),
      ...(typeof to === 'number' && { to }),
    };
    this.#teller.take({ is: 'cite', block: this.#opened(part), citation });
  }

  #close(part: MessagePart): void {
    if (part.block !== undefined && !part.isClosed) this.#teller.take({ is: 'close', block: part.block });
    part.isClosed = true;
  }

  /** @param item Undefined where the answer ends without it. */
  itemDone(item: JsonObject | undefined): void {
    const content: unknown = item?.['content'];
    if (Array.isArray(content)) for (const [index, part] of content.entries()) this.partDone(index, part);
    for (const part of this.#parts.values()) this.#close(part);
  }
}
