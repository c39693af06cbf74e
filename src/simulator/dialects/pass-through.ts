import type { ServedEndpoint } from '../../api/endpoints/index.ts';
import { askedOf, modelOf } from '../asked-fields.ts';
import { promptOfText } from '../prompt.ts';
import type { Asked } from '../reply.ts';
import { type Dialect, frame } from '../simulated-dialect.ts';

/**
 * The dialect of an endpoint whose wire form has no code of its own: it answers the sample, with its family's errors.
 */
export function passThrough({ sample }: ServedEndpoint, ofFamily: Dialect): Dialect {
  const answer = 'answer' in sample ? sample.answer : {};
  function whole({ model }: Asked): object {
    return 'model' in answer ? { ...answer, model } : answer;
  }
  return {
    requestIdHeader: ofFamily.requestIdHeader,
    error: ofFamily.error,
    errorEvent: ofFamily.errorEvent,
    read: (body) => askedOf(modelOf(body), { prompts: [promptOfText(JSON.stringify(body))] }),
    whole,
    frames: (asked) => [frame('mark', JSON.stringify(whole(asked)))],
  };
}
