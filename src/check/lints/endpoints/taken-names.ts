import { endpointNames } from '../../../api/endpoints/index.ts';
import type { Inspect } from '../../../config/inspection.ts';

/** A declared endpoint whose name a later version of the gateway has built in: the file's goes first. */
export const takenNames: Inspect = ({ declaredEndpoints }, found) => {
  for (const { name, path } of declaredEndpoints) {
    if (!(endpointNames as readonly string[]).includes(name)) continue;
    const message = `the gateway has an endpoint ${name} of its own, which this one at ${path} hides`;
    found.atKey(['endpoints', name], 'taken_endpoint_name', message, {
      hint: `give this one another name, here, in \`endpoints\` of deployments and of keys, and in tags; or take out \`path\` and the fields that belong to it`,
    });
  }
};
