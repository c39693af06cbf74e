/**
 * Finds the texts of a body on the way through its tokens. What it keeps is the texts, and the way that leads to the place at
 * hand. What is no JSON is told as `unreadable`: a reader that is less strict could find a text in it.
 */
import { isAscii } from 'node:buffer';
import { openSeal } from '../translation/shared/seals.ts';
import { areTurns, Conversation, Piece, turnOf, UnseenPlace } from './conversation.ts';
import type {
  FoundTexts,
  SignedBlock,
  TextBounds,
  TextKind,
  TextSpan,
  TextWalk,
  Unseen,
  UnseenKind,
} from './found-texts.ts';
import { Frame, placeIn } from './json-frame.ts';
import { JsonTokens } from './json-tokens.ts';
import { innerTexts } from './nested-json.ts';
import type { Inside, Rule } from './places/field-rule.ts';
import { isInOtherCase } from './places/field-rules.ts';
import {
  containsOthersResults,
  isContent,
  isContinued,
  isSchemaWord,
  lateFinding,
  namesVendorTool,
} from './places/object-types.ts';
import { isFieldName, isFile, isId, isRole, isSealed, isWord } from './places/string-forms.ts';

/** The subject of the walk. */
export interface WalkOf {
  /** Of answers what leads to something unseen is what the client sent itself. */
  readonly side: 'request' | 'answer';
  /** The reading of the root: `open` for an unknown API. */
  readonly inside: Inside;
  /** The frame that the body is part of. */
  readonly within?: Frame;
  /** It is an event of a stream: numbers and names are noted that tell parts apart, and texts may be pieces of some. */
  readonly isEvent?: boolean;
  /** Ids that were found to be such: events of a stream repeat them. */
  readonly seen?: Set<string>;
}

/** The cost of a text beside its bytes, so that many short ones are bounded too. */
export const costOfPiece = 16;
/** So much that can't be looked at is told, and of each kind something. */
export const mostUnseen = 256;
/** So many things an object can say that it is. */
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

export class Walk extends JsonTokens implements TextWalk {
  readonly pieces: Piece[] = [];
  /** Objects of an event that say why they are complete. */
  readonly finished: Frame[] = [];
  readonly #of: WalkOf;
  /** All of a short body that is ASCII: parts of it cost less than bytes do. */
  readonly #whole: string | undefined;
  readonly #unseen: Unseen[] = [];
  readonly #conversation: Conversation;
  /** Stands around the root. */
  readonly #outside: Frame;
  #frame: Frame;
  #root: Frame | undefined;
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
    this.#frame = this.#outside = Frame.outside();
  }

  /** The object that an event is. */
  get root(): Frame | undefined {
    return this.#root;
  }

  get found(): FoundTexts {
    return { texts: this.pieces, unseen: this.#unseen, lastSigned: this.#lastSigned };
  }

  protected begins(): void {
    if (this.#frame.isList) this.#frame.count += 1;
  }

  protected ends(): void {
    this.#conversation.end();
  }

  protected fails(): void {
    this.#tell('unreadable', this.#frame.at, -1);
  }

  protected opens(isList: boolean): void {
    const outer = this.#frame;
    if (outer === this.#outside) {
      const { inside, within } = this.#of;
      this.#frame = this.#root = Frame.root(isList, inside, within);
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
    const frame = new Frame(outer, isList, name, here, inside, kind, isList ? rule : undefined);
    const isTurn = !isList && outer.isList && outer.inside === 'known' && areTurns(name);
    if (isTurn && !isWithinTurn(outer)) frame.turn = outer.count - 1;
    this.#frame = frame;
  }

  protected closes(isList: boolean): void {
    const frame = this.#frame;
    if (frame.late !== undefined) this.#late(frame);
    if (!isList && frame.inside === 'known') this.#objectEnds(frame);
    this.#frame = frame === this.#root ? this.#outside : frame.parent!;
  }

  #objectEnds(frame: Frame): void {
    if (frame.turn >= 0) this.#conversation.turnEnds(frame);
    if (this.#of.side !== 'request') return;
    const { name, types = [], parent } = frame;
    const isVendors = name === 'tools' && types.some(namesVendorTool);
    if (isVendors || types.some(containsOthersResults))
      this.#tell('vendor_tools', frame.at, turnOf(frame, ''));
    const isItem = parent?.isList === true && (name === 'input' || name === 'items');
    if (isItem && isContinued(types, frame)) this.#tell('item_references', frame.at, turnOf(frame, ''));
  }

  protected named(from: number, to: number): void {
    const frame = this.#frame;
    const key = this.#text(from, to);
    frame.key = key;
    const span = { from, to, isFixed: true } as const;
    switch (frame.inside) {
      case 'known':
        frame.rule = frame.fields.get(key);
        if (key === 'id') frame.holdsId = true;
        else if (isContent(key)) frame.holdsContent = true;
        if (frame.rule !== undefined) return;
        if (!isFieldName(key)) this.#add(key, 'name', span);
        if (this.#of.side === 'request' && isInOtherCase(key)) this.#tellHere('unreadable', span);
        return;
      case 'open':
        if (!isSchemaWord(key)) this.#add(key, frame.kind === 'unknown' ? 'name' : frame.kind, span);
        return;
      case 'labels':
        if (!isWord(key)) this.#add(key, 'name', span);
    }
  }

  protected number(from: number, to: number): void {
    const frame = this.#frame;
    const { rule, inside, kind, isList } = frame;
    if (this.#of.isEvent === true && !isList) this.#note(frame, this.bytes.toString('latin1', from, to));
    if (inside === 'labels' || inside === 'secret') return;
    const isUnknown = inside === 'open' ? kind === 'unknown' : rule === undefined;
    if (isList && (isUnknown || rule?.takesTokens === true)) {
      if (this.#of.side === 'request') this.#tell('token_ids', frame.at, turnOf(frame, 0));
      return;
    }
    // A number where a text is owed is written into the prompt by some backends.
    const isText = inside === 'open' ? !isUnknown : rule?.form === 'text';
    if (!isText || to - from < leastDigits) return;
    this.#add(this.bytes.toString('latin1', from, to), inside === 'open' ? kind : rule!.kind, { from, to });
  }

  protected string(from: number, to: number): void {
    const frame = this.#frame;
    if (to - from === 2) return this.#noteWord(frame, '');
    const span = { from, to };
    switch (frame.inside) {
      case 'secret':
        return;
      case 'open': {
        const text = this.#text(from, to);
        if (frame.kind === 'description' && isSchemaWord(text)) return;
        this.#add(text, frame.kind, span);
        if (frame.kind === 'unknown' && isFile(text)) this.#tellHere('files', span);
        return;
      }
      case 'labels': {
        const text = this.#text(from, to);
        if (!isWord(text)) this.#add(text, frame.kind, span);
        return;
      }
      case 'known':
        this.#knownString(frame, span);
    }
  }

  /** A string at a field of an API, or in a list of one. */
  #knownString(frame: Frame, span: TextSpan): void {
    const { rule } = frame;
    const { from, to } = span;
    if (rule === undefined) {
      const text = this.#text(from, to);
      this.#add(text, 'unknown', span);
      if (isFile(text)) this.#tellHere('files', span);
      return;
    }
    if (rule.byType) {
      frame.late ??= [];
      frame.late.push({ rule, span, key: frame.key });
      return;
    }
    switch (rule.form) {
      case 'credential':
        return;
      case 'media':
        return this.#media(rule.unseen!, span);
      case 'sealed':
        return this.#sealed(frame, span);
      case 'text':
        return this.#said(frame, rule, span);
      default: {
        const text = this.#text(from, to);
        this.#noteWord(frame, text);
        if (rule.form === 'id' && this.#of.seen?.has(text) === true) return;
        const hasForm = rule.form === 'id' ? isId(text) : rule.form === 'role' ? isRole(text) : isWord(text);
        if (!hasForm) this.#add(text, rule.kind, span);
        else if (rule.form === 'id') this.#of.seen?.add(text);
      }
    }
  }

  #said(frame: Frame, rule: Rule, span: TextSpan): void {
    if (rule.unseen !== undefined) this.#tellHere(rule.unseen, span);
    const text = this.#text(span.from, span.to);
    const isJson = rule.kind === 'arguments' && this.#of.isEvent !== true && text.includes('\\');
    if (isJson && this.#addInner(text, span)) return;
    if (rule.joins) return this.#join(frame, text, span);
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

  #sealed(frame: Frame, span: TextSpan): void {
    const message = turnOf(frame, frame.here);
    if (this.#lastSigned === undefined || message >= this.#lastSigned.message)
      this.#lastSigned = { at: placeIn(frame, frame.here), message, from: span.from };
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
  #late(frame: Frame): void {
    const { key } = frame;
    for (const { rule, span, key: its } of frame.late!) {
      frame.key = its;
      const { unseen, isText, isSealed: isOfVendor } = lateFinding(its, frame);
      if (unseen !== undefined) this.#tellHere(unseen, span);
      if (isOfVendor) this.#sealed(frame, span);
      else if (isText) this.#add(this.#text(span.from, span.to), rule.kind, span);
      else if (span.to - span.from <= longestForm) {
        const text = this.#text(span.from, span.to);
        if (!isSealed(text) && !isFile(text)) this.#add(text, rule.kind, span);
      }
    }
    frame.key = key;
  }

  #noteWord(frame: Frame, text: string): void {
    if (frame.isList || frame.inside !== 'known') return;
    if (frame.key === 'type') frame.types = this.#withWord(frame.types, text);
    else if (frame.key === 'role') frame.roles = this.#withWord(frame.roles, text);
    if (this.#of.isEvent !== true) return;
    if (finishes.has(frame.key) && text !== '') this.finished.push(frame);
    this.#note(frame, text);
  }

  /** A text beyond its type could be anything. */
  #withWord(words: readonly string[] | undefined, word: string): readonly string[] {
    if (words === undefined) return [word];
    if (words.includes(word)) return words;
    if (words.length >= mostWords) this.#tellHere('unreadable');
    return words.length >= mostWords ? words : [...words, word];
  }

  #note(frame: Frame, text: string): void {
    if (!places.has(frame.key)) return;
    frame.noted ??= new Map();
    frame.noted.set(frame.key, text);
  }

  #tellHere(kind: UnseenKind, span?: TextSpan): void {
    const frame = this.#frame;
    this.#tell(kind, placeIn(frame, frame.here), turnOf(frame, frame.here), span);
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
  #join(frame: Frame, text: string, span: TextSpan): void {
    if (!this.#take(text)) return;
    const list = frame.isList ? frame : frame.parent;
    const last = this.pieces.at(-1);
    const isFirst = last?.joinedIn === undefined || last.joinedIn !== list;
    const whole = isFirst ? text : last.text + text;
    const all: TextSpan = { from: isFirst ? span.from : last.span.from, to: span.to, isFixed: true };
    if (!isFirst) this.pieces.pop();
    this.pieces.push(new Piece(whole, 'text', all, frame, this.#conversation, list));
  }

  #add(text: string, kind: TextKind, span: TextSpan): void {
    if (this.#take(text)) this.pieces.push(new Piece(text, kind, span, this.#frame, this.#conversation));
  }

  #take(text: string): boolean {
    if (text === '' || this.#isOver) return false;
    this.#room -= Buffer.byteLength(text) + costOfPiece;
    if (this.#room < 0) this.#overflow();
    return !this.#isOver;
  }

  /** From here on texts are not looked at; what can't be is told still. */
  #overflow(): void {
    if (!this.#isOver) this.#tell('max_text', this.#frame.at, -1);
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
      this.#tell('unreadable', this.#frame.at, -1);
      return text;
    }
  }
}

function isWithinTurn(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) if (at.turn >= 0) return true;
  return false;
}
