import { shownPath } from '../../config/text/files.ts';
import type { AdminParts } from '../admin-parts.ts';
import type { ConfigAnswer, ReloadsAnswer } from '../contract/answers.ts';
import { json } from '../http/admin-answer.ts';
import type { Route } from '../http/admin-route.ts';
import { gatewayAnswer, reloadOf } from './gateway-answer.ts';

/** The configuration that is served, and how it came to be. */
export function configRoutes({ view, configText }: AdminParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/gateway',
      access: 'read',
      async answer() {
        configText.keep(view);
        return json(await gatewayAnswer(view));
      },
    },
    {
      method: 'GET',
      path: '/api/config',
      access: 'read',
      async answer() {
        const { config, reloads } = view;
        const answer: ConfigAnswer = {
          revision: config.revision,
          file: shownPath(config.file),
          loaded_at: reloads.loadedAt,
          ...(await configText.of(view)),
        };
        return json(answer);
      },
    },
    {
      method: 'GET',
      path: '/api/reloads',
      access: 'read',
      answer() {
        const answer: ReloadsAnswer = { reloads: view.reloads.recent.map(reloadOf) };
        return json(answer);
      },
    },
  ];
}
