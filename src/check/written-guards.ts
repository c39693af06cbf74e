import type { GuardConfig } from '../config/types/guards.ts';
import { writtenAuth } from './written-auth.ts';

/** A guard in the fields of the file: changes are compared, reported and masked by the names in the schema. */
export function writtenGuard({ form, server, basePath, at, name, totalMs, ...rest }: GuardConfig): object {
  const { kind, ...ofForm } = form;
  return {
    ...rest,
    ...ofForm,
    form: kind,
    timeouts: { total: totalMs, ...(server && { connect: server.timeouts.connectMs }) },
    ...(server && {
      url:
        server.address.kind === 'url'
          ? `${server.address.protocol}//${server.address.hostname}:${server.address.port}${basePath}`
          : undefined,
      auth: server.credential && writtenAuth(server.credential),
      headers: server.headers,
      proxy: server.proxy,
      health: server.health,
      tls: server.tls,
    }),
  };
}

/** All guards in those fields. */
export function writtenGuards(guards: ReadonlyMap<string, GuardConfig>): ReadonlyMap<string, object> {
  return new Map([...guards].map(([name, guard]) => [name, writtenGuard(guard)]));
}
