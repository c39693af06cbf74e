import type { TextKind, TextPiece, TextRole, TextSpan, Unseen, UnseenKind } from './extracted-text-types.ts';
import { isAnswer, type OpenContainer, placeIn, roleIn } from './open-json-container.ts';

/** Lists whose elements are turns of a conversation, or inputs beside each other. */
const lists = new Set([
  'messages',
  'input',
  'items',
  'contents',
  'output',
  'choices',
  'candidates',
  'prompt',
]);

/** True for the name of a list of turns. */
export function areTurns(name: string): boolean {
  return lists.has(name);
}

/** The turns of a body that are answers: the new part is known at the end. */
export class Conversation {
  /** The speaker of texts without a role. */
  readonly otherwise: TextRole;
  #lists = 0;
  #turns = 0;
  /** In order. */
  readonly #answers: number[] = [];
  #lastAnswer = -1;

  constructor(otherwise: TextRole) {
    this.otherwise = otherwise;
  }

  listBegins(): void {
    this.#lists += 1;
  }

  turnEnds(container: OpenContainer): void {
    this.#turns = container.turn + 1;
    if (isAnswer(container)) this.#answers.push(container.turn);
  }

  end(): void {
    // A model goes on with what is begun for it: such an answer is a part of what is new.
    let last = this.#turns - 1;
    while (this.#answers.length > 0 && this.#answers.at(-1) === last) {
      this.#answers.pop();
      last -= 1;
    }
    this.#lastAnswer = this.#answers.at(-1) ?? -1;
  }

  /** With several lists nobody can tell the last answer. */
  isNew(turn: number): boolean {
    return turn < 0 || this.#lists > 1 || turn > this.#lastAnswer;
  }
}

/** The turn that something in a container is of; -1 for none. */
export function turnOf(container: OpenContainer, step: string | number): number {
  for (let at: OpenContainer | undefined = container; at !== undefined; at = at.parent)
    if (at.turn >= 0) return at.turn;
  if (typeof step === 'string') return areTurns(step) && container.parent === undefined ? 0 : -1;
  return areTurns(container.name) && container.parent?.parent === undefined ? step : -1;
}

/** A text, which says where it stands when it is asked. */
export class Piece implements TextPiece {
  readonly text: string;
  readonly kind: TextKind;
  readonly span: TextSpan;
  readonly container: OpenContainer;
  readonly step: string | number;
  readonly #conversation: Conversation;
  /** It is of tokens, which are one text: those of which list. */
  readonly joinedIn: OpenContainer | undefined;

  constructor(
    text: string,
    kind: TextKind,
    span: TextSpan,
    container: OpenContainer,
    conversation: Conversation,
    joinedIn?: OpenContainer,
  ) {
    this.text = text;
    this.kind = kind;
    this.span = span;
    this.container = container;
    this.step = container.here;
    this.#conversation = conversation;
    this.joinedIn = joinedIn;
  }

  get role(): TextRole {
    return roleIn(this.container, this.#conversation.otherwise);
  }

  get message(): number {
    return turnOf(this.container, this.step);
  }

  get isNew(): boolean {
    return this.#conversation.isNew(this.message);
  }

  get at(): string {
    return placeIn(this.container, this.step);
  }
}

/** Something unseen, in the same way. */
export class UnseenPlace implements Unseen {
  readonly kind: UnseenKind;
  readonly at: string;
  readonly span?: TextSpan;
  readonly #turn: number;
  readonly #conversation: Conversation;

  constructor(kind: UnseenKind, at: string, turn: number, conversation: Conversation, span?: TextSpan) {
    this.kind = kind;
    this.at = at;
    if (span !== undefined) this.span = span;
    this.#turn = turn;
    this.#conversation = conversation;
  }

  get isNew(): boolean {
    return this.#conversation.isNew(this.#turn);
  }
}
