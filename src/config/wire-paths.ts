import type { EndpointSet } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { BuiltInName, EndpointName } from '../api/endpoints/index.ts';
import { endpointPaths } from './backend-url.ts';
import type { BackendConfig, WireConfig } from './types/backends.ts';

type Paths = Pick<BackendConfig, 'paths' | 'streamPaths'>;

/** The paths of a wire's own, behind what stands before `/v1` in the URL. */
export function ownPathsOf(
  wire: WireConfig,
  basePath: string,
): { readonly [part in keyof Paths]: Readonly<Partial<Record<BuiltInName, string>>> } {
  switch (wire.kind) {
    case 'vertex': {
      const { project, location } = wire;
      const models = `${basePath}/v1/projects/${project}/locations/${location}/publishers/anthropic/models`;
      return {
        paths: {
          messages: `${models}/{model}:rawPredict`,
          count_tokens: `${models}/count-tokens:rawPredict`,
        },
        streamPaths: { messages: `${models}/{model}:streamRawPredict` },
      };
    }
    case 'bedrock': {
      // One host serves both; a URL that leads to the one is good for the other.
      const root = basePath.replace(/\/openai$/, '');
      return {
        paths: {
          chat_completions: `${root}/openai/v1/chat/completions`,
          messages: `${root}/model/{model}/invoke`,
          responses: `${root}/openai/v1/responses`,
        },
        streamPaths: { messages: `${root}/model/{model}/invoke-with-response-stream` },
      };
    }
  }
}

/** Complete request paths of a backend whose file names none: the usual ones, but for what its wire has of its own. */
export function wirePaths(wire: WireConfig | undefined, basePath: string, endpoints: EndpointSet): Paths {
  const usual: Record<EndpointName, string> = endpointPaths(basePath, endpoints);
  if (wire === undefined) return { paths: usual, streamPaths: {} };
  const own = ownPathsOf(wire, basePath);
  return { paths: Object.assign(usual, own.paths), streamPaths: own.streamPaths };
}
