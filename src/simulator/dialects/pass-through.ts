import type { ServedEndpoint } from '../../api/endpoints/index.ts';
import { modelOf } from '../asked-fields.ts';
import { promptOfText } from '../prompt.ts';
import type { Asked } from '../reply.ts';
import { type Dialect, frame } from '../simulated-dialect.ts';

/** What an endpoint whose wire form has no code of its own answers: its sample, in the words of its family's errors. */
export function passThrough({ sample }: ServedEndpoint, ofFamily: Dialect): Dialect {
  const answer = 'answer' in sample ? sample.answer : {};
  function whole({ model }: Asked): object {
    return 'model' in answer ? { ...answer, model } : answer;
  }
  return {
    requestIdHeader: ofFamily.requestIdHeader,
    error: ofFamily.error,
    errorEvent: ofFamily.errorEvent,
    read: (body) => ({
      model: modelOf(body),
      stream: false,
      prompts: [promptOfText(JSON.stringify(body))],
      copies: 1,
      maxTokens: undefined,
      stop: [],
      call: undefined,
      format: undefined,
      topLogprobs: undefined,
    }),
    whole,
    frames: (asked) => [frame('mark', JSON.stringify(whole(asked)))],
  };
}
