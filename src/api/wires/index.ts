import { type TargetDialect, targetDefinitions } from '../../config/target-dialects/index.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { EndpointName } from '../endpoints/index.ts';
import { bedrockWire } from './bedrock/bedrock.ts';
import { converseWire } from './bedrock/converse.ts';
import { vertexCountWire, vertexWire } from './vertex.ts';
import type { Wire } from './wire.ts';

/** The wire of a backend on one of its endpoints; undefined where that is spoken as it is everywhere. */
export function wireOf(
  { wire, request }: Pick<BackendConfig, 'wire' | 'request'>,
  endpoint: EndpointName,
): Wire | undefined {
  switch (wire?.kind) {
    case undefined:
      return undefined;
    case 'vertex':
      if (endpoint === 'count_tokens') return vertexCountWire(wire, request);
      return endpoint === 'messages' ? vertexWire(wire, request) : undefined;
    case 'bedrock':
      return endpoint === 'messages' ? bedrockWire(wire, request) : undefined;
  }
}

/** The wire of what a backend is asked in by translation; undefined where that is spoken as it is everywhere. */
export function targetWire(
  backend: Pick<BackendConfig, 'wire' | 'request'>,
  to: TargetDialect,
): Wire | undefined {
  switch (targetDefinitions[to].wire) {
    case 'converse':
      return converseWire(backend.request);
    case 'of_backend':
      return wireOf(backend, to as EndpointName);
    case undefined:
      return undefined;
  }
}
