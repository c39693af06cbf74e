/** Answers as models give them, and how each backend's dialect says them: written here by hand, not by what is tested. */
import fc from 'fast-check';
import { arbitraryObjectText, arbitraryText, inPieces, rawMark, withRaw } from './arbitrary-json.ts';

export type SaidBlock =
  | { readonly kind: 'reasoning'; readonly pieces: readonly string[] }
  | { readonly kind: 'text'; readonly pieces: readonly string[] }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly name: string;
      /** JSON text of an object. */
      readonly pieces: readonly string[];
    };

/** Tokens that an answer took; the input is without what was read from and written to a cache. */
export interface SaidTokens {
  readonly input: number;
  readonly cachedRead: number;
  readonly cachedWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

export interface SaidAnswer {
  readonly blocks: readonly SaidBlock[];
  readonly isCutOff: boolean;
  readonly tokens: SaidTokens;
}

/** What a block says, whole. */
export function saidIn({ pieces }: SaidBlock): string {
  return pieces.join('');
}

/** Everything of a kind that an answer says. */
export function allSaid({ blocks }: SaidAnswer, kind: SaidBlock['kind']): string {
  return blocks
    .filter((block) => block.kind === kind)
    .map(saidIn)
    .join('');
}

const names = fc.constantFrom('Read', 'mcp__fs__read', 'a-b_c', 'x'.repeat(64));

/** Ids as the servers of the world make them. */
export const arbitraryIds = fc.oneof(
  fc.uuid().map((id) => `call_${id}`),
  fc.constantFrom(
    'functions.Bash:0',
    'functions.Bash:1',
    'chatcmpl-tool-1',
    'a b',
    '\u00e4\u00f6',
    'x'.repeat(80),
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);

const said = (kind: 'reasoning' | 'text'): fc.Arbitrary<SaidBlock> =>
  arbitraryText
    .filter((text) => text !== '')
    .chain(inPieces)
    .map((pieces) => ({ kind, pieces }));

const calls: fc.Arbitrary<readonly SaidBlock[]> = fc
  .uniqueArray(arbitraryIds, { maxLength: 3 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .tuple(names, arbitraryObjectText.chain(inPieces))
          .map(([name, pieces]): SaidBlock => ({ kind: 'call', id, name, pieces })),
      ),
    ),
  );

const tokens: fc.Arbitrary<SaidTokens> = fc
  .record({
    input: fc.nat(100_000),
    cachedRead: fc.nat(100_000),
    cachedWrite: fc.nat(1000),
    output: fc.nat(5000),
    reasoning: fc.nat(5000),
  })
  .map((counts) => ({ ...counts, output: counts.output + counts.reasoning }));

function optional<Value>(one: fc.Arbitrary<Value>): fc.Arbitrary<readonly Value[]> {
  return fc.array(one, { maxLength: 1 });
}

/** Answers in the one order that every dialect has, also whole: a thought, a text, calls. */
export const arbitraryAnswers: fc.Arbitrary<SaidAnswer> = fc
  .record({
    thoughts: optional(said('reasoning')),
    texts: optional(said('text')),
    calls,
    isCutOff: fc.boolean(),
    tokens,
  })
  .map(({ thoughts, texts, calls, ...rest }) => ({ blocks: [...thoughts, ...texts, ...calls], ...rest }));

/** Answers whose thoughts and texts take turns, as streams and lists of blocks may have it. */
export const arbitraryMixedAnswers: fc.Arbitrary<SaidAnswer> = fc
  .record({
    before: fc.array(fc.oneof(said('reasoning'), said('text')), { maxLength: 4 }),
    calls,
    isCutOff: fc.boolean(),
    tokens,
  })
  .map(({ before, calls, ...rest }) => ({ blocks: [...before, ...calls], ...rest }));

/** How a backend says an answer. */
export interface AnswerWriter {
  stream(answer: SaidAnswer): string;
  whole(answer: SaidAnswer): string;
  /** What of the tokens it tells. */
  readonly tells: readonly (keyof SaidTokens)[];
  /** How its stream shows that it says all that it has to say, whatever may follow. */
  readonly ended: RegExp;
}

function total({ input, cachedRead, cachedWrite }: SaidTokens): number {
  return input + cachedRead + cachedWrite;
}

function hasCalls({ blocks }: SaidAnswer): boolean {
  return blocks.some(({ kind }) => kind === 'call');
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const named = (data: { readonly type: string }): string => `event: ${data.type}\n${event(data)}`;

// Chat completions

const chatHead = { id: 'chatcmpl-9', created: 1_790_000_000, model: 'm' };

function chatFinish(answer: SaidAnswer): string {
  if (answer.isCutOff) return 'length';
  return hasCalls(answer) ? 'tool_calls' : 'stop';
}

function chatUsage({ tokens }: SaidAnswer): object {
  return {
    prompt_tokens: total(tokens),
    completion_tokens: tokens.output,
    total_tokens: total(tokens) + tokens.output,
    prompt_tokens_details: { cached_tokens: tokens.cachedRead, cache_write_tokens: tokens.cachedWrite },
    completion_tokens_details: { reasoning_tokens: tokens.reasoning },
  };
}

const chatWriter: AnswerWriter = {
  tells: ['input', 'cachedRead', 'cachedWrite', 'output', 'reasoning'],
  ended: /"finish_reason":"/,
  stream(answer) {
    const head = { ...chatHead, object: 'chat.completion.chunk' };
    const chunk = (delta: object, finish_reason: string | null = null): string =>
      event({ ...head, choices: [{ index: 0, delta, finish_reason }] });
    let index = -1;
    const chunks = answer.blocks.flatMap((block) => {
      if (block.kind !== 'call')
        return block.pieces.map((piece) =>
          chunk(block.kind === 'text' ? { content: piece } : { reasoning_content: piece }),
        );
      index += 1;
      const { id, name, pieces } = block;
      const call = { index, id, type: 'function', function: { name, arguments: '' } };
      return [
        chunk({ tool_calls: [call] }),
        ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ];
    });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...chunks,
      chunk({}, chatFinish(answer)),
      event({ ...head, choices: [], usage: chatUsage(answer) }),
      'data: [DONE]\n\n',
    ].join('');
  },
  whole(answer) {
    const tool_calls = answer.blocks.flatMap((block) =>
      block.kind === 'call'
        ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: saidIn(block) } }]
        : [],
    );
    const reasoning = allSaid(answer, 'reasoning');
    const content = allSaid(answer, 'text');
    const message = {
      role: 'assistant',
      content: content === '' ? null : content,
      refusal: null,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(tool_calls.length > 0 && { tool_calls }),
    };
    const choice = { index: 0, message, logprobs: null, finish_reason: chatFinish(answer) };
    return JSON.stringify({
      ...chatHead,
      object: 'chat.completion',
      choices: [choice],
      usage: chatUsage(answer),
    });
  },
};

// Messages

function messagesReason(answer: SaidAnswer): string {
  if (answer.isCutOff) return 'max_tokens';
  return hasCalls(answer) ? 'tool_use' : 'end_turn';
}

function messagesUsage({ tokens }: SaidAnswer): object {
  return {
    input_tokens: tokens.input,
    cache_read_input_tokens: tokens.cachedRead,
    cache_creation_input_tokens: tokens.cachedWrite,
    output_tokens: tokens.output,
    output_tokens_details: { thinking_tokens: tokens.reasoning },
  };
}

const messagesHead = { id: 'msg_9', type: 'message', role: 'assistant', model: 'm' };

const messagesWriter: AnswerWriter = {
  tells: ['input', 'cachedRead', 'cachedWrite', 'output', 'reasoning'],
  ended: /"stop_reason":"/,
  stream(answer) {
    const blocks = answer.blocks.flatMap((block, index) => {
      const delta = (fields: object): string =>
        named({ type: 'content_block_delta', index, delta: fields } as { type: string });
      const around = (content_block: object, deltas: readonly string[]): string[] => [
        named({ type: 'content_block_start', index, content_block } as { type: string }),
        ...deltas,
        named({ type: 'content_block_stop', index } as { type: string }),
      ];
      const { kind, pieces } = block;
      if (kind === 'text')
        return around(
          { type: 'text', text: '' },
          pieces.map((text) => delta({ type: 'text_delta', text })),
        );
      if (kind === 'reasoning')
        return around({ type: 'thinking', thinking: '', signature: '' }, [
          ...pieces.map((thinking) => delta({ type: 'thinking_delta', thinking })),
          delta({ type: 'signature_delta', signature: 'c2ln' }),
        ]);
      return around(
        { type: 'tool_use', id: block.id, name: block.name, input: {} },
        pieces.map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
      );
    });
    const usage = messagesUsage(answer);
    const message = { ...messagesHead, content: [], stop_reason: null, stop_sequence: null, usage };
    const delta = { stop_reason: messagesReason(answer), stop_sequence: null };
    return [
      named({ type: 'message_start', message } as { type: string }),
      named({ type: 'ping' }),
      ...blocks,
      named({ type: 'message_delta', delta, usage } as { type: string }),
      named({ type: 'message_stop' }),
    ].join('');
  },
  whole(answer) {
    const raws: string[] = [];
    const content = answer.blocks.map((block) => {
      if (block.kind === 'text') return { type: 'text', text: saidIn(block), citations: null };
      if (block.kind === 'reasoning') return { type: 'thinking', thinking: saidIn(block), signature: 'c2ln' };
      raws.push(saidIn(block));
      return { type: 'tool_use', id: block.id, name: block.name, input: rawMark(raws.length - 1) };
    });
    const end = { stop_reason: messagesReason(answer), stop_sequence: null };
    return withRaw({ ...messagesHead, content, ...end, usage: messagesUsage(answer) }, raws);
  },
};

// Responses

function responsesItems(answer: SaidAnswer): object[] {
  const status = 'completed';
  return answer.blocks.map((block, index) => {
    const id = `item_${index}`;
    if (block.kind === 'text') {
      const part = { type: 'output_text', text: saidIn(block), annotations: [], logprobs: [] };
      return { id, type: 'message', role: 'assistant', status, content: [part] };
    }
    if (block.kind === 'reasoning')
      return {
        id,
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: saidIn(block) }],
        encrypted_content: 'c2ln',
      };
    const { id: call_id, name } = block;
    return { id, type: 'function_call', status, call_id, name, arguments: saidIn(block) };
  });
}

function response(answer: SaidAnswer, output: readonly object[], isOver: boolean): object {
  const { tokens, isCutOff } = answer;
  return {
    id: 'resp_9',
    object: 'response',
    created_at: 1_790_000_000,
    model: 'm',
    status: !isOver ? 'in_progress' : isCutOff ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isOver && isCutOff ? { reason: 'max_output_tokens' } : null,
    output,
    ...(isOver && {
      usage: {
        input_tokens: total(tokens),
        input_tokens_details: { cached_tokens: tokens.cachedRead, cache_write_tokens: tokens.cachedWrite },
        output_tokens: tokens.output,
        output_tokens_details: { reasoning_tokens: tokens.reasoning },
        total_tokens: total(tokens) + tokens.output,
      },
    }),
  };
}

const responsesWriter: AnswerWriter = {
  tells: ['input', 'cachedRead', 'cachedWrite', 'output', 'reasoning'],
  ended: /"type":"response\.(?:completed|incomplete)"/,
  stream(answer) {
    let sequence_number = -1;
    const say = (type: string, fields: object): string => {
      sequence_number += 1;
      return named({ type, ...fields, sequence_number } as { type: string });
    };
    const items = responsesItems(answer);
    const begun = { response: response(answer, [], false) };
    const events = [say('response.created', begun), say('response.in_progress', begun)];
    for (const [output_index, block] of answer.blocks.entries()) {
      const item = items[output_index]!;
      const item_id = `item_${output_index}`;
      const at = { item_id, output_index };
      const empty = {
        text: { content: [], status: 'in_progress' },
        reasoning: { summary: [], encrypted_content: 'early' },
        call: { arguments: '', status: 'in_progress' },
      }[block.kind];
      events.push(say('response.output_item.added', { output_index, item: { ...item, ...empty } }));
      const text = saidIn(block);
      if (block.kind === 'text') {
        const place = { ...at, content_index: 0 };
        const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
        events.push(
          say('response.content_part.added', { ...place, part: part('') }),
          ...block.pieces.map((delta) =>
            say('response.output_text.delta', { ...place, delta, logprobs: [] }),
          ),
          say('response.output_text.done', { ...place, text, logprobs: [] }),
          say('response.content_part.done', { ...place, part: part(text) }),
        );
      } else if (block.kind === 'reasoning') {
        const place = { ...at, summary_index: 0 };
        const type = 'response.reasoning_summary';
        events.push(
          say(`${type}_part.added`, { ...place, part: { type: 'summary_text', text: '' } }),
          ...block.pieces.map((delta) => say(`${type}_text.delta`, { ...place, delta })),
          say(`${type}_text.done`, { ...place, text }),
          say(`${type}_part.done`, { ...place, part: { type: 'summary_text', text } }),
        );
      } else {
        const type = 'response.function_call_arguments';
        events.push(
          ...block.pieces.map((delta) => say(`${type}.delta`, { ...at, delta })),
          say(`${type}.done`, { ...at, arguments: text }),
        );
      }
      events.push(say('response.output_item.done', { output_index, item }));
    }
    const end = answer.isCutOff ? 'response.incomplete' : 'response.completed';
    events.push(say(end, { response: response(answer, items, true) }));
    return events.join('');
  },
  whole: (answer) => JSON.stringify(response(answer, responsesItems(answer), true)),
};

// Gemini

function geminiPart(block: SaidBlock, raws: string[]): object {
  if (block.kind === 'text') return { text: saidIn(block) };
  if (block.kind === 'reasoning') return { text: saidIn(block), thought: true };
  raws.push(saidIn(block));
  return { functionCall: { id: block.id, name: block.name, args: rawMark(raws.length - 1) } };
}

function geminiAnswer(answer: SaidAnswer, parts: readonly object[], isLast: boolean): object {
  const { tokens, isCutOff } = answer;
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        index: 0,
        ...(isLast && { finishReason: isCutOff ? 'MAX_TOKENS' : 'STOP' }),
      },
    ],
    usageMetadata: {
      promptTokenCount: tokens.input + tokens.cachedRead,
      cachedContentTokenCount: tokens.cachedRead,
      ...(isLast && {
        candidatesTokenCount: tokens.output - tokens.reasoning,
        thoughtsTokenCount: tokens.reasoning,
        totalTokenCount: tokens.input + tokens.cachedRead + tokens.output,
      }),
    },
    modelVersion: 'm',
    responseId: '9',
  };
}

const geminiWriter: AnswerWriter = {
  tells: ['input', 'cachedRead', 'output', 'reasoning'],
  ended: /"finishReason":"/,
  stream(answer) {
    const chunk = (parts: readonly object[], raws: readonly string[], isLast = false): string =>
      `data: ${withRaw(geminiAnswer(answer, parts, isLast), raws)}\r\n\r\n`;
    const chunks = answer.blocks.flatMap((block) => {
      const raws: string[] = [];
      if (block.kind === 'call') return [chunk([geminiPart(block, raws)], raws)];
      return block.pieces.map((piece) => chunk([geminiPart({ ...block, pieces: [piece] }, raws)], raws));
    });
    return [...chunks, chunk([{ text: '' }], [], true)].join('');
  },
  whole(answer) {
    const raws: string[] = [];
    const parts = answer.blocks.map((block) => geminiPart(block, raws));
    return withRaw(geminiAnswer(answer, parts, true), raws);
  },
};

// Converse, as server-sent events: what its frames are decoded to

function converseContent(block: SaidBlock, raws: string[]): object {
  if (block.kind === 'text') return { text: saidIn(block) };
  if (block.kind === 'reasoning')
    return { reasoningContent: { reasoningText: { text: saidIn(block), signature: 'c2ln' } } };
  raws.push(saidIn(block));
  return { toolUse: { toolUseId: block.id, name: block.name, input: rawMark(raws.length - 1) } };
}

function converseEnd(answer: SaidAnswer): object {
  return { stopReason: answer.isCutOff ? 'max_tokens' : hasCalls(answer) ? 'tool_use' : 'end_turn' };
}

function converseUsage({ tokens }: SaidAnswer): object {
  return {
    usage: {
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      totalTokens: total(tokens) + tokens.output,
      cacheReadInputTokens: tokens.cachedRead,
      cacheWriteInputTokens: tokens.cachedWrite,
    },
    metrics: { latencyMs: 1 },
  };
}

/** The events of a stream of Converse, each as its type and its payload. */
export function converseEvents(answer: SaidAnswer): readonly (readonly [type: string, payload: object])[] {
  const blocks = answer.blocks.flatMap((block, contentBlockIndex) => {
    const at = { contentBlockIndex };
    const deltas = block.pieces.map((piece) => {
      if (block.kind === 'text') return { text: piece };
      if (block.kind === 'reasoning') return { reasoningContent: { text: piece } };
      return { toolUse: { input: piece } };
    });
    if (block.kind === 'reasoning') deltas.push({ reasoningContent: { signature: 'c2ln' } } as never);
    const events: [string, object][] = deltas.map((delta) => ['contentBlockDelta', { ...at, delta }]);
    if (block.kind === 'call') {
      const start = { toolUse: { toolUseId: block.id, name: block.name } };
      events.unshift(['contentBlockStart', { ...at, start }]);
    }
    return [...events, ['contentBlockStop', at] as [string, object]];
  });
  return [
    ['messageStart', { role: 'assistant' }],
    ...blocks,
    ['messageStop', converseEnd(answer)],
    ['metadata', converseUsage(answer)],
  ];
}

const converseWriter: AnswerWriter = {
  tells: ['input', 'cachedRead', 'cachedWrite', 'output'],
  ended: /event: messageStop/,
  stream: (answer) =>
    converseEvents(answer)
      .map(([type, payload]) => `event: ${type}\n${event(payload)}`)
      .join(''),
  whole(answer) {
    const raws: string[] = [];
    const content = answer.blocks.map((block) => converseContent(block, raws));
    const output = { message: { role: 'assistant', content } };
    return withRaw({ output, ...converseEnd(answer), ...converseUsage(answer) }, raws);
  },
};

/** By the words of `via`. */
export const answerWriters = {
  chat_completions: chatWriter,
  messages: messagesWriter,
  responses: responsesWriter,
  gemini: geminiWriter,
  bedrock_converse: converseWriter,
} as const satisfies Readonly<Record<string, AnswerWriter>>;
