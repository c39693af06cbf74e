/** Bodies that are JSON objects and name no model: they go on as they came. */
import type { CapabilityName } from '../dialects/needs.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';
import { edited } from '../signed-ids/edit-bytes.ts';
import { bodyLimits } from './body-limits.ts';
import type { BodySummary } from './body-summary.ts';
import { summaryOfNoModel } from './no-body.ts';
import type { BodyChanges, EncodedBody } from './rewrite-body.ts';
import { scanObject } from './scan-json.ts';

const nothing: readonly never[] = [];

export class ObjectBody {
  readonly kind = 'object';
  readonly summary: BodySummary;
  /** As they came. They are never written to. */
  readonly bytes: Buffer;

  constructor(bytes: Buffer, endpoint: ServedEndpoint) {
    this.bytes = bytes;
    this.summary = { ...summaryOfNoModel(endpoint), bytes: bytes.length };
  }

  needs(): readonly CapabilityName[] {
    return nothing;
  }

  encode({ renamed = nothing }: BodyChanges): EncodedBody {
    const bytes = edited(this.bytes, renamed);
    return { chunks: [bytes], length: bytes.length };
  }
}

/** @throws GatewayError `invalid_json` */
export function readObjectBody(bytes: Buffer, endpoint: ServedEndpoint): ObjectBody {
  scanObject(bytes, { ...bodyLimits, wanted: nothing, guarded: nothing });
  return new ObjectBody(bytes, endpoint);
}
