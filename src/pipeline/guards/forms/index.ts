import type { GuardForm as FormConfig } from '../../../config/types/guards.ts';
import { agentgateway } from './agentgateway.ts';
import { bedrock } from './bedrock.ts';
import { chat } from './chat.ts';
import type { GuardForm } from './guard-form.ts';
import { lakera } from './lakera.ts';
import { litellm } from './litellm.ts';
import { openaiModeration } from './openai-moderation.ts';

/** The form of a guard. One that is new to the configuration does not compile without a line of its own. */
export function formOf(form: FormConfig): GuardForm {
  switch (form.kind) {
    case 'agentgateway':
      return agentgateway;
    case 'litellm':
      return litellm;
    case 'bedrock':
      return bedrock(form.guardrail, form.version);
    case 'openai_moderation':
      return openaiModeration(form.model);
    case 'lakera':
      return lakera(form.project);
    case 'chat':
      return chat(form);
  }
}
