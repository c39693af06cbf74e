import { randomBytes } from 'node:crypto';
import type { Prompt } from './prompt.ts';
import { sample } from './sample.ts';
import { tokenize } from './tokens.ts';

/** A tool that a request offers and the simulator can call. */
export interface Tool {
  readonly name: string;
  /** JSON schema of the arguments, as the request has it. */
  readonly parameters: unknown;
}

/** What a request asks for, in whichever dialect it came. */
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
  /** The tool to call, where the request leads to a call. */
  readonly call: Tool | undefined;
  /** JSON schema of the answer, where the request prescribes one. */
  readonly format: unknown;
  /** How many likeliest tokens to list at each place; undefined: no log-probabilities. */
  readonly topLogprobs: number | undefined;
}

/** Why a reply ended. */
export type Ending = 'stop' | 'stop_sequence' | 'length' | 'call';

/** One choice of an answer: a text or a tool call, token by token. */
export interface Reply {
  /** Of the text, or of the call's arguments. */
  readonly tokens: readonly string[];
  readonly text: string;
  readonly ending: Ending;
  readonly stopSequence: string | null;
  readonly call: Tool | undefined;
}

/** All that the answer to a request says; the dialects only write it down. */
export interface Answer {
  /** 24 hex digits; the ids in the answer are made of it with the dialect's prefixes. */
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly replies: readonly Reply[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Makes the answer to a request. `fixed` replaces the text that is otherwise made from the prompt. */
export function answerTo(asked: Asked, fixed: string | undefined): Answer {
  const replies = asked.prompts.flatMap((prompt) =>
    Array.from({ length: asked.copies }, (_, copy) => replyTo(asked, fixed ?? textFor(prompt, copy))),
  );
  return answerOf(
    replies,
    asked.prompts.reduce((sum, prompt) => sum + prompt.tokens, 0),
  );
}

/** An answer of given replies, with its ids and usage. */
export function answerOf(replies: readonly Reply[], inputTokens: number): Answer {
  return {
    id: randomBytes(12).toString('hex'),
    created: Math.floor(Date.now() / 1000),
    replies,
    inputTokens,
    outputTokens: replies.reduce((sum, reply) => sum + reply.tokens.length, 0),
  };
}

function replyTo(asked: Asked, text: string): Reply {
  const { call, format } = asked;
  if (call !== undefined) return cut(asked, JSON.stringify(sample(call.parameters)), 'call', null);
  if (format !== undefined) return cut(asked, JSON.stringify(sample(format)), 'stop', null);
  const [end, sequence] = firstStop(text, asked.stop);
  return cut(asked, text.slice(0, end), sequence === null ? 'stop' : 'stop_sequence', sequence);
}

function cut(asked: Asked, text: string, ending: Ending, stopSequence: string | null): Reply {
  const { call, maxTokens } = asked;
  const tokens = tokenize(text);
  if (maxTokens === undefined || tokens.length <= maxTokens)
    return { tokens, text, ending, stopSequence, call };
  const kept = tokens.slice(0, maxTokens);
  return { tokens: kept, text: kept.join(''), ending: 'length', stopSequence: null, call };
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

const nouns: Readonly<Record<string, readonly [one: string, several: string]>> = {
  messages: ['message', 'messages'],
  images: ['image', 'images'],
  documents: ['document', 'documents'],
  audio: ['audio clip', 'audio clips'],
  tool_results: ['tool result', 'tool results'],
};

/** How a request wants its tools used, once its dialect's spelling is gone. */
export type ToolChoice = 'none' | 'auto' | 'required' | { readonly name: string };

/**
 * The tool to call: the one that is named, the first where one is required, and otherwise the first whose name stands
 * in the last user message, unless the tool has just been called.
 */
export function toolToCall(tools: readonly Tool[], choice: ToolChoice, prompt: Prompt): Tool | undefined {
  if (typeof choice === 'object') return tools.find((tool) => tool.name === choice.name);
  if (choice === 'required') return tools[0];
  if (choice === 'none' || prompt.endsWithToolResult) return undefined;
  return tools.find((tool) => prompt.lastUser.includes(tool.name));
}
