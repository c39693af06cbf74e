import { inferredCapabilities } from '../../api/body/inferred-capabilities.ts';
import { scanBody } from '../../api/body/scanned-body.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import { endpoints, outputTokens } from '../../api/endpoints/index.ts';
import { bytesPerToken } from '../../lib/token-size.ts';
import type { ExplainQuestion } from './question.ts';

/** What a body asks for; `tags` is undefined where it has none, so that those of the header count. */
export type BodyQuestion = Pick<ExplainQuestion, 'model' | 'models' | 'needs' | 'tokens' | 'session'> & {
  readonly tags: readonly string[] | undefined;
};

/** Reads a request body as the gateway does. Throws the GatewayError that a client would get for it. */
export function bodyQuestion(bytes: Buffer, endpoint: EndpointName): BodyQuestion {
  const { model, models, tags, parsed, maxTokens, copies } = scanBody(bytes, endpoints[endpoint]);
  const session = parsed['prompt_cache_key'];
  return {
    model,
    models,
    tags,
    needs: inferredCapabilities(parsed, endpoints[endpoint]),
    tokens: {
      input: bytes.length / bytesPerToken,
      output: outputTokens(endpoints[endpoint], maxTokens, copies),
    },
    ...(typeof session === 'string' && { session }),
  };
}
