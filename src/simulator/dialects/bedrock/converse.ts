import { modelOf, numberOf, stopsOf } from '../../asked-fields.ts';
import { asList, asObject, asText, type JsonObject } from '../../json-values.ts';
import { mannersOf } from '../../manners.ts';
import { promptOfMessages } from '../../prompt.ts';
import { type Answer, type Asked, isCut, onlyReply, type Part, type Tool, toolsToCall } from '../../reply.ts';
import { seal } from '../../seals.ts';
import { type Dialect, type Frame, frame } from '../../simulated-dialect.ts';
import { checkConverse } from '../../strictness/converse.ts';
import { eventFrame } from './amazon-frame.ts';
import { bedrockRuntime } from './bedrock-errors.ts';

/** The place of the model's name, and of the wish for a stream. */
export const conversePath = /^\/model\/([^/]+)\/(converse|converse-stream)$/;

/** `Converse` and `ConverseStream`, after Amazon's reference of Bedrock's runtime. */
export const converse: Dialect = {
  ...bedrockRuntime,
  read(body, path) {
    const [, named = '', operation] = conversePath.exec(path) ?? [];
    const model = modelOf({ model: decodeURIComponent(named) });
    checkConverse(body);
    const limits = asObject(body['inferenceConfig']);
    const prompt = promptOfMessages(messagesOf(body), partsOf(body['system']));
    const { tools, toolChoice } = asObject(body['toolConfig']);
    const choice = asObject(toolChoice);
    const name = asText(asObject(choice['tool'])['name']);
    const { type: thinking } = asObject(asObject(body['additionalModelRequestFields'])['thinking']);
    const manners = mannersOf(model);
    return {
      model,
      stream: operation === 'converse-stream',
      prompts: [prompt],
      copies: 1,
      maxTokens: numberOf(limits, 'maxTokens', 1, Number.MAX_SAFE_INTEGER),
      stop: stopsOf(limits['stopSequences']),
      calls: toolsToCall(asList(tools).flatMap(readTool), prompt, {
        model,
        choice: name !== undefined ? { name } : choice['any'] !== undefined ? 'required' : 'auto',
        inParallel: true,
      }),
      thinks:
        thinking === 'enabled' ||
        thinking === 'adaptive' ||
        manners.has('thinks') ||
        manners.has('redacted') ||
        manners.has('signature-only'),
      format: formatOf(body),
      topLogprobs: undefined,
    };
  },
  whole(asked, answer) {
    const reply = onlyReply(answer);
    const content = reply.parts.map((part, index) => block(asked, answer, part, index, isCut(reply, part)));
    return {
      metrics: { latencyMs: 1 },
      output: { message: { role: 'assistant', content } },
      stopReason: stopReasonOf(answer),
      usage: usage(answer),
    };
  },
  frames(asked, answer) {
    return [
      event('opening', 'messageStart', { role: 'assistant' }),
      ...onlyReply(answer).parts.flatMap((part, index) => blockFrames(asked, answer, part, index)),
      event('finish', 'messageStop', { stopReason: stopReasonOf(answer) }),
      event('mark', 'metadata', { usage: usage(answer), metrics: { latencyMs: 1 } }),
    ];
  },
};

function event(phase: Frame['phase'], type: string, payload: object, tokens = 0): Frame {
  return frame(phase, eventFrame(type, payload), tokens);
}

/** The conversation in words that the prompt is read in. */
function messagesOf(body: JsonObject): object[] {
  return asList(body['messages'])
    .map(asObject)
    .map(({ role, content }) => ({ role, content: partsOf(content) }));
}

function partsOf(content: unknown): object[] {
  return asList(content).flatMap((value) => {
    const one = asObject(value);
    if (typeof one['text'] === 'string') return [{ type: 'text', text: one['text'] }];
    if (one['json'] !== undefined) return [{ type: 'text', text: JSON.stringify(one['json']) }];
    if (one['toolResult'] !== undefined)
      return [{ type: 'tool_result', content: partsOf(asObject(one['toolResult'])['content']) }];
    if (one['image'] !== undefined) return [{ type: 'image' }];
    if (one['document'] !== undefined) return [{ type: 'document' }];
    return one['audio'] === undefined ? [] : [{ type: 'input_audio' }];
  });
}

function readTool(value: unknown): Tool[] {
  const { name, inputSchema } = asObject(asObject(value)['toolSpec']);
  return typeof name === 'string' ? [{ name, parameters: asObject(inputSchema)['json'] }] : [];
}

/** The schema of the answer stands there as a text. */
function formatOf(body: JsonObject): unknown {
  const { structure } = asObject(asObject(body['outputConfig'])['textFormat']);
  const text = asText(asObject(asObject(structure)['jsonSchema'])['schema']);
  return text === undefined ? undefined : JSON.parse(text);
}

const stopReasons = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  call: 'tool_use',
} as const;

function stopReasonOf(answer: Answer): string {
  return stopReasons[onlyReply(answer).ending];
}

function callOf(answer: Answer, { tool }: Part, index: number): object {
  return { toolUseId: `tooluse_${answer.id}${index === 0 ? '' : `_${index}`}`, name: tool?.name };
}

/** Thoughts are signed under this name. */
export const reasoningSeal = 'converse';

function redactedOf(text: string): string {
  return seal(`${reasoningSeal} redacted`, text);
}

/** A content block, whole. Arguments that were cut off are no JSON: the whole form has no way to show them. */
function block(asked: Asked, answer: Answer, part: Part, index: number, isCutOff: boolean): object {
  const { kind, text } = part;
  if (kind === 'text') return { text };
  if (kind === 'call')
    return { toolUse: { ...callOf(answer, part, index), input: isCutOff ? {} : JSON.parse(text) } };
  const manners = mannersOf(asked.model);
  if (manners.has('redacted')) return { reasoningContent: { redactedContent: redactedOf(text) } };
  const shown = manners.has('signature-only') ? '' : text;
  return { reasoningContent: { reasoningText: { text: shown, signature: seal(reasoningSeal, text) } } };
}

/** The events of a block. Only calls are announced. */
function blockFrames(asked: Asked, answer: Answer, part: Part, index: number): Frame[] {
  const at = { contentBlockIndex: index };
  const delta = (fields: object, tokens = 0): Frame =>
    event('content', 'contentBlockDelta', { ...at, delta: fields }, tokens);
  const stop = event('content', 'contentBlockStop', at);
  const { kind, text, tokens } = part;
  if (kind === 'text') return [...tokens.map((token) => delta({ text: token }, 1)), stop];
  if (kind === 'call')
    return [
      event('content', 'contentBlockStart', { ...at, start: { toolUse: callOf(answer, part, index) } }),
      ...tokens.map((token) => delta({ toolUse: { input: token } }, 1)),
      stop,
    ];
  const manners = mannersOf(asked.model);
  if (manners.has('redacted'))
    return [delta({ reasoningContent: { redactedContent: redactedOf(text) } }), stop];
  const shown = manners.has('signature-only') ? [] : tokens;
  return [
    ...shown.map((token) => delta({ reasoningContent: { text: token } }, 1)),
    delta({ reasoningContent: { signature: seal(reasoningSeal, text) } }),
    stop,
  ];
}

function usage({ inputTokens, cachedTokens, outputTokens }: Answer): object {
  return {
    inputTokens: inputTokens - cachedTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cacheReadInputTokens: cachedTokens,
    cacheWriteInputTokens: 0,
  };
}
