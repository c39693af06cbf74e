import { randomBytes } from 'node:crypto';
import { mannersOf } from './manners.ts';
import type { Prompt } from './prompt.ts';
import { sample } from './sample.ts';
import { tokenize } from './tokens.ts';

/** A tool that a request offers and the simulator can call. */
export interface Tool {
  readonly name: string;
  /** JSON schema of the arguments, as the request has it. */
  readonly parameters: unknown;
  /** Takes text in place of arguments in JSON. */
  readonly isCustom?: boolean;
  /** Of tools that stand in one. */
  readonly namespace?: string;
}

/** A request in any dialect. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** One, but for legacy completions, which take several. */
  readonly prompts: readonly Prompt[];
  /** Answers for each prompt. */
  readonly copies: number;
  readonly maxTokens: number | undefined;
  /** Texts before which the answer stops. */
  readonly stop: readonly string[];
  /** The tools to call, where the request leads to calls; empty: a text. */
  readonly calls: readonly Tool[];
  /** True for an answer that begins with a thought. */
  readonly thinks: boolean;
  /** JSON schema of the answer, where the request prescribes one. */
  readonly format: unknown;
  /** The number of likeliest tokens to list at each place; undefined: no log-probabilities. */
  readonly topLogprobs: number | undefined;
}

/** Why a reply ended. */
export type Ending = 'stop' | 'stop_sequence' | 'length' | 'call';

/** One thing that a reply says, token by token. */
export interface Part {
  readonly kind: 'thought' | 'text' | 'call';
  readonly tokens: readonly string[];
  /** Of a call: its arguments. */
  readonly text: string;
  /** The called tool. */
  readonly tool: Tool | undefined;
}

/** One choice of an answer. */
export interface Reply {
  /** In order: thoughts, a text, calls. There is at least one. */
  readonly parts: readonly Part[];
  /** Of the text, where it has one. */
  readonly tokens: readonly string[];
  readonly text: string;
  readonly ending: Ending;
  readonly stopSequence: string | null;
}

/** All that the answer to a request says; the dialects only write it down. */
export interface Answer {
  /** 24 hex digits; the ids in the answer are made of it with the dialect's prefixes. */
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly replies: readonly Reply[];
  /** Of all that was sent, what was read from a cache too. */
  readonly inputTokens: number;
  /** Read from a cache. */
  readonly cachedTokens: number;
  /** Of all that is said, thoughts too. */
  readonly outputTokens: number;
  readonly thoughtTokens: number;
}

/** Makes the answer to a request. `fixed` replaces the text that is otherwise made from the prompt. */
export function answerTo(asked: Asked, fixed: string | undefined): Answer {
  const replies = asked.prompts.flatMap((prompt) =>
    Array.from({ length: asked.copies }, (_, copy) => replyTo(asked, prompt, fixed ?? textFor(prompt, copy))),
  );
  const inputTokens = asked.prompts.reduce((sum, prompt) => sum + prompt.tokens, 0);
  const cachedTokens = mannersOf(asked.model).has('cached') ? Math.floor(inputTokens / 2) : 0;
  return { ...answerOf(replies, inputTokens), cachedTokens };
}

/** An answer of given replies, with its ids and usage. */
export function answerOf(replies: readonly Reply[], inputTokens: number): Answer {
  const parts = replies.flatMap((reply) => reply.parts);
  return {
    id: randomBytes(12).toString('hex'),
    created: Math.floor(Date.now() / 1000),
    replies,
    inputTokens,
    cachedTokens: 0,
    outputTokens: tokensOf(parts),
    thoughtTokens: tokensOf(parts.filter(({ kind }) => kind === 'thought')),
  };
}

function tokensOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

/** The reply of a dialect whose answers have one alone. */
export function onlyReply({ replies }: Answer): Reply {
  const [reply] = replies;
  if (reply === undefined) throw new Error('the answer has no reply');
  return reply;
}

/** A reply that is a text and nothing else. */
export function textReply(tokens: readonly string[]): Reply {
  return replyOf([{ kind: 'text', tokens, text: tokens.join(''), tool: undefined }], 'stop', null);
}

function replyTo(asked: Asked, prompt: Prompt, text: string): Reply {
  const { calls, format } = asked;
  const manners = mannersOf(asked.model);
  const thought = part('thought', thoughtFor(prompt));
  const thoughts = asked.thinks ? [thought] : [];
  if (calls.length > 0) {
    const texts = manners.has('text-with-calls') ? [part('text', text)] : [];
    const parts = calls.flatMap((tool, index) => [
      ...(index > 0 && manners.has('thinks-between') ? [thought] : []),
      part('call', argumentsFor(tool), tool),
    ]);
    return cut(asked, [...thoughts, ...texts, ...parts], 'call', null);
  }
  if (format !== undefined)
    return cut(asked, [...thoughts, part('text', JSON.stringify(sample(format)))], 'stop', null);
  const [end, sequence] = firstStop(text, asked.stop);
  const said = part('text', text.slice(0, end));
  return cut(asked, [...thoughts, said], sequence === null ? 'stop' : 'stop_sequence', sequence);
}

function part(kind: Part['kind'], text: string, tool?: Tool): Part {
  return { kind, tokens: tokenize(text), text, tool };
}

function argumentsFor({ name, parameters, isCustom = false }: Tool): string {
  return isCustom ? `input of ${name}\n` : JSON.stringify(sample(parameters));
}

/** Ends the parts where the limit is; what would come behind it is not there. */
function cut(
  { maxTokens }: Asked,
  parts: readonly Part[],
  ending: Ending,
  stopSequence: string | null,
): Reply {
  let left = maxTokens ?? Number.POSITIVE_INFINITY;
  if (tokensOf(parts) <= left) return replyOf(parts, ending, stopSequence);
  const kept: Part[] = [];
  for (const one of parts) {
    const tokens = one.tokens.slice(0, left);
    kept.push({ ...one, tokens, text: tokens.join('') });
    left -= tokens.length;
    if (tokens.length < one.tokens.length) break;
  }
  return replyOf(kept, 'length', null);
}

function replyOf(parts: readonly Part[], ending: Ending, stopSequence: string | null): Reply {
  const tokens = parts.filter(({ kind }) => kind === 'text').flatMap((one) => one.tokens);
  return { parts, tokens, text: tokens.join(''), ending, stopSequence };
}

/** A part that a limit cut off: it is the last, and not complete. */
export function isCut({ ending, parts }: Reply, one: Part): boolean {
  return ending === 'length' && one === parts.at(-1);
}

function firstStop(text: string, stops: readonly string[]): [end: number, sequence: string | null] {
  let end = text.length;
  let sequence: string | null = null;
  for (const stop of stops) {
    const at = text.indexOf(stop);
    if (stop === '' || at === -1 || at >= end) continue;
    end = at;
    sequence = stop;
  }
  return [end, sequence];
}

const echoedWords = 24;

/**
 * For instance: `Simulated answer 3fa9c1d2 to "hello there" (1 message, 2 images).` The digits depend on the whole
 * conversation, the quote is the beginning of the last user message, and the counts say what arrived.
 */
function textFor(prompt: Prompt, copy: number): string {
  const words = prompt.lastUser
    .slice(0, 1024)
    .split(/\s+/, echoedWords + 1)
    .filter(Boolean);
  const quote = words.length > echoedWords ? `${words.slice(0, echoedWords).join(' ')}...` : words.join(' ');
  const seen = Object.entries(prompt.seen)
    .filter(([kind, count]) => kind === 'messages' || count > 0)
    .map(([kind, count]) => `${count} ${nouns[kind]?.[count === 1 ? 0 : 1] ?? kind}`);
  const which = copy === 0 ? '' : `, choice ${copy}`;
  return `Simulated answer ${prompt.digest} to "${quote}" (${seen.join(', ')}${which}).`;
}

function thoughtFor({ digest }: Prompt): string {
  return `Simulated thought ${digest}: the answer is known.`;
}

const nouns: Readonly<Record<string, readonly [one: string, several: string]>> = {
  messages: ['message', 'messages'],
  images: ['image', 'images'],
  documents: ['document', 'documents'],
  audio: ['audio clip', 'audio clips'],
  tool_results: ['tool result', 'tool results'],
};

/** The wanted use of tools, free of its dialect's spelling. */
export type ToolChoice = 'none' | 'auto' | 'required' | { readonly name: string };

/** The causes of calls, beside the offered tools. */
export interface Calling {
  readonly model: string;
  readonly choice: ToolChoice;
  /** False: one call at most. */
  readonly inParallel: boolean;
}

/** So many calls at most are made at once. */
const mostCalls = 4;

/**
 * The tools to call: the one that is named, the first where one is required, and otherwise the first whose name stands
 * in the last user message, unless the tool has just been called. In place of the first all of them are called where the
 * model has the manner for it.
 */
export function toolsToCall(tools: readonly Tool[], prompt: Prompt, calling: Calling): readonly Tool[] {
  const { choice, model, inParallel } = calling;
  const most = inParallel && mannersOf(model).has('parallel') ? mostCalls : 1;
  if (typeof choice === 'object') return tools.filter((tool) => tool.name === choice.name).slice(0, 1);
  if (choice === 'required') return tools.slice(0, most);
  if (choice === 'none' || prompt.endsWithToolResult) return [];
  const named = tools.some((tool) => prompt.lastUser.includes(tool.name));
  if (!named) return [];
  return most > 1
    ? tools.slice(0, most)
    : tools.filter((tool) => prompt.lastUser.includes(tool.name)).slice(0, 1);
}
