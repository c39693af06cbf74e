import { modelOf } from '../../asked-fields.ts';
import { isObject } from '../../json-values.ts';
import type { Dialect } from '../../simulated-dialect.ts';
import { refuse } from '../../strictness/refuse.ts';
import { messages, readMessages } from '../messages.ts';
import { eventFrame } from './amazon-frame.ts';
import { bedrockRuntime } from './bedrock-errors.ts';

/** The place of the model's name, and of the wish for a stream. */
export const invokePath = /^\/model\/([^/]+)\/(invoke|invoke-with-response-stream)$/;

/** `InvokeModel` and `InvokeModelWithResponseStream` of Claude: messages in an envelope of Amazon's. */
export const invoke: Dialect = {
  ...messages,
  ...bedrockRuntime,
  read(body, path) {
    const [, named = '', operation] = invokePath.exec(path) ?? [];
    for (const key of ['model', 'stream'])
      if (key in body) refuse(`Malformed input request: extraneous key [${key}] is not permitted`);
    if (typeof body['anthropic_version'] !== 'string')
      refuse('Malformed input request: required key [anthropic_version] not found');
    const model = modelOf({ model: decodeURIComponent(named) });
    return readMessages(body, model, operation === 'invoke-with-response-stream');
  },
  frames: (asked, answer, body) =>
    messages.frames(asked, answer, body).map((one) => {
      const [, json = ''] = /^data: (.*)$/m.exec(one.data.toString()) ?? [];
      const event: unknown = JSON.parse(json);
      const metrics = {
        inputTokenCount: answer.inputTokens,
        outputTokenCount: answer.outputTokens,
        invocationLatency: 1,
      };
      const isLast = isObject(event) && event['type'] === 'message_stop';
      const text = isLast ? JSON.stringify({ ...event, 'amazon-bedrock-invocationMetrics': metrics }) : json;
      return { ...one, data: eventFrame('chunk', { bytes: Buffer.from(text).toString('base64') }) };
    }),
};
