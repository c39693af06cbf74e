import type { Inspect } from '../../../config/inspection.ts';
import { flavorOfHost } from '../../../config/resolve/translation/flavors.ts';

/** A server that is declared as OpenAI's at another host: mostly it is another server with the same interface. */
export const unlikelyFlavors: Inspect = ({ backends, models }, found) => {
  const asked = new Set(
    [...models.values()].flatMap(({ deployments }) =>
      deployments
        .filter(({ translations = {} }) =>
          Object.values(translations).some(({ to }) => to === 'chat_completions'),
        )
        .map(({ backend }) => backend),
    ),
  );
  for (const { name, address, translating } of backends.values()) {
    const at = ['backends', name, 'flavor'];
    if (address.kind !== 'url' || translating.flavor !== 'openai' || !asked.has(name)) continue;
    if (!found.has(at) || found.isAbsent(['backends', name, 'url'])) continue;
    if (flavorOfHost(address.hostname) === 'openai') continue;
    const message = `${address.hostname} is no host of OpenAI or Azure: its server takes OpenAI's fields only if it hands them on`;
    found.atValue(at, 'unlikely_flavor', message, {
      hint: 'mostly it is vllm, llama_cpp or generic; `generic` is safe for servers that hand requests on, too',
    });
  }
};
