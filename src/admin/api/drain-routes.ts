import type { DrainKind } from '../../supervisor/state/drains.ts';
import type { AdminParts } from '../admin-parts.ts';
import { audit, nameOf } from '../audit.ts';
import { type DrainAnswer, type DrainedAnswer, drainAnswer, drainedAnswer } from '../contract/deployments.ts';
import {
  type DrainMeanings,
  drainMeanings,
  type ToolDrainAnswer,
  toolDrainAnswer,
} from '../contract/tool-servers.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { isListed } from '../live/tool-server-states.ts';
import { isDrainableTool } from '../query-process/drainable-names.ts';
import { type ApiRequest, jsonRoute } from './api-route.ts';
import { bad } from './request-fields.ts';

/** Takes deployments and tools out while serving, and back. */
export function drainRoutes({ view, log, queryProcess }: AdminParts): readonly Route[] {
  const isDeployment = (name: string) => queryProcess.ask(view.transfer, 'deployment', { name });
  const isTool = (name: string) => isDrainableTool(view.config.mcp, name);

  async function drainDeployment({ id, caller, address }: ApiRequest): Promise<DrainAnswer> {
    if (!(await isDeployment(id))) {
      const hint =
        'give MODEL/NAME, or MODEL/NAME@REPLICA, as GET /api/models lists it, percent-encoded as one segment';
      throw new AdminRefusal('not_found', `No deployment is named "${id}"; ${hint}.`);
    }
    const { at, by } = await writing(() => view.drains.drain('deployments', id, nameOf(caller)));
    audit(log, { what: 'deployment drained', caller, address, deployment: id });
    return { deployment: id, drained: { at, by } };
  }

  async function resumeDeployment({ id, caller, address }: ApiRequest): Promise<DrainAnswer> {
    await resume('deployments', id);
    audit(log, { what: 'deployment resumed', caller, address, deployment: id });
    return { deployment: id, drained: null };
  }

  async function drainTool({ id, caller, address }: ApiRequest): Promise<ToolDrainAnswer> {
    if (!isTool(id)) {
      const hint =
        'give SERVER, or SERVER/TOOL with its own name of a tool that `tools` offers, percent-encoded as one segment';
      throw new AdminRefusal('not_found', `No server or tool is named "${id}"; ${hint}.`);
    }
    // Nothing would be taken out, and somebody would believe that it is.
    if (id.includes('*') && isListed(await view.toolServers(), id) !== true)
      throw bad(`"${id}" is a pattern, and a drain takes one name: give each tool, or the whole server`);
    const { at, by } = await writing(() => view.drains.drain('tools', id, nameOf(caller)));
    audit(log, { what: 'tool drained', caller, address, tool: id });
    return { tool: id, drained: { at, by }, listed: isListed(await view.toolServers(), id) };
  }

  async function resumeTool({ id, caller, address }: ApiRequest): Promise<ToolDrainAnswer> {
    await resume('tools', id);
    audit(log, { what: 'tool resumed', caller, address, tool: id });
    return { tool: id, drained: null, listed: isListed(await view.toolServers(), id) };
  }

  /** A name that the file has no more may still be drained, and come back with an edit. */
  async function resume(kind: DrainKind, id: string): Promise<void> {
    if (!(await writing(() => view.drains.resume(kind, id))))
      throw new AdminRefusal('not_found', `"${id}" is not drained.`);
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

  async function meanings({ id }: ApiRequest): Promise<DrainMeanings> {
    const meaning = (kind: DrainKind, isThere: boolean) =>
      view.drains.of(kind).some(({ name }) => name === id) ? 'drained' : isThere ? 'serving' : 'none';
    return {
      deployment: meaning('deployments', await isDeployment(id)),
      tool: meaning('tools', isTool(id)),
    };
  }

  return [
    jsonRoute({
      method: 'GET',
      path: '/api/drains/{id}',
      access: 'read',
      summary: 'The meanings of a name that can be drained: a deployment, a tool server or tool, or both.',
      answers: drainMeanings,
      answer: meanings,
    }),
    jsonRoute({
      method: 'GET',
      path: '/api/deployments',
      access: 'read',
      summary: 'The deployments that are drained.',
      answers: drainedAnswer,
      answer: (): DrainedAnswer => ({
        drained: view.drains.of('deployments').map(({ name, at, by }) => ({ deployment: name, at, by })),
      }),
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/deployments/{id}/drain',
      access: 'change',
      summary: 'Takes a deployment out until that is undone, also over a restart; requests in flight end.',
      answers: drainAnswer,
      answer: drainDeployment,
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/deployments/{id}/resume',
      access: 'change',
      summary: 'Undoes that.',
      answers: drainAnswer,
      answer: resumeDeployment,
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/tools/{id}/drain',
      access: 'change',
      summary:
        'Takes a server of `mcp`, or one of its tools, out of lists and calls until that is undone, also over a restart; calls in flight end.',
      answers: toolDrainAnswer,
      answer: drainTool,
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/tools/{id}/resume',
      access: 'change',
      summary: 'Undoes that.',
      answers: toolDrainAnswer,
      answer: resumeTool,
    }),
  ];
}
