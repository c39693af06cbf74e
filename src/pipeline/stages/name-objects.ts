import type { RequestBody } from '../../api/body/body-kinds.ts';
import { readJsonBody } from '../../api/body/json-body.ts';
import { readObjectBody } from '../../api/body/json-without-model.ts';
import { pathBelow } from '../../api/endpoints/stored-objects/object-calls.ts';
import { edited } from '../../api/signed-ids/edit-bytes.ts';
import { NamedObjects, type ObjectIds } from '../../api/signed-ids/object-ids.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Exchange } from '../exchange.ts';
import type { ObjectParts } from '../object-parts.ts';
import type { Stage } from '../stage.ts';

/**
 * Finds the objects that a request names, in its path, its query and its body: whether they are its key's, and which
 * backend has them. What goes on has the vendor's ids.
 */
export function nameObjects({ ids }: ObjectParts): Stage {
  return function nameObjects(exchange, next) {
    const { served, objectIds } = exchange;
    const named = new NamedObjects();
    const key = exchange.key!.config;
    // Of endpoints that a configuration declares nothing is known but the model.
    if (ids !== undefined && served.model === undefined) takeBody(exchange, ids, named);
    if (served.call !== undefined) {
      const opened = ids === undefined ? objectIds : ids.inPath(served.call, objectIds, key, named);
      exchange.objectPath = pathBelow(served.call, opened);
      if (ids !== undefined) exchange.query = ids.inQuery(exchange.query, key, named);
    }
    exchange.pinned = named.backend;
    return next(exchange);
  };
}

function takeBody(exchange: Exchange, ids: ObjectIds, named: NamedObjects): void {
  const { body } = exchange;
  // Forms and files hold no ids.
  if (body?.kind !== 'json' && body?.kind !== 'object') return;
  const items = exchange.served.takesItems === true ? shapeOf(body) : undefined;
  const edits = ids.inBody(body.bytes, exchange.key!.config, named, items);
  if (edits.length === 0) return;
  const bytes = edited(body.bytes, edits);
  exchange.body = reread(body, bytes, exchange);
  exchange.summary = exchange.body.summary;
}

function shapeOf(body: Extract<RequestBody, { readonly kind: 'json' | 'object' }>): JsonObject {
  return body.kind === 'json' ? body.skeleton : (JSON.parse(body.bytes.toString()) as JsonObject);
}

/** The same body with other ids in it. */
function reread(body: RequestBody, bytes: Buffer, { served }: Exchange): RequestBody {
  return body.kind === 'json' ? readJsonBody(bytes, served) : readObjectBody(bytes, served);
}
