/**
 * Ways in which answers of sound servers differ, by the words that ask for them in a model's name: `manner-parallel`,
 * `manner-reasoning+no-role`, and behind a fault `fault-reset-midway+parallel`. Where a word means nothing to an endpoint
 * its answers are as always.
 */
export const simulatorManners = {
  thinks: 'a thought before the answer, asked for or not',
  'thinks-between': 'a thought before each further call',
  redacted: 'a thought that nobody may read (messages, bedrock_converse)',
  'signature-only': 'a thought without its text (messages, bedrock_converse)',
  parallel: 'all tools are called at once, up to four',
  'text-with-calls': 'a text before the calls',
  cached: 'half of the input was read from a cache',
  'reasoning-content': 'a thought in `reasoning_content` (chat completions)',
  reasoning: 'a thought in `reasoning` (chat completions)',
  'reasoning-details': 'a thought in `reasoning` and `reasoning_details` (chat completions)',
  'reasoning-encrypted': 'a thought in `reasoning_details` that nobody may read (chat completions)',
  'reasoning-required':
    'as `reasoning-content`, and status 400 where a call comes back without it (chat completions)',
  interleaved: 'fragments of several calls take turns (chat completions)',
  'all-in-one': 'one event has the whole of every call (chat completions)',
  'one-index': 'every call has the index 0 (chat completions)',
  'no-role': 'no role in the first event (chat completions)',
  'stop-with-calls': 'the finish reason `stop` with calls (chat completions)',
  'calls-without-call': 'the finish reason `tool_calls` without a call (chat completions)',
  'usage-everywhere': 'usage in every event (chat completions)',
  'usage-late': 'usage a moment after the finish reason (chat completions)',
  'usage-never': 'no usage, also where it is asked for (chat completions)',
  'no-done': 'an end without [DONE] (chat completions)',
  'ids-functions': 'ids of calls like `functions.f:0` (chat completions)',
  'ids-none': 'calls without ids (chat completions, gemini)',
  'arguments-object': 'arguments of calls as an object (chat completions)',
  'output-at-end': 'an output that only the last event has (responses)',
  'no-signature': 'calls without signatures (gemini)',
} as const satisfies Readonly<Record<string, string>>;

export type Manner = keyof typeof simulatorManners;

const prefix = 'manner-';

/** The words in a model's name, known or not. */
function wordsOf(model: string): readonly string[] {
  if (model.startsWith(prefix)) return model.slice(prefix.length).split('+');
  return model.startsWith('fault-') ? model.split('+').slice(1) : [];
}

function isManner(word: string): word is Manner {
  return Object.hasOwn(simulatorManners, word);
}

/** The manners that a model's name asks for. */
export function mannersOf(model: string): ReadonlySet<Manner> {
  return new Set(wordsOf(model).filter(isManner));
}

/** True for a model's name with an unknown manner. */
export function hasUnknownManner(model: string): boolean {
  return !wordsOf(model).every(isManner);
}
