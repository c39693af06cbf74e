import type { AdminParts } from '../admin-parts.ts';
import { audit, nameOf } from '../audit.ts';
import { type DrainAnswer, type DrainedAnswer, drainAnswer, drainedAnswer } from '../contract/deployments.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { type ApiRequest, jsonRoute } from './api-route.ts';

/** Takes deployments out while serving, and back. */
export function deploymentRoutes({ view, log, queryProcess }: AdminParts): readonly Route[] {
  const { drains } = view;

  async function drain({ id, caller, address }: ApiRequest): Promise<DrainAnswer> {
    if (!(await queryProcess.ask(view.transfer, 'deployment', { name: id }))) {
      const hint =
        'give MODEL/NAME, or MODEL/NAME@REPLICA, as GET /api/models lists it, percent-encoded as one segment';
      throw new AdminRefusal('not_found', `No deployment is named "${id}"; ${hint}.`);
    }
    const drained = await writing(() => drains.drain(id, nameOf(caller)));
    audit(log, { what: 'deployment drained', caller, address, deployment: id });
    return { deployment: id, drained: { at: drained.at, by: drained.by } };
  }

  /** A name that the file has no more may still be drained, and come back with an edit. */
  async function resume({ id, caller, address }: ApiRequest): Promise<DrainAnswer> {
    if (!(await writing(() => drains.resume(id))))
      throw new AdminRefusal('not_found', `"${id}" is not drained.`);
    audit(log, { what: 'deployment resumed', caller, address, deployment: id });
    return { deployment: id, drained: null };
  }

  /** Refuses a change that can't be saved: a restart would undo it unnoticed. */
  async function writing<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (err) {
      const { dir } = view.config.state;
      log.error({ err, state_dir: dir }, 'the list of drained deployments can not be written');
      const reason = (err as Error).message;
      throw new AdminRefusal(
        'unavailable',
        `Nothing was changed: it can't be written to ${dir} (${reason}). Make room there, or give the gateway's user the right to write.`,
      );
    }
  }

  return [
    jsonRoute({
      method: 'GET',
      path: '/api/deployments',
      access: 'read',
      summary: 'The deployments that are drained.',
      answers: drainedAnswer,
      answer: (): DrainedAnswer => ({ drained: drains.list }),
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/deployments/{id}/drain',
      access: 'change',
      summary: 'Takes a deployment out until that is undone, also over a restart; requests in flight end.',
      answers: drainAnswer,
      answer: drain,
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/deployments/{id}/resume',
      access: 'change',
      summary: 'Undoes that.',
      answers: drainAnswer,
      answer: resume,
    }),
  ];
}
