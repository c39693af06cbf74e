import type { RequestBody } from '../../../api/body/body-kinds.ts';
import { pathBelow } from '../../../api/endpoints/stored-objects/object-calls.ts';
import { BatchLines } from '../../../api/signed-ids/batch-lines.ts';
import { edited } from '../../../api/signed-ids/edit-bytes.ts';
import { membersNamed } from '../../../api/signed-ids/member-ranges.ts';
import { NamedObjects, type ObjectIds } from '../../../api/signed-ids/object-ids.ts';
import { GatewayError } from '../../../errors.ts';
import { type JsonObject, parseObject } from '../../../lib/json.ts';
import type { Exchange } from '../../exchange.ts';
import type { ObjectParts } from '../../object-parts.ts';
import { replaceBody } from '../../reread-body.ts';
import type { Stage } from '../../stage.ts';

/**
 * Finds the objects that a request names, in its path, its query and its body, checks that they are its key's, and
 * finds their backend. The request goes on with the vendor's ids.
 */
export function resolveObjectIds({ ids, batches }: Pick<ObjectParts, 'ids' | 'batches'>): Stage {
  return function resolveObjectIds(exchange, next) {
    const { served, objectIds } = exchange;
    const named = new NamedObjects();
    const key = exchange.key!.config;
    // Only the model of declared endpoints is known.
    if (ids !== undefined && served.model === undefined) takeBody(exchange, ids, named);
    if (served.call !== undefined) {
      const opened = ids === undefined ? objectIds : ids.inPath(served.call, objectIds, key, named);
      exchange.objectPath = pathBelow(served.call, opened);
      if (ids !== undefined) exchange.query = ids.inQuery(exchange.query, key, named);
    }
    exchange.pinned = named.backend;
    if (served.call === undefined) exchange.continues = named.turns;
    if (ids !== undefined && batches !== undefined) lookIntoFiles(exchange, ids);
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
  replaceBody(exchange, body, bytes);
}

/** Requests of a batch name objects in the lines of its file. */
function lookIntoFiles(exchange: Exchange, ids: ObjectIds): void {
  const { served, upload, body, query } = exchange;
  if (served.call?.method !== 'POST' || served.call.ids.length > 0) return;
  if (served.name === 'uploads') return refuseBatchInParts(body);
  if (served.name !== 'files' || upload === undefined) return;
  const key = exchange.key!.config;
  const named = new NamedObjects();
  const idsOf = (bytes: Buffer, request: JsonObject) => {
    const edits = ids.inBody(bytes, key, named, request);
    if (named.backend === undefined || named.backend === exchange.relayed.backend) return edits;
    throw new GatewayError(
      'invalid_value',
      'The file goes to another place than what it names; what belongs together has to be made together.',
    );
  };
  // A field of the form in the query could give the file's kind, too.
  upload.through(new BatchLines(idsOf, query !== ''));
}

/** Parts may be cut anywhere, so the lines of their file can't be read. */
function refuseBatchInParts(body: RequestBody | undefined): void {
  if (body?.kind !== 'object' || parseObject(body.bytes.toString()) === undefined) return;
  const purposes = membersNamed(body.bytes, 'purpose').map(({ from, to }) =>
    String(JSON.parse(body.bytes.toString('utf8', from, to))),
  );
  if (!purposes.some((purpose) => purpose.trim().toLowerCase() === 'batch')) return;
  throw new GatewayError(
    'invalid_value',
    'The file of a batch is uploaded in one piece, by POST /v1/files, so that the ids in it can be checked.',
    { param: 'purpose' },
  );
}

function shapeOf(body: Extract<RequestBody, { readonly kind: 'json' | 'object' }>): JsonObject {
  return body.kind === 'json' ? body.skeleton : (JSON.parse(body.bytes.toString()) as JsonObject);
}
