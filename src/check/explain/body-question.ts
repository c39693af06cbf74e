import { readDeclaredJson } from '../../api/body/declared-endpoints/json-body-of-declared.ts';
import { type JsonBody, readJsonBody } from '../../api/body/json-body.ts';
import { boundaryOf } from '../../api/body/multipart/boundary.ts';
import { type FormBody, readFormBody } from '../../api/body/multipart/form-body.ts';
import { builtIn, endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName, ServedEndpoint } from '../../api/endpoints/index.ts';
import { outputTokens } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types/gateway.ts';
import { GatewayError } from '../../errors.ts';
import { atOnce } from '../../lib/steps.ts';
import { bytesPerToken } from '../../lib/token-size.ts';
import type { ExplainQuestion } from './question.ts';

/**
 * The parts of a question that a body answers; `tags` is undefined if it names none, so that those of the header count.
 */
export type BodyQuestion = Pick<
  ExplainQuestion,
  'model' | 'models' | 'needs' | 'nested' | 'tokens' | 'session'
> & {
  readonly tags: readonly string[] | undefined;
};

/**
 * Reads a request body as the gateway does. Throws the GatewayError that a client would get for it.
 *
 * @param config Has the models of requests that name none; undefined if such a body is refused.
 */
export function bodyQuestion(
  bytes: Buffer,
  endpoint: EndpointName,
  config: Pick<Config, 'endpoints' | 'declaredEndpoints'> | undefined,
): BodyQuestion {
  const called = (config === undefined ? builtIn : endpointsOf(config)).of(endpoint);
  const body = readBody(bytes, called, config?.endpoints[endpoint]?.defaultModel);
  const { model, models, tags, maxTokens, copies, cacheKey, nested } = body.summary;
  return {
    model,
    models,
    tags,
    needs: body.needs(),
    ...(nested !== undefined && { nested }),
    tokens: {
      input: bytes.length / bytesPerToken,
      output: outputTokens(called, maxTokens, copies),
    },
    ...(cacheKey !== undefined && { session: cacheKey }),
  };
}

/** A file has no media type: if an endpoint takes both forms, a body that begins like a form is one. */
function readBody(
  bytes: Buffer,
  endpoint: ServedEndpoint,
  defaultModel: string | undefined,
): JsonBody | FormBody {
  const { body: rules } = endpoint;
  const looksLikeForm = bytes.subarray(0, 2).toString('latin1') === '--';
  switch (rules.kind) {
    case 'json':
      if (endpoint.model !== undefined) return readDeclaredJson(bytes, endpoint, defaultModel);
      return readJsonBody(bytes, endpoint, defaultModel);
    case 'multipart':
    case 'multipart_or_json': {
      if (rules.kind === 'multipart_or_json' && !looksLikeForm) {
        return readJsonBody(bytes, endpoint, defaultModel);
      }
      const form = rules.kind === 'multipart' ? rules : rules.form;
      return atOnce(readFormBody(bytes, boundaryIn(bytes), endpoint, form, defaultModel));
    }
    default:
      throw new GatewayError(
        'invalid_value',
        `A body of \`${endpoint.name}\` names no model, and is not looked at; leave it out.`,
      );
  }
}

/** The longest delimiter that RFC 2046 allows, with its `--` and the end of the line. */
const longestDelimiter = 74;

/** The boundary between the parts of a form, from its first line. */
function boundaryIn(bytes: Buffer): string {
  const [, boundary] = /^--([^\r\n]+)\r\n/.exec(bytes.toString('latin1', 0, longestDelimiter)) ?? [];
  if (boundary === undefined) {
    throw new GatewayError(
      'invalid_form',
      'The body is no form: its first line is not `--` and a boundary; give the form as it was sent, byte for byte.',
    );
  }
  return boundaryOf(`multipart/form-data; boundary="${boundary}"`);
}
