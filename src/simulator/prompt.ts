import { createHash } from 'node:crypto';
import { asList, asObject, asText, type JsonObject } from './json-values.ts';
import { countTokens } from './tokens.ts';

/** The parts of a conversation that the simulator uses, in any dialect. */
export interface Prompt {
  /** The text of the last user message. */
  readonly lastUser: string;
  /** True if the conversation ends with the result of a tool, so that calling the tool again would go in circles. */
  readonly endsWithToolResult: boolean;
  readonly tokens: number;
  readonly seen: Seen;
  /** Eight hex digits that depend on every text of the conversation. */
  readonly digest: string;
}

/** The number of each kind of thing in the conversation. */
export interface Seen {
  messages: number;
  images: number;
  documents: number;
  audio: number;
  tool_results: number;
}

/** A message's own cost beside its text, and what each attachment is taken to cost. */
const tokensPerMessage = 3;
const tokensPerAttachment = 85;

/** A prompt that is nothing but text, as legacy completions have it. */
export function promptOfText(text: string): Prompt {
  return promptOfMessages([{ role: 'user', content: text }]);
}

/**
 * Reads a conversation: messages with `role` and `content` (a string or parts), and the items that `responses` puts
 * beside messages. `instructions` are the system texts that stand outside the list. Nothing is judged here: what is
 * not understood is counted as a message and otherwise passed over.
 */
export function promptOfMessages(messages: readonly unknown[], ...instructions: readonly unknown[]): Prompt {
  const seen: Seen = { messages: 0, images: 0, documents: 0, audio: 0, tool_results: 0 };
  const hash = createHash('sha256');
  let tokens = 0;
  let lastUser = '';
  let endsWithToolResult = false;

  function take(text: string): string {
    hash.update(text).update('\0');
    tokens += countTokens(text);
    return text;
  }

  /** Counts the parts of a content and gives its text, tool results left out. */
  function read(content: unknown): string {
    if (typeof content === 'string') return take(content);
    const texts: string[] = [];
    for (const value of asList(content)) {
      const part = asObject(value);
      const kind = attachments.get(asText(part['type']) ?? '');
      if (kind !== undefined) {
        seen[kind] += 1;
        tokens += tokensPerAttachment;
      }
      if (kind === 'tool_results') read(part['content']);
      else if (typeof part['text'] === 'string') texts.push(take(part['text']));
    }
    return texts.join(' ');
  }

  for (const content of instructions) read(content);
  for (const value of messages) {
    const message = asObject(value);
    const results = seen.tool_results;
    if (isToolResult(message)) seen.tool_results += 1;
    seen.messages += 1;
    tokens += tokensPerMessage;
    const text = read(message['content'] ?? message['output']);
    endsWithToolResult = seen.tool_results > results;
    if (message['role'] === 'user' && (text !== '' || !endsWithToolResult)) lastUser = text;
  }
  return { lastUser, endsWithToolResult, tokens, seen, digest: hash.digest('hex').slice(0, 8) };
}

const attachments: ReadonlyMap<string, Exclude<keyof Seen, 'messages'>> = new Map([
  ['image_url', 'images'],
  ['input_image', 'images'],
  ['image', 'images'],
  ['file', 'documents'],
  ['input_file', 'documents'],
  ['document', 'documents'],
  ['input_audio', 'audio'],
  ['tool_result', 'tool_results'],
]);

function isToolResult(message: JsonObject): boolean {
  return message['role'] === 'tool' || (asText(message['type']) ?? '').endsWith('_call_output');
}
