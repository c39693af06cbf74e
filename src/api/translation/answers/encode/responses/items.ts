/** The items of a response's output, from their first event to their last. */
import type { Raw } from '../../../json/json-node.ts';
import type { CallHead, Citation } from '../../../neutral/answer-event.ts';
import { newId } from '../../../shared/call-ids.ts';

/** Is told each event, by its type and its members. */
export type TellEvent = (type: string, members: object) => void;

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** An item that is open. */
export interface OpenItem {
  /** Tells what is left of it. What it is then. */
  done(status: ItemStatus): object;
}

/** Reasoning, as a summary or in full. */
export class ReasoningOutput implements OpenItem {
  readonly #tell: TellEvent;
  readonly #isSummary: boolean;
  readonly #id = newId('rs_');
  readonly #index: number;
  #text = '';
  #hasText = false;
  /** What the client sends back in its place; undefined where it wants none. */
  sealed: string | undefined;

  constructor(tell: TellEvent, index: number, isSummary: boolean) {
    this.#tell = tell;
    this.#index = index;
    this.#isSummary = isSummary;
    tell('response.output_item.added', { output_index: index, item: this.#item('in_progress') });
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
    if (!this.#hasText && this.#isSummary) {
      const part = { type: 'summary_text', text: '' };
      this.#tell('response.reasoning_summary_part.added', { ...this.#place, part });
    }
    this.#hasText = true;
    this.#text += text;
    const type = this.#isSummary ? 'response.reasoning_summary_text.delta' : 'response.reasoning_text.delta';
    this.#tell(type, { ...this.#place, delta: text });
  }

  done(status: ItemStatus): object {
    const text = this.#text;
    if (this.#hasText && this.#isSummary) {
      this.#tell('response.reasoning_summary_text.done', { ...this.#place, text });
      const part = { type: 'summary_text', text };
      this.#tell('response.reasoning_summary_part.done', { ...this.#place, part });
    } else if (this.#hasText) this.#tell('response.reasoning_text.done', { ...this.#place, text });
    const item = this.#item(status);
    this.#tell('response.output_item.done', { output_index: this.#index, item });
    return item;
  }
}

/** A message: texts that follow each other are its parts. */
export class MessageOutput implements OpenItem {
  readonly #tell: TellEvent;
  readonly #id = newId('msg_');
  readonly #index: number;
  readonly #content: object[] = [];
  #kind: 'text' | 'refusal' = 'text';
  #text = '';
  #annotations: object[] = [];
  #citations: Citation[] = [];
  #logprobs: unknown[] = [];
  /** Of the delta that comes next. */
  #nextLogprobs: readonly unknown[] = [];

  constructor(tell: TellEvent, index: number) {
    this.#tell = tell;
    this.#index = index;
    tell('response.output_item.added', { output_index: index, item: this.#item('in_progress') });
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
    this.#tell('response.content_part.added', { ...this.#place, part: this.#part() });
  }

  #part(): object {
    const text = this.#text;
    if (this.#kind === 'refusal') return { type: 'refusal', refusal: text };
    return { type: 'output_text', text, annotations: this.#annotations, logprobs: this.#logprobs };
  }

  delta(text: string): void {
    this.#text += text;
    if (this.#kind === 'refusal')
      return this.#tell('response.refusal.delta', { ...this.#place, delta: text });
    const logprobs = this.#nextLogprobs;
    if (logprobs.length > 0) {
      this.#logprobs.push(...logprobs);
      this.#nextLogprobs = [];
    }
    this.#tell('response.output_text.delta', { ...this.#place, delta: text, logprobs });
  }

  logprobs(tokens: Raw): void {
    if (this.#kind === 'text') this.#nextLogprobs = JSON.parse(tokens) as unknown[];
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
      this.#tell('response.output_text.annotation.added', { ...place, annotation });
      this.#annotations.push(annotation);
    }
    if (this.#kind === 'refusal') this.#tell('response.refusal.done', { ...this.#place, refusal: text });
    else this.#tell('response.output_text.done', { ...this.#place, text, logprobs: this.#logprobs });
    const part = this.#part();
    this.#tell('response.content_part.done', { ...this.#place, part });
    this.#content.push(part);
  }

  done(status: ItemStatus): object {
    const item = this.#item(status);
    this.#tell('response.output_item.done', { output_index: this.#index, item });
    return item;
  }
}

/** A call of a function, or of a custom tool. */
export class CallOutput implements OpenItem {
  readonly #tell: TellEvent;
  readonly #head: CallHead;
  readonly #id: string;
  readonly #index: number;
  #input = '';

  constructor(tell: TellEvent, index: number, head: CallHead) {
    this.#tell = tell;
    this.#head = head;
    this.#index = index;
    this.#id = newId(head.isCustom ? 'ctc_' : 'fc_');
    tell('response.output_item.added', { output_index: index, item: this.#item('in_progress') });
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
    const type = this.#head.isCustom
      ? 'response.custom_tool_call_input.delta'
      : 'response.function_call_arguments.delta';
    this.#tell(type, { item_id: this.#id, output_index: this.#index, delta: text });
  }

  /** Nothing more of its input comes. */
  close(): void {
    const place = { item_id: this.#id, output_index: this.#index };
    const { name, isCustom } = this.#head;
    if (isCustom) this.#tell('response.custom_tool_call_input.done', { ...place, input: this.#input });
    else this.#tell('response.function_call_arguments.done', { ...place, name, arguments: this.#input });
  }

  done(status: ItemStatus): object {
    const item = this.#item(status);
    this.#tell('response.output_item.done', { output_index: this.#index, item });
    return item;
  }
}
