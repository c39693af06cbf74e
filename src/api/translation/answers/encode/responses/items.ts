/** The items of a response's output, from their first event to their last. */
import type { Raw } from '../../../json/json-node.ts';
import type { CallHead, Citation } from '../../../neutral/answer-event.ts';
import { newId } from '../../../shared/call-ids.ts';
import { probabilitiesIn, type TokenProbability } from '../token-probabilities.ts';

/** Is told each event. */
export interface ResponseTeller {
  event(type: string, members: object): void;
  /** @param head What stands before the text, from `deltaHead`. @param tail Members behind it, as JSON text. */
  delta(head: string, text: string, tail?: string): void;
}

/** A delta up to its text, made once for all of a block. */
function deltaHead(type: string, place: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...place }).slice(0, -1)},"delta":`;
}

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** An item that is open. */
export interface OpenItem {
  /** Tells what is left of it. What it is then. */
  done(status: ItemStatus): object;
}

/** Reasoning, as a summary or in full. */
export class ReasoningOutput implements OpenItem {
  readonly #teller: ResponseTeller;
  readonly #isSummary: boolean;
  readonly #id = newId('rs_');
  readonly #index: number;
  #text = '';
  #hasText = false;
  readonly #deltaHead: string;
  /** The text that the client sends back in its place; undefined if it wants none. */
  sealed: string | undefined;

  constructor(teller: ResponseTeller, index: number, isSummary: boolean) {
    this.#teller = teller;
    this.#index = index;
    this.#isSummary = isSummary;
    const type = isSummary ? 'response.reasoning_summary_text.delta' : 'response.reasoning_text.delta';
    this.#deltaHead = deltaHead(type, this.#place);
    teller.event('response.output_item.added', { output_index: index, item: this.#item('in_progress') });
  }

  get #place() {
    const place = { item_id: this.#id, output_index: this.#index };
    return this.#isSummary ? { ...place, summary_index: 0 } : { ...place, content_index: 0 };
  }

  #item(status: ItemStatus): object {
    const part = { type: this.#isSummary ? 'summary_text' : 'reasoning_text', text: this.#text };
    const parts = this.#hasText ? [part] : [];
    return {
      id: this.#id,
      type: 'reasoning',
      summary: this.#isSummary ? parts : [],
      ...(!this.#isSummary && this.#hasText && { content: parts }),
      encrypted_content: this.sealed ?? null,
      status,
    };
  }

  delta(text: string): void {
    if (!this.#hasText) this.#tellPart('added', '');
    this.#hasText = true;
    this.#text += text;
    this.#teller.delta(this.#deltaHead, text);
  }

  #tellPart(when: 'added' | 'done', text: string): void {
    const type = this.#isSummary ? 'response.reasoning_summary_part' : 'response.content_part';
    const part = { type: this.#isSummary ? 'summary_text' : 'reasoning_text', text };
    this.#teller.event(`${type}.${when}`, { ...this.#place, part });
  }

  done(status: ItemStatus): object {
    const text = this.#text;
    if (this.#hasText) {
      const type = this.#isSummary ? 'response.reasoning_summary_text.done' : 'response.reasoning_text.done';
      this.#teller.event(type, { ...this.#place, text });
      this.#tellPart('done', text);
    }
    const item = this.#item(status);
    this.#teller.event('response.output_item.done', { output_index: this.#index, item });
    return item;
  }
}

/** Probabilities as events of a text have them, */
function inEvent({ token, logprob, top }: TokenProbability) {
  return {
    token,
    logprob,
    top_logprobs: top.map((other) => ({ token: other.token, logprob: other.logprob })),
  };
}

/** and as the text itself has them. */
function inPart({ token, logprob, bytes = [], top }: TokenProbability) {
  const others = top.map((other) => ({ ...other, bytes: other.bytes ?? [] }));
  return { token, logprob, bytes, top_logprobs: others };
}

/** A message: texts that follow each other are its parts. */
export class MessageOutput implements OpenItem {
  readonly #teller: ResponseTeller;
  readonly #id = newId('msg_');
  readonly #index: number;
  readonly #content: object[] = [];
  #kind: 'text' | 'refusal' = 'text';
  #deltaHead = '';
  #text = '';
  #annotations: object[] = [];
  #citations: Citation[] = [];
  #logprobs: TokenProbability[] = [];
  /** Of the delta that comes next. */
  #nextLogprobs: readonly TokenProbability[] = [];

  constructor(teller: ResponseTeller, index: number) {
    this.#teller = teller;
    this.#index = index;
    teller.event('response.output_item.added', { output_index: index, item: this.#item('in_progress') });
  }

  #item(status: ItemStatus): object {
    return { id: this.#id, type: 'message', role: 'assistant', status, content: [...this.#content] };
  }

  get #place() {
    return { item_id: this.#id, output_index: this.#index, content_index: this.#content.length };
  }

  openPart(kind: 'text' | 'refusal'): void {
    this.#kind = kind;
    this.#text = '';
    this.#annotations = [];
    this.#citations = [];
    this.#logprobs = [];
    this.#nextLogprobs = [];
    const type = kind === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta';
    this.#deltaHead = deltaHead(type, this.#place);
    this.#teller.event('response.content_part.added', { ...this.#place, part: this.#part() });
  }

  #part(): object {
    const text = this.#text;
    if (this.#kind === 'refusal') return { type: 'refusal', refusal: text };
    return {
      type: 'output_text',
      text,
      annotations: this.#annotations,
      logprobs: this.#logprobs.map(inPart),
    };
  }

  delta(text: string): void {
    this.#text += text;
    if (this.#kind === 'refusal') return this.#teller.delta(this.#deltaHead, text);
    const logprobs = this.#nextLogprobs;
    if (logprobs.length === 0) return this.#teller.delta(this.#deltaHead, text, ',"logprobs":[]');
    this.#logprobs.push(...logprobs);
    this.#nextLogprobs = [];
    this.#teller.delta(this.#deltaHead, text, `,"logprobs":${JSON.stringify(logprobs.map(inEvent))}`);
  }

  logprobs(tokens: Raw): void {
    if (this.#kind === 'text') this.#nextLogprobs = probabilitiesIn(tokens);
  }

  cite(citation: Citation): void {
    this.#citations.push(citation);
  }

  closePart(): void {
    const text = this.#text;
    for (const { url, title = '', from, to } of this.#citations) {
      const annotation = {
        type: 'url_citation',
        url,
        title,
        start_index: from ?? 0,
        end_index: to ?? text.length,
      };
      const place = { ...this.#place, annotation_index: this.#annotations.length };
      this.#teller.event('response.output_text.annotation.added', { ...place, annotation });
      this.#annotations.push(annotation);
    }
    if (this.#kind === 'refusal')
      this.#teller.event('response.refusal.done', { ...this.#place, refusal: text });
    else
      this.#teller.event('response.output_text.done', {
        ...this.#place,
        text,
        logprobs: this.#logprobs.map(inEvent),
      });
    const part = this.#part();
    this.#teller.event('response.content_part.done', { ...this.#place, part });
    this.#content.push(part);
  }

  done(status: ItemStatus): object {
    const item = this.#item(status);
    this.#teller.event('response.output_item.done', { output_index: this.#index, item });
    return item;
  }
}

/** A call of a function, or of a custom tool. */
export class CallOutput implements OpenItem {
  readonly #teller: ResponseTeller;
  readonly #head: CallHead;
  readonly #id: string;
  readonly #index: number;
  readonly #deltaHead: string;
  #input = '';

  constructor(teller: ResponseTeller, index: number, head: CallHead) {
    this.#teller = teller;
    this.#head = head;
    this.#index = index;
    this.#id = newId(head.isCustom ? 'ctc_' : 'fc_');
    const type = `response.${head.isCustom ? 'custom_tool_call_input' : 'function_call_arguments'}.delta`;
    this.#deltaHead = deltaHead(type, { item_id: this.#id, output_index: index });
    teller.event('response.output_item.added', { output_index: index, item: this.#item('in_progress') });
  }

  #item(status: ItemStatus): object {
    const { id, name, namespace, isCustom } = this.#head;
    return {
      id: this.#id,
      type: isCustom ? 'custom_tool_call' : 'function_call',
      call_id: id,
      name,
      ...(namespace !== undefined && { namespace }),
      [isCustom ? 'input' : 'arguments']: this.#input,
      status,
    };
  }

  delta(text: string): void {
    this.#input += text;
    this.#teller.delta(this.#deltaHead, text);
  }

  /** Nothing more of its input comes. */
  close(): void {
    const place = { item_id: this.#id, output_index: this.#index };
    const { name, isCustom } = this.#head;
    if (isCustom)
      this.#teller.event('response.custom_tool_call_input.done', { ...place, input: this.#input });
    else
      this.#teller.event('response.function_call_arguments.done', { ...place, name, arguments: this.#input });
  }

  done(status: ItemStatus): object {
    const item = this.#item(status);
    this.#teller.event('response.output_item.done', { output_index: this.#index, item });
    return item;
  }
}
