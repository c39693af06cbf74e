/**
 * Goes through a body token by token (RFC 8259), in steps. What it keeps is the texts and the way that leads to the place at
 * hand. What is no JSON is told as `unreadable`: a reader that is less strict could find a text in it.
 */
import { isAscii } from 'node:buffer';
import { openSeal } from '../translation/shared/seals.ts';
import { Frame, isAnswer, placeIn, roleIn } from './frame.ts';
import { innerTexts } from './inner-json.ts';
import type { Inside, Rule } from './places/rule.ts';
import { ruleAt, unseenInAnyCase } from './places/rules.ts';
import { isFieldName, isFile, isId, isRole, isSealed, isWord } from './places/string-forms.ts';
import {
  containsOthersResults,
  isContinued,
  isSchemaWord,
  lateUnseen,
  namesVendorTool,
} from './places/types-of-objects.ts';
import type {
  FoundTexts,
  SignedBlock,
  TextBounds,
  TextKind,
  TextPiece,
  TextRole,
  TextSpan,
  TextWalk,
  Unseen,
  UnseenKind,
} from './texts.ts';

/** What the walk is through. */
export interface WalkOf {
  /** Of answers what leads to something unseen is what the client sent itself. */
  readonly side: 'request' | 'answer';
  /** How the root is read: `open` where nobody knows the API. */
  readonly inside: Inside;
  /** What the body is one of. */
  readonly within?: Frame;
  /** Numbers and names are noted that tell parts of streams apart. */
  readonly notes?: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What may come next. */
const value = 0;
const valueOrEnd = 1;
const name = 2;
const nameOrEnd = 3;
const afterName = 4;
const afterValue = 5;
const end = 6;

/** So many bytes, and so many tokens, are gone through in one step. */
const stepBytes = 128 * 1024;
const stepTokens = 256;
/** Deeper ones are not looked into. */
const deepest = 1000;
/** What a text costs beside its bytes, so that many short ones are bounded too. */
const costOfPiece = 16;
const mostUnseen = 256;
/** A shorter number says nothing about anybody. */
const leastDigits = 6;
/** The longest string that is held against a form. */
const longestForm = 256 * 1024;

/** What leads to media, in place of being it, is no longer. */
const longestLead = 256;

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const notedNames = new Set([
  'index',
  'output_index',
  'content_index',
  'summary_index',
  'contentBlockIndex',
  'item_id',
  'type',
  'id',
]);
const finishNames = new Set(['finish_reason', 'finishReason']);
const turnLists = new Set([
  'messages',
  'input',
  'items',
  'contents',
  'output',
  'choices',
  'candidates',
  'prompt',
]);
const contentNames = new Set([
  'content',
  'role',
  'text',
  'arguments',
  'output',
  'summary',
  'encrypted_content',
  'input',
  'action',
  'result',
  'code',
  'queries',
  'name',
  'tools',
  'actions',
  'operation',
  'approve',
]);

/** What all texts of a walk share: which of them are new is known at its end. */
interface Conversation {
  /** Lists of turns; with several nobody can say which answer was the last. */
  lists: number;
  /** The turns that are answers, in order. */
  readonly answers: number[];
  turns: number;
  lastAnswer: number;
}

class Piece implements TextPiece {
  readonly text: string;
  readonly kind: TextKind;
  readonly span: TextSpan;
  readonly #frame: Frame;
  readonly #step: string | number;
  readonly #walk: Walk;

  constructor(text: string, kind: TextKind, span: TextSpan, frame: Frame, walk: Walk) {
    this.text = text;
    this.kind = kind;
    this.span = span;
    this.#frame = frame;
    this.#step = frame.isList ? frame.count - 1 : frame.key;
    this.#walk = walk;
  }

  get role(): TextRole {
    return roleIn(this.#frame, this.#walk.otherwise);
  }

  get message(): number {
    return turnOf(this.#frame, this.#step);
  }

  get isNew(): boolean {
    return this.#walk.isNew(this.message);
  }

  get at(): string {
    return placeIn(this.#frame, this.#step);
  }

  get frame(): Frame {
    return this.#frame;
  }

  get step(): string | number {
    return this.#step;
  }
}

/** A piece as the walk knows it. */
export type WalkedPiece = Piece;

function turnOf(frame: Frame, step: string | number): number {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) if (at.turn >= 0) return at.turn;
  if (typeof step === 'string') return turnLists.has(step) && frame.parent === undefined ? 0 : -1;
  return turnLists.has(frame.name) && frame.parent?.parent === undefined ? step : -1;
}

export class Walk implements TextWalk {
  readonly pieces: Piece[] = [];
  /** Objects that say why they are complete, where parts of streams are told apart. */
  readonly finished: Frame[] = [];
  readonly otherwise: TextRole;
  readonly #bytes: Buffer;
  readonly #of: WalkOf;
  readonly #isAscii: boolean;
  readonly #unseen: Unseen[] = [];
  readonly #conversation: Conversation = { lists: 0, answers: [], turns: 0, lastAnswer: -1 };
  #lastSigned: SignedBlock | undefined;
  #room: number;
  #at = 0;
  #expects = value;
  #frame: Frame | undefined;
  #root: Frame | undefined;
  #depth = 0;
  #isDone = false;
  /** There was more text than is looked at. */
  #isOver = false;

  constructor(bytes: Buffer, of: WalkOf, { maxText }: TextBounds) {
    this.#bytes = bytes;
    this.#of = of;
    this.#isAscii = isAscii(bytes);
    this.#room = maxText;
    this.otherwise = of.side === 'request' ? 'user' : 'assistant';
  }

  get root(): Frame | undefined {
    return this.#root;
  }

  get found(): FoundTexts {
    return { texts: this.pieces, unseen: this.#unseen, lastSigned: this.#lastSigned };
  }

  isNew(turn: number): boolean {
    const { lists, lastAnswer } = this.#conversation;
    return turn < 0 || lists > 1 || turn > lastAnswer;
  }

  step(): boolean {
    const until = Math.min(this.#bytes.length, this.#at + stepBytes);
    for (let tokens = stepTokens; tokens > 0 && this.#at < until && !this.#isDone; tokens -= 1) this.#token();
    if (this.#at >= this.#bytes.length && !this.#isDone) {
      if (this.#expects !== end) this.#fail();
      this.#finish();
    }
    return !this.#isDone;
  }

  #finish(): void {
    this.#isDone = true;
    const { answers, turns } = this.#conversation;
    // A model goes on with what is begun for it: such an answer is a part of what is new.
    let last = turns - 1;
    while (answers.length > 0 && answers.at(-1) === last) {
      answers.pop();
      last -= 1;
    }
    this.#conversation.lastAnswer = answers.at(-1) ?? -1;
  }

  #fail(): void {
    this.#tell('unreadable', this.#frame?.at ?? '', -1);
    this.#finish();
  }

  #token(): void {
    const byte = this.#bytes[this.#at]!;
    switch (byte) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        this.#at += 1;
        return;
      case quote:
        return this.#string();
      case comma:
        if (this.#expects !== afterValue || this.#frame === undefined) return this.#fail();
        this.#expects = this.#frame.isList ? value : name;
        this.#at += 1;
        return;
      case colon:
        if (this.#expects !== afterName) return this.#fail();
        this.#expects = value;
        this.#at += 1;
        return;
      case openBrace:
      case openBracket:
        if (this.#expects > valueOrEnd) return this.#fail();
        return this.#open(byte === openBracket);
      case closeBrace:
      case closeBracket:
        return this.#close(byte === closeBracket);
      default:
        if (this.#expects > valueOrEnd) return this.#fail();
        return byte === minus || (byte >= 0x30 && byte <= 0x39) ? this.#number() : this.#literal(byte);
    }
  }

  #valueBegins(): void {
    if (this.#frame?.isList === true) this.#frame.count += 1;
    this.#expects = this.#frame === undefined ? end : afterValue;
  }

  #literal(byte: number): void {
    const word = byte === 0x74 ? 'true' : byte === 0x66 ? 'false' : byte === 0x6e ? 'null' : undefined;
    const to = this.#at + (word?.length ?? 0);
    if (word === undefined || this.#bytes.toString('latin1', this.#at, to) !== word) return this.#fail();
    this.#valueBegins();
    this.#at = to;
  }

  #number(): void {
    const bytes = this.#bytes;
    const from = this.#at;
    let to = from + 1;
    for (; to < bytes.length; to += 1) {
      const byte = bytes[to]!;
      if (
        (byte < 0x30 || byte > 0x39) &&
        byte !== 0x2e &&
        byte !== 0x65 &&
        byte !== 0x45 &&
        byte !== 0x2b &&
        byte !== minus
      )
        break;
    }
    this.#valueBegins();
    this.#at = to;
    const frame = this.#frame;
    if (frame === undefined) return;
    if (this.#of.notes === true && !frame.isList && notedNames.has(frame.key)) {
      frame.noted ??= new Map();
      frame.noted.set(frame.key, bytes.toString('latin1', from, to));
    }
    const isPlain = to - from === 1 || (to - from < 20 && bytes[from] !== 0x30 && allDigits(bytes, from, to));
    if (!isPlain && !numberForm.test(bytes.toString('latin1', from, Math.min(to, from + 400))))
      return this.#fail();
    if (frame.inside === 'labels' || frame.inside === 'secret') return;
    const { rule } = frame;
    if (frame.inside === 'open') {
      if (to - from >= leastDigits && frame.kind !== 'unknown')
        this.#add(bytes.toString('latin1', from, to), frame.kind, { from, to });
      else if (frame.kind === 'unknown' && frame.isList) this.#tellTokens();
      return;
    }
    if (frame.isList) {
      if (rule === undefined || rule.takesTokens) return this.#tellTokens();
    }
    // A number where a text is owed is written into the prompt by some backends.
    if (rule?.form === 'text' && to - from >= leastDigits)
      this.#add(bytes.toString('latin1', from, to), rule.kind, { from, to });
  }

  #tellTokens(): void {
    if (this.#of.side === 'request') this.#tell('token_ids', this.#frame!.at, turnOf(this.#frame!, 0));
  }

  #open(isList: boolean): void {
    const outer = this.#frame;
    this.#valueBegins();
    this.#at += 1;
    this.#expects = isList ? valueOrEnd : nameOrEnd;
    this.#depth += 1;
    if (this.#depth > deepest) return this.#fail();
    if (outer === undefined) {
      this.#frame = this.#root = rootFrame(isList, this.#of);
      return;
    }
    const step = outer.isList ? outer.count - 1 : outer.key;
    const nameOfIt = outer.isList ? outer.name : outer.key;
    const { rule } = outer;
    let inside: Inside = 'open';
    let kind: TextKind = 'unknown';
    if (outer.inside !== 'known') {
      inside = outer.inside;
      kind = outer.kind;
    } else if (rule !== undefined) {
      inside = isList ? rule.list : outer.isList ? rule.element : rule.object;
      kind = inside === 'open' ? rule.openKind : rule.kind;
      if (rule.unseen !== undefined && !(isList && rule.form === 'media'))
        this.#unseenObject(rule, outer, step, isList);
    } else if (typeof step === 'string') {
      const unseen = unseenInAnyCase(step);
      if (unseen !== undefined && this.#leadsAway(unseen)) this.#tell(unseen, placeIn(outer, step), -1);
    }
    const frame = new Frame(outer, isList, nameOfIt, step, inside, kind, isList ? rule : undefined);
    this.#frame = frame;
    if (outer.inside !== 'known' || !turnLists.has(nameOfIt)) return;
    if (isList) {
      if (!outer.isList && !this.#isWithinTurn(outer)) this.#conversation.lists += 1;
    } else if (outer.isList && !this.#isWithinTurn(outer)) {
      frame.turn = outer.count - 1;
      this.#conversation.turns = frame.turn + 1;
    }
  }

  #isWithinTurn(frame: Frame): boolean {
    for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) if (at.turn >= 0) return true;
    return false;
  }

  /** What is unseen by being there, whatever is in it. */
  #unseenObject({ unseen, form }: Rule, outer: Frame, step: string | number, isList: boolean): void {
    if (unseen === 'vendor_tools' && (form === 'text' || !isList) && this.#leadsAway(unseen))
      this.#tell(unseen, placeIn(outer, step), turnOf(outer, step));
  }

  #close(isList: boolean): void {
    const frame = this.#frame;
    const mayEnd = this.#expects === afterValue || this.#expects === (isList ? valueOrEnd : nameOrEnd);
    if (frame === undefined || frame.isList !== isList || !mayEnd) return this.#fail();
    this.#at += 1;
    this.#depth -= 1;
    if (frame.late !== undefined) this.#late(frame);
    if (!isList && frame.inside === 'known') this.#endObject(frame);
    const isRoot = frame === this.#root;
    this.#frame = isRoot ? undefined : frame.parent;
    this.#expects = isRoot ? end : afterValue;
    if (isRoot) this.#trailing();
  }

  /** Nothing but space follows. */
  #trailing(): void {
    for (; this.#at < this.#bytes.length; this.#at += 1) {
      const byte = this.#bytes[this.#at]!;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return this.#fail();
    }
  }

  #endObject(frame: Frame): void {
    if (frame.turn >= 0 && isAnswer(frame)) this.#conversation.answers.push(frame.turn);
    const types = frame.types ?? [];
    if (this.#of.side !== 'request') return;
    if (frame.name === 'tools' && types.some(namesVendorTool))
      this.#tell('vendor_tools', frame.at, turnOf(frame, ''));
    if (types.some(containsOthersResults)) this.#tell('vendor_tools', frame.at, turnOf(frame, ''));
    const isItem = frame.parent?.isList === true && (frame.name === 'input' || frame.name === 'items');
    if (isItem && isContinued(types, frame)) this.#tell('item_references', frame.at, turnOf(frame, ''));
  }

  #string(): void {
    const from = this.#at;
    const to = this.#endOfString(from + 1);
    if (to === -1) return this.#fail();
    this.#at = to + 1;
    const frame = this.#frame;
    if (this.#expects === name || this.#expects === nameOrEnd) return this.#name(frame!, from, to);
    if (this.#expects > valueOrEnd) return this.#fail();
    this.#valueBegins();
    if (frame === undefined) return this.#add(this.#text(from, to), 'text', { from, to: to + 1 }, undefined);
    if (to === from + 1) {
      if (!frame.isList && frame.inside === 'known') this.#note(frame, '');
      return;
    }
    switch (frame.inside) {
      case 'secret':
        return;
      case 'open':
        return this.#openText(frame, from, to);
      case 'labels': {
        const text = this.#text(from, to);
        if (!isWord(text)) this.#add(text, frame.kind, { from, to: to + 1 });
        return;
      }
      default:
        this.#known(frame, frame.rule, from, to);
    }
  }

  #name(frame: Frame, from: number, to: number): void {
    this.#expects = afterName;
    const key = this.#text(from, to);
    frame.key = key;
    if (frame.inside === 'known') {
      frame.rule = ruleAt(frame.name, key);
      if (key === 'id') frame.holdsId = true;
      else if (contentNames.has(key)) frame.holdsContent = true;
      if (frame.rule === undefined && !isFieldName(key))
        this.#add(key, 'name', { from, to: to + 1, isFixed: true });
    } else if (frame.inside === 'open') {
      if (!isSchemaWord(key) && key !== '')
        this.#add(key, frame.kind === 'unknown' ? 'name' : frame.kind, { from, to: to + 1, isFixed: true });
    } else if (frame.inside === 'labels' && !isWord(key))
      this.#add(key, 'name', { from, to: to + 1, isFixed: true });
  }

  #openText(frame: Frame, from: number, to: number): void {
    const text = this.#text(from, to);
    if (frame.kind === 'description' && isSchemaWord(text)) return;
    this.#add(text, frame.kind, { from, to: to + 1 });
    if (frame.kind === 'unknown' && isFile(text))
      this.#tell('files', placeIn(frame, stepIn(frame)), turnOf(frame, stepIn(frame)), { from, to: to + 1 });
  }

  /** A string at a field of an API, or in a list of one. */
  #known(frame: Frame, rule: Rule | undefined, from: number, to: number): void {
    const span = { from, to: to + 1 };
    if (rule === undefined) {
      const text = this.#text(from, to);
      this.#add(text, 'unknown', span);
      const unseen = frame.isList ? undefined : unseenInAnyCase(frame.key);
      if (unseen !== undefined && this.#leadsAway(unseen)) this.#tellAt(unseen, frame, span);
      else if (isFile(text)) this.#tellAt('files', frame, span);
      return;
    }
    if (rule.byType) {
      frame.late ??= [];
      frame.late.push({ rule, from, to, key: frame.key });
      return;
    }
    this.#judge(frame, rule, from, to, span);
  }

  #judge(frame: Frame, rule: Rule, from: number, to: number, span: TextSpan): void {
    switch (rule.form) {
      case 'credential':
        return;
      case 'media':
        return this.#media(frame, rule, from, to, span);
      case 'sealed':
        return this.#sealed(frame, from, to, span);
      case 'text': {
        if (rule.unseen !== undefined && this.#leadsAway(rule.unseen)) this.#tellAt(rule.unseen, frame, span);
        const text = this.#text(from, to);
        if (
          rule.kind === 'arguments' &&
          this.#of.notes !== true &&
          text.includes('\\') &&
          this.#addInner(text, span)
        )
          return;
        if (rule.joins && this.#joined(frame, text, span)) return;
        return this.#add(text, rule.kind, span);
      }
      default: {
        const text = to - from > longestForm ? undefined : this.#text(from, to);
        if (text !== undefined) {
          this.#note(frame, text);
          const hasForm =
            rule.form === 'id' ? isId(text) : rule.form === 'role' ? isRole(text) : isWord(text);
          if (hasForm) return;
        }
        this.#add(text ?? this.#text(from, to), rule.kind, span);
      }
    }
  }

  #note(frame: Frame, text: string): void {
    if (frame.isList) return;
    if (frame.key === 'type') frame.types = [...(frame.types ?? []), text];
    else if (frame.key === 'role') frame.roles = [...(frame.roles ?? []), text];
    if (this.#of.notes !== true) return;
    if (finishNames.has(frame.key) && text !== '') this.finished.push(frame);
    if (!notedNames.has(frame.key)) return;
    frame.noted ??= new Map();
    frame.noted.set(frame.key, text);
  }

  #media(frame: Frame, { unseen }: Rule, from: number, to: number, span: TextSpan): void {
    if (this.#leadsAway(unseen!)) this.#tellAt(unseen!, frame, span);
    // What leads to it is a text, and may be the very one that is to leave.
    if (to - from > longestForm) return;
    const text = this.#text(from, to);
    const isData = isFile(text) || isId(text) || (text.length > longestLead && isSealed(text));
    const isShown = unseen === 'chat_template' || unseen === 'urls' || !isData;
    if (isShown) this.#add(text, 'text', span);
  }

  #sealed(frame: Frame, from: number, to: number, span: TextSpan): void {
    const step = stepIn(frame);
    const message = turnOf(frame, step);
    if (this.#lastSigned === undefined || message >= this.#lastSigned.message)
      this.#lastSigned = { at: placeIn(frame, step), message, from };
    const text = this.#text(from, to);
    const seal = openSeal(text);
    if (seal === undefined || seal === 'malformed') {
      if (seal === 'malformed' || !isSealed(text)) this.#add(text, 'unknown', span);
      return;
    }
    // Nobody but this gateway makes such seals, but whoever sends one may have changed what is in it.
    const inner: TextSpan = { from, to: to + 1, isFixed: true };
    if (seal.text !== undefined && seal.text !== '') this.#add(seal.text, 'reasoning', inner);
    if (!isSealed(seal.data)) this.#add(seal.data, 'reasoning', inner);
    if (seal.id !== undefined && !isId(seal.id)) this.#add(seal.id, 'reasoning', inner);
  }

  /** Strings that are clear once the type of their object is. */
  #late(frame: Frame): void {
    const types = frame.types ?? [];
    const { key } = frame;
    for (const { rule, from, to, key: its } of frame.late!) {
      frame.key = its;
      const span = { from, to: to + 1 };
      const found = lateUnseen(its, types, frame);
      if (found.unseen !== undefined && this.#leadsAway(found.unseen))
        this.#tellAt(found.unseen, frame, span);
      if (found.isSealed) this.#sealed(frame, from, to, span);
      else if (found.isText) this.#add(this.#text(from, to), rule.kind, span);
      else if (to - from <= longestForm) {
        const text = this.#text(from, to);
        if (!isSealed(text) && !isFile(text)) this.#add(text, rule.kind, span);
      }
    }
    frame.key = key;
  }

  /** Whether it is to be told: what an answer leads to was told to the client, or by it. */
  #leadsAway(unseen: UnseenKind): boolean {
    return (
      this.#of.side === 'request' ||
      unseen === 'images' ||
      unseen === 'sound' ||
      unseen === 'files' ||
      unseen === 'urls'
    );
  }

  #tellAt(kind: UnseenKind, frame: Frame, span: TextSpan): void {
    const step = stepIn(frame);
    this.#tell(kind, placeIn(frame, step), turnOf(frame, step), span);
  }

  #tell(kind: UnseenKind, at: string, turn: number, span?: TextSpan): void {
    const last = this.#unseen.at(-1);
    if (last !== undefined && last.kind === kind && last.at === at && span === undefined) return;
    if (this.#unseen.length >= mostUnseen && this.#unseen.some((one) => one.kind === kind)) return;
    const walk = this;
    this.#unseen.push({
      kind,
      at,
      get isNew() {
        return walk.isNew(turn);
      },
      ...(span !== undefined && { span }),
    });
  }

  #addInner(text: string, span: TextSpan): boolean {
    if (text.length > longestForm) {
      this.#overflow();
      return false;
    }
    const strings = innerTexts(text);
    if (strings === undefined) return false;
    for (const { text: inner, from, to } of strings) {
      this.#add(inner, 'arguments', { ...span, within: { from, to } });
    }
    return true;
  }

  /** Tokens of one list are one text. */
  #joined(frame: Frame, text: string, span: TextSpan): boolean {
    const last = this.pieces.at(-1);
    const list = frame.isList ? frame : frame.parent;
    if (last === undefined || !(last instanceof JoinedPiece) || last.list !== list) {
      if (this.#take(text)) this.pieces.push(new JoinedPiece(text, 'text', span, frame, this, list));
      return true;
    }
    if (this.#take(text))
      this.pieces[this.pieces.length - 1] = new JoinedPiece(
        last.text + text,
        'text',
        { from: last.span.from, to: span.to, isFixed: true },
        frame,
        this,
        list,
      );
    return true;
  }

  #take(text: string): boolean {
    if (text === '' || this.#isOver) return false;
    this.#room -= Buffer.byteLength(text) + costOfPiece;
    if (this.#room >= 0) return true;
    this.#overflow();
    return false;
  }

  /** From here on texts are not looked at; what can't be is told still. */
  #overflow(): void {
    if (!this.#isOver) this.#tell('max_text', this.#frame?.at ?? '', -1);
    this.#isOver = true;
  }

  #add(text: string, kind: TextKind, span: TextSpan, frame = this.#frame): void {
    if (this.#take(text)) this.pieces.push(new Piece(text, kind, span, frame ?? noFrame, this));
  }

  /** The closing quote, or -1. */
  #endOfString(from: number): number {
    const bytes = this.#bytes;
    let at = bytes.indexOf(quote, from);
    while (at !== -1) {
      let escapes = at;
      while (bytes[escapes - 1] === backslash) escapes -= 1;
      if (escapes < from) escapes = from;
      if ((at - escapes) % 2 === 0) return at;
      at = bytes.indexOf(quote, at + 1);
    }
    return -1;
  }

  /** What a string says, from its opening to its closing quote; of one that can't be looked at nothing. */
  #text(from: number, to: number): string {
    // No escape makes less of six bytes than one.
    if ((to - from) / 6 > this.#room) {
      this.#overflow();
      return '';
    }
    const text = this.#isAscii
      ? this.#bytes.toString('latin1', from + 1, to)
      : this.#bytes.toString('utf8', from + 1, to);
    if (!text.includes('\\') && !control.test(text)) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      this.#tell('unreadable', this.#frame?.at ?? '', -1);
      return text;
    }
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f]/;
const noFrame = new Frame(undefined, false, '', '', 'open', 'text', undefined);

class JoinedPiece extends Piece {
  readonly list: Frame | undefined;

  constructor(
    text: string,
    kind: TextKind,
    span: TextSpan,
    frame: Frame,
    walk: Walk,
    list: Frame | undefined,
  ) {
    super(text, kind, span, frame, walk);
    this.list = list;
  }
}

function rootFrame(isList: boolean, { inside, within }: WalkOf): Frame {
  return new Frame(
    within,
    isList,
    '',
    within === undefined ? '' : within.count - 1,
    inside,
    'unknown',
    undefined,
  );
}

function stepIn(frame: Frame): string | number {
  return frame.isList ? frame.count - 1 : frame.key;
}

function allDigits(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (bytes[at]! < 0x30 || bytes[at]! > 0x39) return false;
  return true;
}
