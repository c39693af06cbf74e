import type { BackendConfig } from '../../../config/types/backends.ts';
import type { Config } from '../../../config/types/gateway.ts';

/** Whatever is asked with a credential of the file: backends and guards, by where each stands. */
export function* askedServers({
  backends,
  guards,
}: Pick<Config, 'backends' | 'guards'>): Generator<
  readonly [path: readonly [section: string, name: string], server: BackendConfig]
> {
  for (const [name, backend] of backends) yield [['backends', name], backend];
  for (const [name, { server }] of guards) if (server !== undefined) yield [['guards', name], server];
}
