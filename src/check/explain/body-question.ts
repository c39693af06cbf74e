import { readDeclaredJson } from '../../api/body/declared/json.ts';
import { readJsonBody } from '../../api/body/json-body.ts';
import { builtIn, endpointsOf } from '../../api/endpoints/declared/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import { outputTokens } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types.ts';
import { bytesPerToken } from '../../lib/token-size.ts';
import type { ExplainQuestion } from './question.ts';

/** What a body asks for; `tags` is undefined where it has none, so that those of the header count. */
export type BodyQuestion = Pick<ExplainQuestion, 'model' | 'models' | 'needs' | 'tokens' | 'session'> & {
  readonly tags: readonly string[] | undefined;
};

/**
 * Reads a request body as the gateway does. Throws the GatewayError that a client would get for it.
 *
 * @param config Has the models of requests that name none; undefined where such a body is refused.
 */
export function bodyQuestion(
  bytes: Buffer,
  endpoint: EndpointName,
  config: Pick<Config, 'endpoints' | 'declaredEndpoints'> | undefined,
): BodyQuestion {
  const called = (config === undefined ? builtIn : endpointsOf(config)).of(endpoint);
  const read = called.model === undefined ? readJsonBody : readDeclaredJson;
  const body = read(bytes, called, config?.endpoints[endpoint]?.defaultModel);
  const { model, models, tags, maxTokens, copies, cacheKey } = body.summary;
  return {
    model,
    models,
    tags,
    needs: body.needs(),
    tokens: {
      input: bytes.length / bytesPerToken,
      output: outputTokens(called, maxTokens, copies),
    },
    ...(cacheKey !== undefined && { session: cacheKey }),
  };
}
