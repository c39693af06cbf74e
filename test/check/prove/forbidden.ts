import type { Config } from '../../../src/config/types/gateway.ts';
import type { NeverAssertion } from '../../../src/config/types/tests.ts';
import { compileGlob } from '../../../src/lib/glob.ts';

/** `MODEL/NAME` of all deployments that an assertion forbids. */
export function forbidden({ models }: Config, { reaches }: NeverAssertion): ReadonlySet<string> {
  const matches = (glob: string | undefined, text: string) => glob === undefined || compileGlob(glob)(text);
  const all = [...models.values()].flatMap(({ id, deployments }) =>
    deployments.map(({ name, backend }) => ({ key: `${id}/${name}`, name, backend })),
  );
  const own = (key: string, name: string) => (reaches.deployment?.includes('/') ? key : name);
  return new Set(
    all
      .filter(
        ({ key, name, backend }) =>
          matches(reaches.backend, backend) && matches(reaches.deployment, own(key, name)),
      )
      .map(({ key }) => key),
  );
}
