import { setTimeout as sleep } from 'node:timers/promises';
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import { parseDuration } from '../../config/resolve/units.ts';
import type { KeyTerms } from '../../keys/keys-file.ts';
import type { AdminParts } from '../admin-parts.ts';
import { type Act, audit } from '../audit.ts';
import {
  type KeyRevokedAnswer,
  type KeySecretAnswer,
  type KeysAnswer,
  keyChanges,
  keyRevokedAnswer,
  keySecretAnswer,
  keysAnswer,
  type NewKey,
  newKey,
  rotation,
} from '../contract/keys.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { keyLimits } from '../key-limits.ts';
import { type ApiRequest, jsonRoute } from './api-route.ts';
import { callLine } from './call-line.ts';
import { limit, word } from './parameters.ts';
import { bad, optionalGrants, optionalText, optionalTexts, text } from './request-fields.ts';

/** A key that was written is to be live at once; this long it is waited for. */
const liveWithinMs = 5000;
/** A month: whoever has the old secret has had time. */
const longestOverlapMs = 720 * 60 * 60 * 1000;

const wanted = { search: word('Part of the id.'), limit: limit(200) };

/** The keys, and what the dashboard does with those of the `keys_file`. */
export function keyRoutes(parts: AdminParts): readonly Route[] {
  const { view, memory, queryProcess, keys } = parts;

  async function listed({ query }: ApiRequest<typeof wanted>): Promise<KeysAnswer> {
    const excerpt = { search: query.search ?? '', limit: query.limit };
    const [{ total, keys: written, limits, rate_limits }, keysFileState] = await Promise.all([
      queryProcess.ask(view.transfer, 'keys', excerpt),
      keys.fileState(),
    ]);
    const used = await keyLimits(limits, view.limits);
    const shares = memory.lastHour.shares('key');
    return {
      total,
      keys: written.map((key) => ({
        ...key,
        requests_last_hour: shares.get(key.id)?.requests ?? 0,
        last_used: memory.lastUses.of(key.id) ?? null,
        never_used: memory.lastUses.wereNone(key.id, key.created),
        limits: used.get(key.id) ?? [],
      })),
      keys_file: keysFileState,
      keys_store: keys.storeState(),
      rate_limits,
    };
  }

  /**
   * Only a key of the `keys_file` or the `keys_store` can be changed: the main file is the operator's own. What stands there counts,
   * which is not what is served while something in it is wrong.
   */
  async function managedKey(id: string): Promise<void> {
    if ((await keys.placeOf(id)) !== undefined) return;
    const key = await queryProcess.ask(view.transfer, 'key', { id });
    if (key === null || key.managed) throw new AdminRefusal('not_found', `No key is named "${id}".`);
    const where = `line ${key.line} of ${key.file}`;
    throw new AdminRefusal('conflict', `The key "${id}" is on ${where} and is changed there.`);
  }

  async function withSecret(
    id: string,
    change: () => Promise<{ readonly secret: string }>,
  ): Promise<KeySecretAnswer> {
    const before = view.config.revision;
    const { secret } = await change();
    const problem = await taken(before);
    const target = await queryProcess.ask(view.transfer, 'call', { key: id });
    const curl = target === null ? null : callLine(view, target, secret);
    return { id, secret, live: problem === null, problem, curl };
  }

  /** Waits until the workers serve what was written; null when they do, else why they don't. */
  async function taken(before: string): Promise<string | null> {
    const since = new Date().toISOString();
    void view.reload();
    for (const end = performance.now() + liveWithinMs; performance.now() < end; await sleep(20)) {
      if (view.config.revision !== before) return null;
      const { last } = view.reloads;
      if (last?.outcome === 'rejected' && last.at >= since) return last.problems ?? 'the reload was rejected';
    }
    return 'It is written, but the gateway has not taken it yet; see Configuration.';
  }

  /** A change that shows no secret. */
  async function changed(
    what: Act['what'],
    request: ApiRequest,
    change: (id: string) => Promise<void>,
  ): Promise<KeyRevokedAnswer> {
    const { id } = request;
    await managedKey(id);
    const before = view.config.revision;
    await change(id);
    noted(what, request, id);
    const problem = await taken(before);
    return { id, live: problem === null, problem };
  }

  function noted(what: Act['what'], { caller, address }: ApiRequest, key: string): void {
    audit(parts.log, { what, caller, address, key });
  }

  return [
    jsonRoute({
      method: 'GET',
      path: '/api/keys',
      access: 'read',
      summary: 'Keys, never their secrets.',
      query: wanted,
      answers: keysAnswer,
      answer: listed,
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/keys',
      access: 'change',
      summary: 'Makes a key, in the `keys_store` where there is one, else in the `keys_file`.',
      body: newKey,
      status: 201,
      answers: keySecretAnswer,
      async answer(request) {
        const key = newKeyOf(request.body, endpointsOf(view.config).names);
        if ((await queryProcess.ask(view.transfer, 'key', { id: key.id })) !== null) {
          throw new AdminRefusal('conflict', `A key is named "${key.id}" already.`);
        }
        const answer = await withSecret(key.id, () => keys.create(key));
        noted('key created', request, key.id);
        return answer;
      },
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/keys/{id}/rotate',
      access: 'change',
      summary: 'Gives a key of the `keys_file` or the `keys_store` a new secret.',
      body: rotation,
      answers: keySecretAnswer,
      async answer(request) {
        const { id, body } = request;
        const overlapMs = overlapIn(optionalText(body, 'overlap'));
        await managedKey(id);
        const answer = await withSecret(id, () => keys.rotate(id, overlapMs));
        noted('key rotated', request, id);
        return answer;
      },
    }),
    jsonRoute({
      method: 'DELETE',
      path: '/api/keys/{id}',
      access: 'change',
      summary: 'Revokes a key of the `keys_file` or the `keys_store`.',
      answers: keyRevokedAnswer,
      answer: (request) => changed('key revoked', request, (id) => keys.revoke(id)),
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/keys/{id}',
      access: 'change',
      summary: 'Gives a key other terms; its secret stays. What is absent stays, null takes a field away.',
      body: keyChanges,
      answers: keyRevokedAnswer,
      answer: (request) => {
        const terms = keyTermsOf(request.body, endpointsOf(view.config).names);
        if (Object.keys(terms).length === 0) throw bad('the body names nothing that is to be different');
        return changed('key updated', request, (id) => keys.update(id, terms));
      },
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/keys/{id}/disable',
      access: 'change',
      summary: 'Refuses a key without removing it.',
      answers: keyRevokedAnswer,
      answer: (request) => changed('key disabled', request, (id) => keys.setDisabled(id, true)),
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/keys/{id}/enable',
      access: 'change',
      summary: 'Takes a disabled key again.',
      answers: keyRevokedAnswer,
      answer: (request) => changed('key enabled', request, (id) => keys.setDisabled(id, false)),
    }),
  ];
}

function overlapIn(text: string | undefined): number {
  const ms = text === undefined ? 0 : parseDuration(text);
  if (ms === undefined || ms > longestOverlapMs)
    throw bad('"overlap" must be a duration such as 24h, at most 30d');
  return ms;
}

function newKeyOf(body: ApiRequest['body'], names: readonly EndpointName[]): NewKey {
  const given = Object.entries(keyTermsOf(body, names)).filter(([, value]) => value !== null);
  return { id: text(body, 'id'), ...Object.fromEntries(given) };
}

/** The terms in the body; null for a field that the request removes. */
function keyTermsOf(body: ApiRequest['body'], names: readonly EndpointName[]): KeyTerms {
  const texts = (['rate_limit', 'group', 'expires', 'owner', 'note'] as const).map(
    (name) => [name, optionalText(body, name)] as const,
  );
  const read = [
    ['models', optionalTexts(body, 'models')] as const,
    ['tools', optionalTexts(body, 'tools', 'none')] as const,
    ['endpoints', optionalGrants(body, 'endpoints', names)] as const,
    ...texts,
  ];
  return Object.fromEntries(
    read.flatMap(([name, value]) =>
      value === undefined && body[name] !== null ? [] : [[name, value ?? null] as const],
    ),
  ) as KeyTerms;
}
