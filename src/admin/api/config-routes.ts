import { shownPath } from '../../config/text/files.ts';
import type { AdminParts } from '../admin-parts.ts';
import { audit } from '../audit.ts';
import {
  type ConfigAnswer,
  configAnswer,
  gatewayAnswer,
  type Reload,
  type ReloadsAnswer,
  reload,
  reloadsAnswer,
} from '../contract/gateway.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { jsonRoute } from './api-route.ts';
import { gatewayNow, reloadOf } from './gateway-answer.ts';

/** The configuration that is served, and how it came to be. */
export function configRoutes({ view, log, configText }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/gateway',
      access: 'read',
      summary: 'The gateway itself, and whether its files are good.',
      answers: gatewayAnswer,
      answer() {
        configText.keep(view);
        return gatewayNow(view);
      },
    }),
    jsonRoute({
      method: 'GET',
      path: '/api/config',
      access: 'read',
      summary: 'The files as they are served, secrets masked.',
      answers: configAnswer,
      async answer(): Promise<ConfigAnswer> {
        const { config, reloads } = view;
        return {
          revision: config.revision,
          file: shownPath(config.file),
          loaded_at: reloads.loadedAt,
          ...(await configText.of(view)),
        };
      },
    }),
    jsonRoute({
      method: 'GET',
      path: '/api/reloads',
      access: 'read',
      summary: 'The latest reloads, newest first.',
      answers: reloadsAnswer,
      answer: (): ReloadsAnswer => ({ reloads: view.reloads.recent.map(reloadOf) }),
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/reload',
      access: 'change',
      summary:
        'Reads the files again now, and returns the outcome; until then the gateway serves the present version.',
      answers: reload,
      async answer({ caller, address }): Promise<Reload> {
        const record = await view.reload();
        if (record === undefined)
          throw new AdminRefusal(
            'unavailable',
            'The files are not read: the gateway stops, or keeps what it was started with.',
          );
        audit(log, { what: 'files reloaded', caller, address, outcome: record.outcome });
        return reloadOf(record);
      },
    }),
  ];
}
