/**
 * The texts of a stream, event by event. Each event is walked as a body of its own; the text that it adds to has a key made of
 * the way that leads there, with the places that events name (`index`, `output_index`) for those in lists.
 */
import { parseObject } from '../../lib/json.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';
import { mcp } from '../endpoints/mcp.ts';
import type { Piece } from './conversation-turns.ts';
import { EventTemplate } from './event-template.ts';
import type { AddedText, EventTexts, StreamTexts } from './extracted-text-types.ts';
import { Walk } from './json-text-walk.ts';
import type { OpenContainer } from './open-json-container.ts';
import { StreamedTextDigest } from './streamed-text-digest.ts';

/** An event of more text is looked at no further. */
const bounds = { maxText: 16 * 1024 * 1024 };
/** The most texts, some kilobytes each, that are known when they come once more. Others are looked at again. */
const mostSaid = 256;

/** The field of an item or part that an event with a `delta` of text makes longer, by the type of the event. */
const fieldOf: readonly (readonly [RegExp, string])[] = [
  [/(?:output_text|text|reasoning_text|summary_text)\.(?:delta|done)$/, 'text'],
  [/refusal\.(?:delta|done)$/, 'refusal'],
  [/arguments\.(?:delta|done)$/, 'arguments'],
  [/tool_call_input\.(?:delta|done)$/, 'input'],
  [/_code\.(?:delta|done)$/, 'code'],
  [/transcript\.(?:delta|done)$|transcription\.(?:delta|completed)$/, 'transcript'],
];

/** Fields whose texts are pieces of what tools are called with. */
const argumentFields = new Set(['arguments', 'input', 'code', 'partial_json', 'args', 'action', 'operation']);
const callTypes = /(?:_call|_use|^mcp_approval_request)$/;
/** The last events of streams, and of answers within them. */
const lastTypes =
  /^(?:message_stop|messageStop|response\.(?:completed|incomplete|failed|done|cancelled)|error|.*\.completed)$/;

const mostIds = 256;

const none: readonly never[] = [];
const nothing: EventTexts = { added: none, ends: none, endsAll: false, unseen: none };
const ended: EventTexts = { added: none, ends: none, endsAll: true, unseen: none };

/**
 * Begins to read a stream.
 *
 * @param endpoint The called endpoint, or that of the deployment which answers.
 */
export function streamTexts(endpoint: ServedEndpoint): StreamTexts {
  return new Stream(endpoint.model === undefined ? 'known' : 'open', endpoint.name);
}

class Stream implements StreamTexts {
  readonly openCalls = new Set<string>();
  readonly #inside: 'known' | 'open';
  /** Events may ask the client something. */
  readonly #mayAsk: boolean;
  /** The text so far, by key. */
  readonly #said = new Map<string, StreamedTextDigest>();
  readonly #ids = new Set<string>();
  /** The form of the last event that was read, where the next may be like it. */
  #form: EventTemplate | undefined;
  /** The last text that was read went on where one before ended. */
  #isIncrement = false;
  /** Keys that nothing has ended yet. */
  readonly #open = new Set<string>();

  constructor(inside: 'known' | 'open', endpoint: string) {
    this.#inside = inside;
    this.#mayAsk = endpoint === mcp.name;
  }

  event(type: string, data: string): EventTexts {
    if (data === '') return nothing;
    if (data.trim() === '[DONE]') return this.#endAll();
    const alike = this.#form?.saidBy(type, data);
    if (alike !== undefined) {
      this.#open.add(alike.key);
      return { added: [alike], ends: none, endsAll: false, unseen: none };
    }
    if (this.#ids.size > mostIds) this.#ids.clear();
    const bytes = Buffer.from(data);
    const walk = new Walk(
      bytes,
      { side: 'answer', inside: this.#inside, isEvent: true, seen: this.#ids },
      bounds,
    );
    while (walk.step());
    const { unseen } = walk.found;
    const { root } = walk;
    if (unseen.some(({ kind }) => kind === 'unreadable'))
      return {
        added: [{ key: 'unreadable', kind: 'unknown', text: data, isRepeat: false }],
        ends: none,
        endsAll: false,
        unseen,
      };
    const named = root?.noted?.get('type') ?? type;
    const added = this.#added(walk.pieces, root, named);
    const ends = this.#ends(named, root, walk);
    const endsAll = lastTypes.test(named) || (this.#mayAsk && asksClient(data));
    if (endsAll) this.#forget();
    const isPlain = bytes.length === data.length && unseen.length === 0 && ends.length === 0 && !endsAll;
    this.#form = isPlain ? this.#formOf(type, data, added, walk.pieces) : undefined;
    return { added, ends, endsAll, unseen };
  }

  /** The form of an event that goes on with one text and does nothing else. What another text does there is known, too. */
  #formOf(
    type: string,
    data: string,
    [said, ...others]: readonly AddedText[],
    [piece]: readonly Piece[],
  ): EventTemplate | undefined {
    if (said === undefined || others.length > 0 || said.call !== undefined || said.isRepeat) return undefined;
    const { kind, span } = piece!;
    if (!this.#isIncrement || said.key.startsWith('output[')) return undefined;
    if (kind !== 'text' && kind !== 'reasoning') return undefined;
    return span.isFixed === undefined && span.within === undefined
      ? new EventTemplate(type, data, said, span)
      : undefined;
  }

  #added(pieces: readonly Piece[], root: OpenContainer | undefined, type: string): readonly AddedText[] {
    if (pieces.length === 0) return none;
    const added: AddedText[] = [];
    for (const piece of pieces) {
      const { path, isIncrement } = pathOf(piece, root, type);
      this.#isIncrement = isIncrement;
      const call = callOf(path, piece);
      const text = piece.text;
      const isRepeat = !isIncrement && this.#said.get(path)?.is(text) === true;
      if (!isRepeat) this.#note(path, text, isIncrement);
      this.#open.add(path);
      if (call !== undefined && !isRepeat) this.openCalls.add(call);
      added.push({ key: path, kind: piece.kind, text, isRepeat, ...(call !== undefined && { call }) });
    }
    return added;
  }

  #note(path: string, text: string, isIncrement: boolean): void {
    // No other text comes once more in full.
    if (isIncrement && !path.startsWith('output[')) return;
    const said = isIncrement ? this.#said.get(path) : undefined;
    if (said !== undefined) return said.add(text);
    if (this.#said.size >= mostSaid) this.#said.clear();
    this.#said.set(path, new StreamedTextDigest(text));
  }

  /** Keys and calls that an event says are complete. */
  #ends(type: string, root: OpenContainer | undefined, { finished }: Walk): readonly string[] {
    const noted = root?.noted;
    const index = noted?.get('index') ?? noted?.get('contentBlockIndex');
    if (type === 'content_block_stop' || type === 'contentBlockStop')
      return this.#endBelow(`content[${index ?? 0}]`);
    const item = noted?.get('output_index');
    if (item !== undefined) {
      if (type.endsWith('output_item.done')) return this.#endBelow(`output[${item}]`);
      const content = noted?.get('content_index');
      if (type.endsWith('content_part.done') && content !== undefined)
        return this.#endBelow(`output[${item}].content[${content}]`);
      const summary = noted?.get('summary_index');
      if (type.endsWith('summary_part.done') && summary !== undefined)
        return this.#endBelow(`output[${item}].summary[${summary}]`);
    }
    return finished.flatMap((container) => this.#endBelow(wayTo(container)));
  }

  #endBelow(way: string): readonly string[] {
    const ends: string[] = [];
    for (const keys of [this.#open, this.openCalls]) {
      for (const key of keys) {
        if (!key.startsWith(way)) continue;
        ends.push(key);
        keys.delete(key);
      }
    }
    return ends;
  }

  #endAll(): EventTexts {
    this.#forget();
    return ended;
  }

  #forget(): void {
    this.#open.clear();
    this.openCalls.clear();
    this.#said.clear();
  }
}

/** True for a request of a server of tools to its client: nothing more may come before it is answered. */
function asksClient(data: string): boolean {
  const message = parseObject(data);
  return message?.['id'] !== undefined && message['method'] !== undefined;
}

interface Path {
  readonly path: string;
  /** It goes on where the text before it ended. */
  readonly isIncrement: boolean;
}

/** The place of an event's text in the answer that all events make. */
function pathOf(piece: Piece, root: OpenContainer | undefined, type: string): Path {
  const way = wayTo(piece.container);
  const full = piece.container.isList
    ? `${way}[*]`
    : way === ''
      ? String(piece.step)
      : `${way}.${piece.step}`;
  // The last events have all of the answer, in a member of theirs.
  const own = full.startsWith('response.output[') ? full.slice('response.'.length) : full;
  const noted = root?.noted;
  if (noted === undefined) return { path: own, isIncrement: isWithinDelta(own) };
  const block = noted.get('index') ?? noted.get('contentBlockIndex');
  if (block !== undefined && /^(?:delta|content_block|start|contentBlock)\b/.test(own))
    return { path: `content[${block}]${own.slice(own.indexOf('.'))}`, isIncrement: true };
  const item = noted.get('output_index');
  if (item === undefined) return { path: own, isIncrement: isWithinDelta(own) };
  const output = `output[${item}]`;
  if (own.startsWith('item.')) return { path: output + own.slice(4), isIncrement: false };
  const summary = noted.get('summary_index');
  const content = noted.get('content_index');
  const part =
    summary !== undefined
      ? `${output}.summary[${summary}]`
      : content !== undefined
        ? `${output}.content[${content}]`
        : output;
  if (own.startsWith('part.')) return { path: part + own.slice(4), isIncrement: false };
  const field = fieldOf.find(([form]) => form.test(type))?.[1];
  if (own === 'delta') return { path: `${part}.${field ?? type}`, isIncrement: true };
  if (own === field) return { path: `${part}.${field}`, isIncrement: false };
  return { path: `${part}.${own}`, isIncrement: false };
}

/** True for the paths of chat completions and the like, where each text goes on with the one before. */
function isWithinDelta(path: string): boolean {
  return path === 'delta' || /^(?:choices|candidates)\[|^(?:delta|message)\b/.test(path);
}

/** The way that leads to a container, by the places that its lists name. */
function wayTo(container: OpenContainer): string {
  const { parent, step, isList } = container;
  if (parent === undefined) return '';
  const outer = wayTo(parent);
  if (parent.isList) {
    // Parts of Gemini's come one after the other, and none has a place.
    const place = container.noted?.get('index') ?? (container.name === 'parts' || isList ? '*' : step);
    return `${outer}[${place}]`;
  }
  return outer === '' ? String(step) : `${outer}.${step}`;
}

/** The tool call that a text is a part of. */
function callOf(path: string, { container, kind }: Piece): string | undefined {
  const chat = /^(.*?\.tool_calls\[[^\]]*\]|.*?\.function_call\b|.*?\.functionCall\b)/.exec(path);
  if (chat !== null) return chat[1]!;
  const item = /^(?:output|content)\[[^\]]*\]/.exec(path)?.[0];
  if (item === undefined) return undefined;
  const isCall =
    kind === 'arguments' ||
    argumentFields.has(path.slice(item.length + 1)) ||
    path.includes('.toolUse.') ||
    container.types?.some((type) => callTypes.test(type)) === true;
  return isCall ? item : undefined;
}
