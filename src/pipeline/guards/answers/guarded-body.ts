import {
  answerTexts,
  type FoundTexts,
  fileTexts,
  mediaKindOf,
  type Unseen,
  walked,
} from '../../../api/text/index.ts';
import { headerValue } from '../../../http/flat-headers.ts';
import { mediaTypeOf } from '../../relay/answer/answer-head.ts';
import { noRoom } from '../../relay/answer-bounds.ts';
import { HeldBytes } from '../../relay/held-bytes.ts';
import { shownTo } from '../shown-texts.ts';
import { errorInAnswer } from '../verdicts.ts';
import { type AnswerSetting, type Ending, endAs, type GuardedAnswer } from './guarded-answer.ts';

/** A whole answer, of which the client gets nothing before all of it has passed. */
export class GuardedBody implements GuardedAnswer {
  readonly hasBegun = false;
  hasEnded = false;
  isLooking = false;
  readonly #setting: AnswerSetting;
  readonly #mediaType: string;
  readonly #held: HeldBytes;
  #isDropped = false;

  constructor(setting: AnswerSetting) {
    this.#setting = setting;
    this.#mediaType = mediaTypeOf(headerValue(setting.head.headers, 'content-type') ?? '');
    this.#held = new HeldBytes(setting.parts.budget);
  }

  begin(): void {
    // A secret goes only to the client that it was made for.
    const isSecret = this.#setting.exchange.served.answersSecrets === true;
    // Media are not held only to learn that they are no text.
    const kind = isSecret ? 'sound' : mediaKindOf(this.#mediaType);
    if (kind !== undefined) this.#passUnseen(kind);
  }

  write(bytes: Buffer): void {
    if (!this.#held.push(bytes)) this.#setting.fail(noRoom());
    else if (this.#held.length > mostHeld) this.#passUnseen('max_text');
  }

  /** Content that is no text, or too much, goes to nobody whose guards can't look at it; to others as it comes. */
  #passUnseen(kind: Unseen['kind']): void {
    const { looks, next, head, source, fail, passAll } = this.#setting;
    const error = looks.errorOfUnseen({ kind, at: '', isNew: true });
    if (error !== undefined) return fail(error);
    passAll();
    next.begin(head, source);
    for (const bytes of this.#held.take()) next.write(bytes);
  }

  finish(ending: Ending): void {
    this.hasEnded = true;
    void this.#look(ending).catch(this.#setting.crashed);
  }

  async #look(ending: Ending): Promise<void> {
    this.isLooking = true;
    const { exchange, parts, looks, next, head, source, fail, over } = this.#setting;
    const bytes = this.#held.whole();
    const found = await this.#textsIn(bytes);
    const shown = looks.guards.map(({ config: { maxTextBytes } }) =>
      shownTo({ scan: 'all', maxTextBytes }, found, this.#isJson),
    );
    for (const [index, { unseen }] of shown.entries()) {
      const [first] = unseen;
      const error = first && looks.errorOfUnseen(first, [looks.guards[index]!]);
      if (error !== undefined) return fail(error);
    }
    const looked = await looks.at((index) => shown[index]!.texts);
    if (this.#isDropped) return;
    const error = errorInAnswer(exchange, looks.guards, looked, parts.log);
    if (error !== undefined) return fail(error);
    this.#held.take();
    next.begin(head, source);
    next.write(bytes);
    endAs(ending, next);
    over();
  }

  #textsIn(bytes: Buffer): FoundTexts | Promise<FoundTexts> {
    if (bytes.length === 0) return { texts: [], unseen: [], lastSigned: undefined };
    const { looks, exchange } = this.#setting;
    const maxText = Math.max(...looks.guards.map(({ config }) => config.maxTextBytes));
    return walked(
      this.#isJson
        ? answerTexts(exchange.served, bytes, { maxText })
        : fileTexts(bytes, this.#mediaType, { maxText }),
    );
  }

  /** It is one answer, and no file of anything. */
  get #isJson(): boolean {
    const type = this.#mediaType;
    return type === '' || type === 'application/json' || type.endsWith('+json');
  }

  endWith(): boolean {
    return false;
  }

  drop(): void {
    this.#isDropped = true;
    this.#held.take();
  }
}

/** A longer one is no answer of a model, and more than is held of one. */
const mostHeld = 16 * 1024 * 1024;
