/**
 * The texts of requests and answers, found in any place, for guards. The tokens of the JSON are walked, so both values
 * of a duplicate name are found. A string is text unless its place is known for something else and it has the form of
 * that: unknown strings are checked.
 */

/** The meaning of a text for a guard. `unknown` is at an unknown place. */
export type TextKind =
  | 'text'
  | 'reasoning'
  | 'arguments'
  | 'result'
  | 'description'
  | 'name'
  | 'citation'
  | 'refusal'
  | 'unknown';

/** The speaker; `none` is no part of a conversation, such as descriptions of tools. */
export type TextRole = 'system' | 'user' | 'assistant' | 'tool' | 'none';

/** The place of a text's JSON string or number in its body, by bytes, with the quotes of a string. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
  /** It stands in JSON that is itself the text of a string: there are `from` and `to` in that, in UTF-16 units. */
  readonly within?: { readonly from: number; readonly to: number };
  /** No other text can be put there: it is a name, one of several strings, or sealed. */
  readonly isFixed?: true;
}

/** A text of a request or a whole answer. */
export interface TextPiece {
  /** Decoded: no escape is left in it. */
  readonly text: string;
  readonly kind: TextKind;
  readonly role: TextRole;
  /**
   * The number of its message, item or input, from 0; -1 for none. Models read the parts of one message as one text:
   * separate checks would miss a split text.
   */
  readonly message: number;
  /** It comes after the last answer of the conversation, or is no part of it. */
  readonly isNew: boolean;
  /** Its place in words, as in `messages[0].content[1].text`. */
  readonly at: string;
  readonly span: TextSpan;
}

/** The kinds of content that can't be checked. */
export type UnseenKind =
  | 'images'
  | 'sound'
  | 'files'
  | 'token_ids'
  | 'prompt_embeds'
  | 'chat_template'
  | 'previous_response_id'
  | 'conversation'
  | 'prompt_id'
  | 'item_references'
  | 'file_ids'
  | 'urls'
  | 'vendor_tools'
  /** The events before the place from which a stream is asked for. */
  | 'earlier_events'
  /** It is longer than what is looked at. */
  | 'max_text'
  /** It is no JSON, nested too deep, or has a field but for its case. */
  | 'unreadable';

export interface Unseen {
  readonly kind: UnseenKind;
  readonly at: string;
  /** As of texts. */
  readonly isNew: boolean;
  /** The string that holds it, or leads to it; absent if it is no string. */
  readonly span?: TextSpan;
}

/** A block that its vendor signed: it follows on the texts before it, which can't be changed without breaking it. */
export interface SignedBlock {
  readonly at: string;
  readonly message: number;
  /** The beginning of its signature in the body. */
  readonly from: number;
}

/** All that was found in a body. */
export interface FoundTexts {
  readonly texts: readonly TextPiece[];
  /** In the order of the body; of more than some hundred the rest is left out. */
  readonly unseen: readonly Unseen[];
  /** The last one in the order of the conversation; undefined where nothing is signed. */
  readonly lastSigned: SignedBlock | undefined;
}

/** The bounds of a check. */
export interface TextBounds {
  /** Bytes of UTF-8 of all texts; what is beyond is `max_text`. */
  readonly maxText: number;
}

/** A walk over a body that may be long: it is made in steps, so that others get their turn. */
export interface TextWalk {
  /** Goes on for a while, far less than a millisecond; whether there is more to do. */
  step(): boolean;
  /** The texts found, once the walk is over. */
  readonly found: FoundTexts;
}

/** The text that an event of a stream adds. */
export interface AddedText {
  /** The choice, part or tool call that it goes on with. */
  readonly key: string;
  /** The tool call that it is a part of, of which a client must get nothing before it is whole; left out of all else. */
  readonly call?: string;
  readonly kind: TextKind;
  readonly text: string;
  /** It says once more, in full, what events before said of the same key. */
  readonly isRepeat: boolean;
}

export interface EventTexts {
  readonly added: readonly AddedText[];
  /** Keys and calls of which nothing more comes. */
  readonly ends: readonly string[];
  /** Nothing more comes of any key. */
  readonly endsAll: boolean;
  readonly unseen: readonly Unseen[];
}

/** Reads the events of one stream, one after the other. */
export interface StreamTexts {
  /**
   * @param type The event's name, '' where it has none.
   * @param data Its data, lines joined.
   */
  event(type: string, data: string): EventTexts;
  /** Tool calls that have begun and not ended. */
  readonly openCalls: ReadonlySet<string>;
}
