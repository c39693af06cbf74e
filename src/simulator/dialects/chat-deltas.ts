/** Thoughts and calls in chat completions, in each server's own form. */
import { mannersOf } from '../manners.ts';
import type { Answer, Asked, Part, Reply } from '../reply.ts';
import { seal } from '../seals.ts';

/** One piece of a choice. */
export interface ChoiceDelta {
  readonly delta: object;
  readonly tokens: number;
  /** Tokens of the text in it, which may have log-probabilities. */
  readonly logged: readonly string[];
}

/** The place of a call. */
interface Place {
  readonly choice: number;
  /** Among the calls of its choice. */
  readonly place: number;
}

/** The pieces of a choice in their order. The first has no content: the role goes with it. */
export function choiceDeltas(asked: Asked, answer: Answer, reply: Reply, choice: number): ChoiceDelta[] {
  const manners = mannersOf(asked.model);
  const calls = reply.parts.filter(({ kind }) => kind === 'call');
  const said = reply.parts.flatMap(({ kind, tokens }) => {
    if (kind === 'call') return [];
    return tokens.map((token) =>
      kind === 'text'
        ? { delta: { content: token }, tokens: 1, logged: [token] }
        : { delta: thoughtsOf(asked, [token]), tokens: 1, logged: [] },
    );
  });
  const fragments = calls.map((part, place) => fragmentsOf(asked, answer, part, { choice, place }));
  const called = manners.has('all-in-one')
    ? [allInOne(asked, answer, calls, choice)]
    : manners.has('interleaved')
      ? interleaved(fragments)
      : fragments.flat();
  const [opening, ...more] = called;
  // A choice that is a call and nothing else opens with it.
  if (opening !== undefined && said.length === 0 && !manners.has('all-in-one'))
    return [{ ...opening, delta: { content: null, ...opening.delta } }, ...more];
  return [{ delta: { content: '' }, tokens: 0, logged: [] }, ...said, ...called];
}

/** The fields of a message, or of a delta, that hold thoughts. */
export function thoughtsOf(asked: Asked, thoughts: readonly string[]): object {
  if (thoughts.length === 0) return {};
  const manners = mannersOf(asked.model);
  const text = thoughts.join('');
  const encrypted = { type: 'reasoning.encrypted', data: seal('chat', text), format: 'simulator', index: 0 };
  if (manners.has('reasoning-encrypted')) return { reasoning_details: [encrypted] };
  if (manners.has('reasoning-details')) {
    const detail = { type: 'reasoning.text', text, format: 'simulator', index: 0 };
    return { reasoning: text, reasoning_details: [detail] };
  }
  return manners.has('reasoning') ? { reasoning: text } : { reasoning_content: text };
}

/** A call, whole. */
export function callOf(asked: Asked, answer: Answer, part: Part, place: Place): object {
  return { ...headOf(asked, answer, part, place), ...bodyOf(asked, part, part.text, true) };
}

function headOf(asked: Asked, answer: Answer, { tool }: Part, { choice, place }: Place): object {
  const manners = mannersOf(asked.model);
  const type = tool?.isCustom === true ? 'custom' : 'function';
  if (manners.has('ids-none')) return { type };
  if (manners.has('ids-functions')) return { id: `functions.${tool?.name}:${place}`, type };
  const suffix = [choice, place].map((number) => (number === 0 ? '' : `_${number}`)).join('');
  return { id: `call_${answer.id}${suffix}`, type };
}

/** The content of a call: with its name, or only more of its arguments. */
function bodyOf(asked: Asked, { tool }: Part, text: string, named: boolean): object {
  const name = named && { name: tool?.name };
  if (tool?.isCustom === true) return { custom: { ...name, input: text } };
  const isObject = named && text !== '' && mannersOf(asked.model).has('arguments-object');
  return { function: { ...name, arguments: isObject ? parsed(text) : text } };
}

/** Arguments that a limit cut off stay a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function indexOf(asked: Asked, place: number): number {
  return mannersOf(asked.model).has('one-index') ? 0 : place;
}

function fragmentsOf(asked: Asked, answer: Answer, part: Part, place: Place): ChoiceDelta[] {
  const index = indexOf(asked, place.place);
  const fragment = (fields: object, tokens: number): ChoiceDelta => ({
    delta: { tool_calls: [{ index, ...fields }] },
    tokens,
    logged: [],
  });
  const head = headOf(asked, answer, part, place);
  if (mannersOf(asked.model).has('arguments-object'))
    return [fragment({ ...head, ...bodyOf(asked, part, part.text, true) }, part.tokens.length)];
  return [
    fragment({ ...head, ...bodyOf(asked, part, '', true) }, 0),
    ...part.tokens.map((token) => fragment(bodyOf(asked, part, token, false), 1)),
  ];
}

function allInOne(asked: Asked, answer: Answer, calls: readonly Part[], choice: number): ChoiceDelta {
  const tool_calls = calls.map((part, place) => ({
    index: indexOf(asked, place),
    ...callOf(asked, answer, part, { choice, place }),
  }));
  const tokens = calls.reduce((sum, part) => sum + part.tokens.length, 0);
  return { delta: { tool_calls }, tokens, logged: [] };
}

/** The openings of all, then one fragment of each in turn. */
function interleaved(lists: readonly (readonly ChoiceDelta[])[]): ChoiceDelta[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
