import type { AdminParts } from './admin-parts.ts';
import { apiRoute } from './api/api-route.ts';
import { budgetRoutes } from './api/budget-routes.ts';
import { configRoutes } from './api/config-routes.ts';
import { contentRoutes } from './api/content-routes.ts';
import { credentialRoutes } from './api/credential-routes.ts';
import { drainRoutes } from './api/drain-routes.ts';
import { explainRoutes } from './api/explain-routes.ts';
import { guardRoutes } from './api/guard-routes.ts';
import { keyRoutes } from './api/key-routes.ts';
import { limitRoutes } from './api/limit-routes.ts';
import { modelRoutes } from './api/model-routes.ts';
import { overviewRoutes } from './api/overview-routes.ts';
import { queueRoutes } from './api/queue-routes.ts';
import { requestRoutes } from './api/request-routes.ts';
import { sessionRoutes } from './api/session-routes.ts';
import { toolServerRoutes } from './api/tools/tool-server-routes.ts';
import { usageRoutes } from './api/usage-routes.ts';
import { openApi } from './contract/openapi-document.ts';
import { dashboardRoutes } from './dashboard-pages.ts';
import { json, plain } from './http/admin-answer.ts';
import type { Route } from './http/admin-route.ts';
import { gatewayMetrics } from './prometheus/scrape.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { readiness, status } from './status.ts';

/** Everything that the operator's listener answers. */
export function routes(parts: AdminParts): readonly Route[] {
  const { view, shown } = parts;
  const metrics = gatewayMetrics(view, shown);
  const all: readonly Route[] = [
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
    { method: 'GET', path: '/status', access: 'read', answer: async () => json(await status(view)) },
    {
      method: 'GET',
      path: '/metrics',
      access: 'read',
      answer: async () => ({ status: 200, type: metrics.contentType, body: await metrics.metrics() }),
    },
    ...dashboardRoutes(),
    apiRoute({
      method: 'GET',
      path: '/api/openapi.json',
      access: 'read',
      summary: 'This document.',
      status: 200,
      answer: () => json(document),
    }),
    ...signInRoutes(parts),
    ...sessionRoutes(parts),
    ...overviewRoutes(parts),
    ...modelRoutes(parts),
    ...drainRoutes(parts),
    ...queueRoutes(parts),
    ...guardRoutes(parts),
    ...toolServerRoutes(parts),
    ...credentialRoutes(parts),
    ...keyRoutes(parts),
    ...limitRoutes(parts),
    ...budgetRoutes(parts),
    ...explainRoutes(parts),
    ...configRoutes(parts),
    ...requestRoutes(parts),
    ...contentRoutes(parts),
    ...usageRoutes(parts),
  ];
  const document = openApi(all);
  return all;
}
