/**
 * Finds the texts of a body on the way through its tokens. What it keeps is the texts, and the way that leads to the place at
 * hand. A body that is no JSON is `unreadable`: a reader that is less strict could find a text in it.
 */
import { isAscii } from 'node:buffer';
import { openSeal } from '../translation/shared/seals.ts';
import { areTurns, Conversation, Piece, turnOf, UnseenPlace } from './conversation-turns.ts';
import type {
  FoundTexts,
  SignedBlock,
  TextBounds,
  TextKind,
  TextSpan,
  TextWalk,
  Unseen,
  UnseenKind,
} from './extracted-text-types.ts';
import {
  containsOthersResults,
  isContent,
  isContinued,
  isSchemaWord,
  lateFinding,
  namesVendorTool,
} from './field-rules/meaning-by-object-type.ts';
import type { Inside, Rule } from './field-rules/rule-type.ts';
import { isInOtherCase } from './field-rules/rules-by-name.ts';
import { isFieldName, isFile, isId, isRole, isSealed, isWord } from './field-rules/string-formats.ts';
import { innerTexts } from './json-in-strings.ts';
import { JsonTokenizer } from './json-tokenizer.ts';
import { OpenContainer, placeIn } from './open-json-container.ts';

/** The subject of the walk. */
export interface WalkOf {
  /** References in an answer lead to what the client sent itself, and are not unseen. */
  readonly side: 'request' | 'answer';
  /** The reading of the root: `open` for an unknown API. */
  readonly inside: Inside;
  /** The container that the body is part of. */
  readonly within?: OpenContainer;
  /** It is an event of a stream: numbers and names are noted that tell parts apart, and texts may be pieces of some. */
  readonly isEvent?: boolean;
  /** Ids that were found to be such: events of a stream repeat them. */
  readonly seen?: Set<string>;
}

/** The cost of a text beside its bytes, so that many short ones are bounded too. */
export const costOfPiece = 16;
/** The most unseen places that are listed; each kind is listed at least once. */
export const mostUnseen = 256;
/** The most types, or roles, of one object. */
const mostWords = 8;
/** A shorter number says nothing about anybody. */
const leastDigits = 6;
/** The longest string that is held against a form, or read as JSON. */
const longestForm = 256 * 1024;
/** The longest reference to media. */
const longestLead = 256;
/** No escape makes less of six bytes than one. */
const longestEscape = 6;
const longestWhole = 64 * 1024;

const places = new Set([
  'index',
  'output_index',
  'content_index',
  'summary_index',
  'contentBlockIndex',
  'type',
]);
const finishes = new Set(['finish_reason', 'finishReason']);
/** The kinds of an answer's content that a client could see, and a guard can't. */
const ofAnswers: ReadonlySet<UnseenKind> = new Set(['images', 'sound', 'files', 'urls']);

/** The characters for which a string has to be parsed, or is no string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const odd = /[\\\u0000-\u001f]/;

export class Walk extends JsonTokenizer implements TextWalk {
  readonly pieces: Piece[] = [];
  /** Objects of an event that say why they are complete. */
  readonly finished: OpenContainer[] = [];
  readonly #of: WalkOf;
  /** All of a short body that is ASCII: parts of it cost less than bytes do. */
  readonly #whole: string | undefined;
  readonly #unseen: Unseen[] = [];
  readonly #conversation: Conversation;
  /** Stands around the root. */
  readonly #outside: OpenContainer;
  #container: OpenContainer;
  #root: OpenContainer | undefined;
  #lastSigned: SignedBlock | undefined;
  /** Bytes of text that may still be kept. */
  #room: number;
  #isOver = false;

  constructor(bytes: Buffer, of: WalkOf, { maxText }: TextBounds) {
    super(bytes);
    this.#of = of;
    const isWhole = bytes.length <= longestWhole && isAscii(bytes);
    this.#whole = isWhole ? bytes.toString('latin1') : undefined;
    this.#room = maxText;
    this.#conversation = new Conversation(of.side === 'request' ? 'user' : 'assistant');
    this.#container = this.#outside = OpenContainer.outside();
  }

  /** The object that an event is. */
  get root(): OpenContainer | undefined {
    return this.#root;
  }

  get found(): FoundTexts {
    return { texts: this.pieces, unseen: this.#unseen, lastSigned: this.#lastSigned };
  }

  protected begins(): void {
    if (this.#container.isList) this.#container.count += 1;
  }

  protected ends(): void {
    this.#conversation.end();
  }

  protected fails(): void {
    this.#tell('unreadable', this.#container.at, -1);
  }

  protected opens(isList: boolean): void {
    const outer = this.#container;
    if (outer === this.#outside) {
      const { inside, within } = this.#of;
      this.#container = this.#root = OpenContainer.root(isList, inside, within);
      return;
    }
    const { rule, here } = outer;
    const name = outer.isList ? outer.name : outer.key;
    let { inside, kind } = outer;
    if (inside === 'known') {
      inside = 'open';
      if (rule !== undefined) {
        inside = isList ? rule.list : outer.isList ? rule.element : rule.object;
        kind = inside === 'open' ? rule.openKind : rule.kind;
        // A vendor's tool may find anything, and its results are in no request.
        if (rule.unseen === 'vendor_tools') this.#tellHere(rule.unseen);
      } else kind = 'unknown';
      if (isList && areTurns(name) && turnOf(outer, '') < 0) this.#conversation.listBegins();
    }
    const container = new OpenContainer(outer, isList, name, here, inside, kind, isList ? rule : undefined);
    const isTurn = !isList && outer.isList && outer.inside === 'known' && areTurns(name);
    if (isTurn && !isWithinTurn(outer)) container.turn = outer.count - 1;
    this.#container = container;
  }

  protected closes(isList: boolean): void {
    const container = this.#container;
    if (container.late !== undefined) this.#late(container);
    if (!isList && container.inside === 'known') this.#objectEnds(container);
    this.#container = container === this.#root ? this.#outside : container.parent!;
  }

  #objectEnds(container: OpenContainer): void {
    if (container.turn >= 0) this.#conversation.turnEnds(container);
    if (this.#of.side !== 'request') return;
    const { name, types = [], parent } = container;
    const isVendors = name === 'tools' && types.some(namesVendorTool);
    if (isVendors || types.some(containsOthersResults))
      this.#tell('vendor_tools', container.at, turnOf(container, ''));
    const isItem = parent?.isList === true && (name === 'input' || name === 'items');
    if (isItem && isContinued(types, container))
      this.#tell('item_references', container.at, turnOf(container, ''));
  }

  protected named(from: number, to: number): void {
    const container = this.#container;
    const key = this.#text(from, to);
    container.key = key;
    const span = { from, to, isFixed: true } as const;
    switch (container.inside) {
      case 'known':
        container.rule = container.fields.get(key);
        if (key === 'id') container.holdsId = true;
        else if (isContent(key)) container.holdsContent = true;
        if (container.rule !== undefined) return;
        if (!isFieldName(key)) this.#add(key, 'name', span);
        if (this.#of.side === 'request' && isInOtherCase(key)) this.#tellHere('unreadable', span);
        return;
      case 'open':
        if (!isSchemaWord(key)) this.#add(key, container.kind === 'unknown' ? 'name' : container.kind, span);
        return;
      case 'labels':
        if (!isWord(key)) this.#add(key, 'name', span);
    }
  }

  protected number(from: number, to: number): void {
    const container = this.#container;
    const { rule, inside, kind, isList } = container;
    if (this.#of.isEvent === true && !isList) this.#note(container, this.bytes.toString('latin1', from, to));
    if (inside === 'labels' || inside === 'secret') return;
    const isUnknown = inside === 'open' ? kind === 'unknown' : rule === undefined;
    if (isList && (isUnknown || rule?.takesTokens === true)) {
      if (this.#of.side === 'request') this.#tell('token_ids', container.at, turnOf(container, 0));
      return;
    }
    // A number where a text is owed is written into the prompt by some backends.
    const isText = inside === 'open' ? !isUnknown : rule?.form === 'text';
    if (!isText || to - from < leastDigits) return;
    this.#add(this.bytes.toString('latin1', from, to), inside === 'open' ? kind : rule!.kind, { from, to });
  }

  protected string(from: number, to: number): void {
    const container = this.#container;
    if (to - from === 2) return this.#noteWord(container, '');
    const span = { from, to };
    switch (container.inside) {
      case 'secret':
        return;
      case 'open': {
        const text = this.#text(from, to);
        if (container.kind === 'description' && isSchemaWord(text)) return;
        this.#add(text, container.kind, span);
        if (container.kind === 'unknown' && isFile(text)) this.#tellHere('files', span);
        return;
      }
      case 'labels': {
        const text = this.#text(from, to);
        if (!isWord(text)) this.#add(text, container.kind, span);
        return;
      }
      case 'known':
        this.#knownString(container, span);
    }
  }

  /** A string at a field of an API, or in a list of one. */
  #knownString(container: OpenContainer, span: TextSpan): void {
    const { rule } = container;
    const { from, to } = span;
    if (rule === undefined) {
      const text = this.#text(from, to);
      this.#add(text, 'unknown', span);
      if (isFile(text)) this.#tellHere('files', span);
      return;
    }
    if (rule.byType) {
      container.late ??= [];
      container.late.push({ rule, span, key: container.key });
      return;
    }
    switch (rule.form) {
      case 'credential':
        return;
      case 'media':
        return this.#media(rule.unseen!, span);
      case 'sealed':
        return this.#sealed(container, span);
      case 'text':
        return this.#said(container, rule, span);
      default: {
        const text = this.#text(from, to);
        this.#noteWord(container, text);
        if (rule.form === 'id' && this.#of.seen?.has(text) === true) return;
        const hasForm = rule.form === 'id' ? isId(text) : rule.form === 'role' ? isRole(text) : isWord(text);
        if (!hasForm) this.#add(text, rule.kind, span);
        else if (rule.form === 'id') this.#of.seen?.add(text);
      }
    }
  }

  #said(container: OpenContainer, rule: Rule, span: TextSpan): void {
    if (rule.unseen !== undefined) this.#tellHere(rule.unseen, span);
    const text = this.#text(span.from, span.to);
    const isJson = rule.kind === 'arguments' && this.#of.isEvent !== true && text.includes('\\');
    if (isJson && this.#addInner(text, span)) return;
    if (rule.joins) return this.#join(container, text, span);
    this.#add(text, rule.kind, span);
  }

  #media(unseen: UnseenKind, span: TextSpan): void {
    this.#tellHere(unseen, span);
    // The reference to it is a text, and may be the very one that must not pass.
    if (span.to - span.from > longestForm) return;
    const text = this.#text(span.from, span.to);
    const isData = isFile(text) || isId(text) || (text.length > longestLead && isSealed(text));
    if (!isData || unseen === 'chat_template' || unseen === 'urls') this.#add(text, 'text', span);
  }

  #sealed(container: OpenContainer, span: TextSpan): void {
    const message = turnOf(container, container.here);
    if (this.#lastSigned === undefined || message >= this.#lastSigned.message)
      this.#lastSigned = { at: placeIn(container, container.here), message, from: span.from };
    const text = this.#text(span.from, span.to);
    const seal = openSeal(text);
    if (seal === undefined || seal === 'malformed') {
      if (seal === 'malformed' || !isSealed(text)) this.#add(text, 'unknown', span);
      return;
    }
    // A client may have made a seal of this gateway.
    const inner: TextSpan = { ...span, isFixed: true };
    if (seal.text !== undefined) this.#add(seal.text, 'reasoning', inner);
    if (!isSealed(seal.data)) this.#add(seal.data, 'reasoning', inner);
    if (seal.id !== undefined && !isId(seal.id)) this.#add(seal.id, 'reasoning', inner);
  }

  /** Strings that are clear once the type of their object is. */
  #late(container: OpenContainer): void {
    const { key } = container;
    for (const { rule, span, key: its } of container.late!) {
      container.key = its;
      const { unseen, isText, isSealed: isOfVendor } = lateFinding(its, container);
      if (unseen !== undefined) this.#tellHere(unseen, span);
      if (isOfVendor) this.#sealed(container, span);
      else if (isText) this.#add(this.#text(span.from, span.to), rule.kind, span);
      else if (span.to - span.from <= longestForm) {
        const text = this.#text(span.from, span.to);
        if (!isSealed(text) && !isFile(text)) this.#add(text, rule.kind, span);
      }
    }
    container.key = key;
  }

  #noteWord(container: OpenContainer, text: string): void {
    if (container.isList || container.inside !== 'known') return;
    if (container.key === 'type') container.types = this.#withWord(container.types, text);
    else if (container.key === 'role') container.roles = this.#withWord(container.roles, text);
    if (this.#of.isEvent !== true) return;
    if (finishes.has(container.key) && text !== '') this.finished.push(container);
    this.#note(container, text);
  }

  /** A text beyond its type could be anything. */
  #withWord(words: readonly string[] | undefined, word: string): readonly string[] {
    if (words === undefined) return [word];
    if (words.includes(word)) return words;
    if (words.length >= mostWords) this.#tellHere('unreadable');
    return words.length >= mostWords ? words : [...words, word];
  }

  #note(container: OpenContainer, text: string): void {
    if (!places.has(container.key)) return;
    container.noted ??= new Map();
    container.noted.set(container.key, text);
  }

  #tellHere(kind: UnseenKind, span?: TextSpan): void {
    const container = this.#container;
    this.#tell(kind, placeIn(container, container.here), turnOf(container, container.here), span);
  }

  #tell(kind: UnseenKind, at: string, turn: number, span?: TextSpan): void {
    const isAlways = kind === 'max_text' || kind === 'unreadable';
    if (this.#of.side === 'answer' && !isAlways && !ofAnswers.has(kind)) return;
    const last = this.#unseen.at(-1);
    if (last !== undefined && last.kind === kind && last.at === at) return;
    if (this.#unseen.length >= mostUnseen && this.#unseen.some((one) => one.kind === kind)) return;
    this.#unseen.push(new UnseenPlace(kind, at, turn, this.#conversation, span));
  }

  /** The texts of JSON that is a string; whether it is that. */
  #addInner(text: string, span: TextSpan): boolean {
    if (text.length > longestForm) {
      this.#overflow();
      return false;
    }
    const inner = innerTexts(text);
    if (inner === undefined) return false;
    for (const { text: one, from, to } of inner) {
      this.#add(one, 'arguments', { ...span, within: { from, to } });
    }
    return true;
  }

  /** Tokens of one list are one text. */
  #join(container: OpenContainer, text: string, span: TextSpan): void {
    if (!this.#take(text)) return;
    const list = container.isList ? container : container.parent;
    const last = this.pieces.at(-1);
    const isFirst = last?.joinedIn === undefined || last.joinedIn !== list;
    const whole = isFirst ? text : last.text + text;
    const all: TextSpan = { from: isFirst ? span.from : last.span.from, to: span.to, isFixed: true };
    if (!isFirst) this.pieces.pop();
    this.pieces.push(new Piece(whole, 'text', all, container, this.#conversation, list));
  }

  #add(text: string, kind: TextKind, span: TextSpan): void {
    if (this.#take(text)) this.pieces.push(new Piece(text, kind, span, this.#container, this.#conversation));
  }

  #take(text: string): boolean {
    if (text === '' || this.#isOver) return false;
    this.#room -= Buffer.byteLength(text) + costOfPiece;
    if (this.#room < 0) this.#overflow();
    return !this.#isOver;
  }

  /** From here on texts are not looked at; unseen content is still listed. */
  #overflow(): void {
    if (!this.#isOver) this.#tell('max_text', this.#container.at, -1);
    this.#isOver = true;
  }

  /** The text of a string, with its quotes; none for one that is longer than the bound. */
  #text(from: number, to: number): string {
    if ((to - from) / longestEscape > this.#room) {
      this.#overflow();
      return '';
    }
    const text = this.#whole?.slice(from + 1, to - 1) ?? this.bytes.toString('utf8', from + 1, to - 1);
    if (!odd.test(text)) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      this.#tell('unreadable', this.#container.at, -1);
      return text;
    }
  }
}

function isWithinTurn(container: OpenContainer): boolean {
  for (let at: OpenContainer | undefined = container; at !== undefined; at = at.parent)
    if (at.turn >= 0) return true;
  return false;
}
