import { literalOf, objectOf } from '../../../json/literal.ts';
import { applyFieldRules, type EncodeRequest } from '../../request-codec.ts';
import { offerOf } from '../offered-tools.ts';
import type { ChatBody } from './chat-body.ts';
import { chatFields } from './chat-fields.ts';
import { chatTools } from './chat-tools.ts';
import { chatTurns } from './chat-turns.ts';

/** Says a request as one of chat completions, as the server's flavor takes them. */
export const encodeChatRequest: EncodeRequest = (request, target) => {
  const { settings } = target;
  const out: ChatBody = { offer: offerOf(request, target), members: { model: literalOf(target.model) } };
  const { members } = out;
  if (request.isStream) {
    members['stream'] = 'true';
    // Clients of messages are told their input tokens before the first word.
    const isContinuous = settings.flavor.continuousUsage && request.client === 'messages';
    if (settings.asksForUsage) {
      members['stream_options'] = objectOf({
        include_usage: 'true',
        continuous_usage_stats: isContinuous ? 'true' : undefined,
      });
    }
  }
  const own = { client: request.client, ...target };
  applyFieldRules(request, chatFields, out, target);
  chatTools(out, own);
  chatTurns(out, request, own);
  return objectOf(members);
};
