import { isObject, type JsonObject } from '../../../../../lib/json.ts';
import type { TakeEvent } from '../../../neutral/answer-event.ts';
import type { AnswerNotes } from '../../answer-codec.ts';
import { wordIn } from '../../backend-errors.ts';
import { rawAt, type Written } from '../raw-at.ts';

/** The place of a value in the decoded text. */
export interface Place {
  readonly written: Written;
  readonly path: readonly (string | number)[];
}

const textMembers: Readonly<Record<string, string>> = { text: 'text', thinking: 'thinking' };

/**
 * One block of a message. Texts open with the first thing that they say; a block that never says anything gives nothing,
 * but for calls.
 */
export class MessageBlock {
  readonly #take: TakeEvent;
  readonly #notes: AnswerNotes;
  readonly #type: 'text' | 'thinking' | 'tool_use';
  readonly #nextBlock: () => number;
  #block: number | undefined;
  #signature = '';
  #hasInput = false;
  /** The call's first input; it counts without any fragment. */
  readonly #startInput: string;
  #isClosed = false;

  constructor(
    take: TakeEvent,
    notes: AnswerNotes,
    nextBlock: () => number,
    type: 'text' | 'thinking' | 'tool_use',
    start: JsonObject,
    place: Place,
  ) {
    this.#take = take;
    this.#notes = notes;
    this.#nextBlock = nextBlock;
    this.#type = type;
    this.#startInput = type === 'tool_use' ? inputText(start['input'], place) : '';
    if (type === 'tool_use') {
      const { id, name } = start;
      const block = this.#number();
      take({ is: 'open', block, kind: 'call', call: { id: textIn(id), name: textIn(name) } });
      return;
    }
    this.#text(start[textMembers[type]!]);
    if (type === 'thinking') this.#signature = textIn(start['signature']);
    this.#cite(Array.isArray(start['citations']) ? start['citations'] : []);
  }

  delta(delta: JsonObject): void {
    if (this.#isClosed) return;
    switch (delta['type']) {
      case 'text_delta':
        if (this.#type === 'text') this.#text(delta['text']);
        return;
      case 'thinking_delta':
        if (this.#type === 'thinking') this.#text(delta['thinking']);
        return;
      case 'signature_delta':
        this.#signature += textIn(delta['signature']);
        return;
      case 'input_json_delta':
        if (this.#type === 'tool_use') this.#input(textIn(delta['partial_json']));
        return;
      case 'citations_delta':
        this.#cite([delta['citation']]);
        return;
      default:
        this.#notes.unknown(wordIn(delta['type']));
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#type === 'tool_use' && !this.#hasInput) this.#input(this.#startInput);
    if (this.#type === 'thinking' && this.#signature !== '') {
      const block = this.#opened();
      this.#take({ is: 'seal', block, seal: { dialect: 'messages', data: this.#signature } });
    }
    if (this.#block !== undefined) this.#take({ is: 'close', block: this.#block });
  }

  #number(): number {
    this.#block ??= this.#nextBlock();
    return this.#block;
  }

  #opened(): number {
    if (this.#block !== undefined) return this.#block;
    const block = this.#number();
    if (this.#type === 'thinking') this.#take({ is: 'open', block, kind: 'reasoning', form: 'full' });
    else this.#take({ is: 'open', block, kind: 'text' });
    return block;
  }

  #text(text: unknown): void {
    if (typeof text === 'string' && text !== '') this.#take({ is: 'delta', block: this.#opened(), text });
  }

  #input(text: string): void {
    if (text === '') return;
    this.#hasInput = true;
    this.#take({ is: 'delta', block: this.#number(), text });
  }

  #cite(citations: readonly unknown[]): void {
    for (const citation of citations) {
      const { url, title } = isObject(citation) ? citation : {};
      // Documents are cited by their place among those of the request, which no other dialect has.
      if (typeof url !== 'string' || this.#type !== 'text') this.#notes.lost('citations');
      else {
        const cited = { url, ...(typeof title === 'string' && { title }) };
        this.#take({ is: 'cite', block: this.#opened(), citation: cited });
      }
    }
  }
}

function inputText(input: unknown, { written, path }: Place): string {
  if (typeof input === 'string') return input;
  const isEmpty = !isObject(input) || Object.keys(input).length === 0;
  return isEmpty ? '' : rawAt(written, [...path, 'input']);
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
