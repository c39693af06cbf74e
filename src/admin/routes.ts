import { json, plain } from './answer.ts';
import { configRoutes } from './api/config.ts';
import { explainRoutes } from './api/explain.ts';
import { keyRoutes } from './api/keys.ts';
import { limitRoutes } from './api/limits.ts';
import { modelRoutes } from './api/models.ts';
import { overviewRoutes } from './api/overview.ts';
import { requestRoutes } from './api/requests.ts';
import type { Route } from './api/route.ts';
import { sessionRoutes } from './api/session.ts';
import { usageRoutes } from './api/usage.ts';
import { dashboardRoutes } from './dashboard.ts';
import { gatewayMetrics } from './metrics.ts';
import { openApi } from './openapi/document.ts';
import type { AdminParts } from './parts.ts';
import { readiness, status } from './status.ts';

/** Everything that the operator's listener answers. */
export function routes(parts: AdminParts): readonly Route[] {
  const { view } = parts;
  const metrics = gatewayMetrics(view);
  return [
    { method: 'GET', path: '/livez', access: 'anybody', answer: () => plain(200, 'ok\n') },
    {
      method: 'GET',
      path: '/readyz',
      access: 'anybody',
      answer({ query }) {
        const code = view.isReady() ? 200 : 503;
        if (query.has('verbose')) return json(readiness(view), code);
        return plain(code, view.isReady() ? 'ok\n' : 'not ready\n');
      },
    },
    { method: 'GET', path: '/status', access: 'read', answer: () => json(status(view)) },
    {
      method: 'GET',
      path: '/metrics',
      access: 'read',
      answer: async () => ({ status: 200, type: metrics.contentType, body: await metrics.metrics() }),
    },
    ...dashboardRoutes(),
    { method: 'GET', path: '/api/openapi.json', access: 'read', answer: () => json(openApi) },
    ...sessionRoutes(parts),
    ...overviewRoutes(parts),
    ...modelRoutes(parts),
    ...keyRoutes(parts),
    ...limitRoutes(parts),
    ...explainRoutes(parts),
    ...configRoutes(parts),
    ...requestRoutes(parts),
    ...usageRoutes(parts),
  ];
}
