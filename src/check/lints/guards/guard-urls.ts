import { hostInUrl } from '../../../config/derived/host-in-url.ts';
import type { Inspect } from '../../../config/inspection.ts';
import type { GuardForm } from '../../../config/types/guards.ts';

/** The paths that each form appends to the URL, and the parts of it that people write themselves. */
const added: Readonly<Partial<Record<GuardForm['kind'], RegExp>>> = {
  agentgateway: /\/(?:request|response)$/,
  litellm: /\/beta(?:\/litellm_basic_guardrail_api)?$/,
  bedrock: /\/guardrail(?:\/.*)?$/,
  openai_moderation: /\/v1\/moderations$|\/moderations$/,
  lakera: /\/v2(?:\/guard(?:\/results)?)?$/,
};

/** A guard whose URL ends in the path that its form appends: nothing answers there. */
export const guardUrls: Inspect = ({ guards }, found) => {
  for (const { name, form, server, basePath } of guards.values()) {
    const ending = added[form.kind]?.exec(basePath)?.[0];
    const at = ['guards', name, 'url'];
    if (ending === undefined || server?.address.kind !== 'url' || found.isAbsent(at)) continue;
    const root = `${server.address.protocol}//${hostInUrl(server.address)}`;
    found.atValue(at, 'url_version', `the URL ends in ${ending}, which \`form: ${form.kind}\` adds itself`, {
      hint: `write ${root}${basePath.slice(0, -ending.length)}`,
    });
  }
};
