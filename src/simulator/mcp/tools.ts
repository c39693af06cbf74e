/** Tools of the simulated server. */
import { asCount, asObject, asText, type JsonObject } from '../json-values.ts';
import { invalidParams, JsonRpcRefusal, missingCapability } from './json-rpc-refusal.ts';
import type { ReadMessage } from './read-message.ts';

/** A call in flight. */
export interface ToolCall {
  readonly asked: ReadMessage;
  readonly args: JsonObject;
  /** Waits, and ends the call when its client leaves. */
  wait(ms: number): Promise<void>;
  /** Tells the client how far it is, if that wants to know. */
  progress(done: number, total: number): Promise<void>;
}

interface SimulatedTool {
  readonly listed: JsonObject;
  run(call: ToolCall): JsonObject | Promise<JsonObject>;
}

const longestWaitSeconds = 60;

function said(text: string, more: JsonObject = {}): JsonObject {
  return { content: [{ type: 'text', text }], ...more };
}

function textOf(args: JsonObject, name: string): string {
  const text = asText(args[name]);
  if (text === undefined) throw new JsonRpcRefusal(invalidParams, `\`arguments.${name}\` is not a text.`);
  return text;
}

const textSchema = (name: string, description: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [name],
});

const echo: SimulatedTool = {
  listed: {
    name: 'echo',
    title: 'Echo',
    description: 'Says what it was told.',
    inputSchema: textSchema('text', 'What to say.'),
    outputSchema: textSchema('text', 'What was said.'),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  run({ args }) {
    const text = textOf(args, 'text');
    return said(text, { structuredContent: { text } });
  },
};

const slow: SimulatedTool = {
  listed: {
    name: 'slow',
    title: 'Slow',
    description: 'Takes its time, and tells how far it is.',
    inputSchema: {
      type: 'object',
      properties: {
        seconds: {
          type: 'integer',
          description: 'How long it takes.',
          minimum: 0,
          maximum: longestWaitSeconds,
          default: 2,
        },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async run({ args, wait, progress }) {
    const seconds = args['seconds'] === undefined ? 2 : asCount(args['seconds']);
    if (seconds === undefined || seconds > longestWaitSeconds) {
      const message = `\`arguments.seconds\` is not a whole number of up to ${longestWaitSeconds}.`;
      throw new JsonRpcRefusal(invalidParams, message);
    }
    for (let done = 0; done < seconds; done += 1) {
      await progress(done, seconds);
      await wait(1000);
    }
    return said(`It took ${seconds} s.`);
  },
};

const failing: SimulatedTool = {
  listed: {
    name: 'failing',
    title: 'Failing',
    description: 'Fails as tools do: with a result that reports the failure.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  run: () => said('It failed, as it always does.', { isError: true }),
};

/** The text that a client echoes, to connect an answer with its question. */
const asking = 'asked for a name';

const ask: SimulatedTool = {
  listed: {
    name: 'ask',
    title: 'Ask',
    description: 'Asks the user for a name, and greets.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
  },
  run({ asked: { params, isModern, capabilities } }) {
    if (!isModern)
      return said('It asks in revisions from 2026-07-28 on; this client speaks an older one.', {
        isError: true,
      });
    if (capabilities['elicitation'] === undefined) {
      const requiredCapabilities = { elicitation: { form: {} } };
      throw new JsonRpcRefusal(missingCapability, 'It needs a client that asks its user.', 400, {
        requiredCapabilities,
      });
    }
    const answer = asObject(asObject(params['inputResponses'])['name']);
    if (params['requestState'] !== asking || answer['action'] === undefined) return question;
    if (answer['action'] !== 'accept') return said('Nobody said a name.');
    return said(`Hello, ${asText(asObject(answer['content'])['name']) ?? 'you'}.`);
  },
};

const question: JsonObject = {
  resultType: 'input_required',
  inputRequests: {
    name: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'What is your name?',
        requestedSchema: {
          type: 'object',
          properties: { name: { type: 'string', title: 'Name' } },
          required: ['name'],
        },
      },
    },
  },
  requestState: asking,
};

const tools: readonly SimulatedTool[] = [echo, slow, failing, ask];

/** The answer to `tools/list`. */
export const listedTools: readonly JsonObject[] = tools.map(({ listed }) => listed);

/** Calls a tool. */
export async function callTool(call: ToolCall): Promise<JsonObject> {
  const tool = tools.find(({ listed }) => listed['name'] === call.asked.params['name']);
  if (tool === undefined) throw new JsonRpcRefusal(invalidParams, 'There is no tool of this name.');
  return tool.run(call);
}
