import { setTimeout as sleep } from 'node:timers/promises';
import { parseDuration } from '../../config/resolve/units.ts';
import type { AdminParts } from '../admin-parts.ts';
import { type Act, audit } from '../audit.ts';
import type { KeyRevokedAnswer, KeySecretAnswer, KeysAnswer, NewKey } from '../contract/answers.ts';
import { json } from '../http/admin-answer.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { AdminRequest, Route } from '../http/admin-route.ts';
import { keyLimits } from '../key-limits.ts';
import { callLine } from './call-line.ts';
import {
  bad,
  count,
  optionalEndpoints,
  optionalText,
  optionalTexts,
  refuseUnknown,
  text,
  word,
} from './request-fields.ts';

/** A key that was written is to be live at once; this long it is waited for. */
const liveWithinMs = 5000;
/** A month: whoever has the old secret has had time. */
const longestOverlapMs = 720 * 60 * 60 * 1000;

/** The keys, and what the dashboard does with those of the `keys_file`. */
export function keyRoutes(parts: AdminParts): readonly Route[] {
  const { view, memory, queryProcess, keyDesk } = parts;

  async function listed({ query }: AdminRequest): Promise<KeysAnswer> {
    const excerpt = { search: word(query, 'search') ?? '', limit: count(query, 'limit', 200, 1000) };
    const [{ total, keys, limits, rate_limits }, keysFile] = await Promise.all([
      queryProcess.ask(view.transfer, 'keys', excerpt),
      keyDesk.state(),
    ]);
    const used = await keyLimits(limits, view.limits);
    const shares = memory.lastHour.shares('key');
    return {
      total,
      keys: keys.map((key) => ({
        ...key,
        requests_last_hour: shares.get(key.id)?.requests ?? 0,
        last_used: memory.recent.lastUsed(key.id) ?? null,
        limits: used.get(key.id) ?? [],
      })),
      keys_file: keysFile,
      rate_limits,
    };
  }

  /**
   * Only a key of the `keys_file` can be changed: the main file is the operator's own. What stands in the file counts,
   * which is not what is served while something in it is wrong.
   */
  async function managedKey(id: string): Promise<void> {
    if (await keyDesk.has(id)) return;
    const key = await queryProcess.ask(view.transfer, 'key', { id });
    if (key === null || key.managed) throw new AdminRefusal('not_found', `No key is named "${id}".`);
    const where = `line ${key.line} of ${key.file}`;
    throw new AdminRefusal('conflict', `The key "${id}" stands on ${where} and is changed there.`);
  }

  async function withSecret(id: string, change: () => Promise<{ readonly secret: string }>) {
    const before = view.config.revision;
    const { secret } = await change();
    const problem = await taken(before);
    const target = await queryProcess.ask(view.transfer, 'call', { key: id });
    const curl = target === null ? null : callLine(view, target, secret);
    const answer: KeySecretAnswer = { id, secret, live: problem === null, problem, curl };
    return answer;
  }

  /** Waits until the workers serve what was written; null when they do, else why they don't. */
  async function taken(before: string): Promise<string | null> {
    const since = new Date().toISOString();
    view.reload();
    for (const end = performance.now() + liveWithinMs; performance.now() < end; await sleep(20)) {
      if (view.config.revision !== before) return null;
      const { last } = view.reloads;
      if (last?.outcome === 'rejected' && last.at >= since) return last.problems ?? 'the reload was rejected';
    }
    return 'It is written, but the gateway has not taken it yet; see Configuration.';
  }

  function noted(what: Act['what'], { caller, address }: AdminRequest, key: string): void {
    audit(parts.log, { what, caller, address, key });
  }

  return [
    {
      method: 'GET',
      path: '/api/keys',
      access: 'read',
      answer: async (request) => json(await listed(request)),
    },
    {
      method: 'POST',
      path: '/api/keys',
      access: 'change',
      async answer(request) {
        const key = newKey(request.body);
        if ((await queryProcess.ask(view.transfer, 'key', { id: key.id })) !== null) {
          throw new AdminRefusal('conflict', `A key is named "${key.id}" already.`);
        }
        const answer = await withSecret(key.id, () => keyDesk.create(key));
        noted('key created', request, key.id);
        return json(answer, 201);
      },
    },
    {
      method: 'POST',
      path: '/api/keys/{id}/rotate',
      access: 'change',
      async answer(request) {
        const { id, body } = request;
        refuseUnknown(body, ['overlap']);
        const overlapMs = overlapIn(optionalText(body, 'overlap'));
        await managedKey(id);
        const answer = await withSecret(id, () => keyDesk.rotate(id, overlapMs));
        noted('key rotated', request, id);
        return json(answer);
      },
    },
    {
      method: 'DELETE',
      path: '/api/keys/{id}',
      access: 'change',
      async answer(request) {
        const { id } = request;
        await managedKey(id);
        const before = view.config.revision;
        await keyDesk.revoke(id);
        noted('key revoked', request, id);
        const problem = await taken(before);
        const answer: KeyRevokedAnswer = { id, live: problem === null, problem };
        return json(answer);
      },
    },
  ];
}

function overlapIn(text: string | undefined): number {
  const ms = text === undefined ? 0 : parseDuration(text);
  if (ms === undefined || ms > longestOverlapMs)
    throw bad('"overlap" must be a duration such as 24h, at most 720h');
  return ms;
}

function newKey(body: AdminRequest['body']): NewKey {
  refuseUnknown(body, ['id', 'models', 'endpoints', 'rate_limit', 'expires']);
  const models = optionalTexts(body, 'models');
  const endpoints = optionalEndpoints(body, 'endpoints');
  const rateLimit = optionalText(body, 'rate_limit');
  const expires = optionalText(body, 'expires');
  return {
    id: text(body, 'id'),
    ...(models && { models }),
    ...(endpoints && { endpoints }),
    ...(rateLimit !== undefined && { rate_limit: rateLimit }),
    ...(expires !== undefined && { expires }),
  };
}
