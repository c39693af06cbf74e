import { literalOf, objectOf } from '../../../json/literal.ts';
import type { CacheMark, TurnRequest } from '../../../neutral/turn-request.ts';
import { applyFieldRules, type EncodeRequest, type RequestTarget } from '../../request-codec.ts';
import { offerOf } from '../offered-tools.ts';
import type { MessagesBody } from './messages-body.ts';
import { messagesFields } from './messages-fields.ts';
import { sayThinking } from './messages-thinking.ts';
import { sayTools } from './messages-tools.ts';
import { sayTurns } from './messages-turns.ts';

/** Says a request as one of messages. */
export const encodeMessagesRequest: EncodeRequest = (request, target) => {
  const out: MessagesBody = {
    offer: offerOf(request, target),
    members: { model: literalOf(target.model) },
    outputConfig: {},
    lastSystem: undefined,
    maxTokens: undefined,
    effort: undefined,
    thinking: undefined,
    isParallel: true,
  };
  const { members } = out;
  if (request.isStream) members['stream'] = 'true';
  applyFieldRules(request, messagesFields, out, target);
  sayBound(out, request, target);
  sayThinking(out, request, target);
  if (target.settings.cache === 'auto' && !hasMarks(request))
    members['cache_control'] = '{"type":"ephemeral"}';
  sayTools(out, target);
  sayTurns(out, request, { client: request.client, ...target });
  const outputConfig = objectOf(out.outputConfig);
  if (outputConfig !== '{}') members['output_config'] = outputConfig;
  return objectOf(members);
};

/** No request goes without a bound. */
function sayBound(out: MessagesBody, { client }: TurnRequest, { settings, report }: RequestTarget): void {
  if (out.maxTokens === undefined) {
    const path = client === 'responses' ? 'max_output_tokens' : 'max_tokens';
    out.maxTokens = settings.maxTokens;
    if (out.maxTokens === undefined) report.never(path, 'it has to be sent, since the deployment sets none');
    else report.change(path);
  }
  out.members['max_tokens'] = String(out.maxTokens);
}

/** True if the client marks the cached part itself: then the gateway does not. */
function hasMarks({ turns, tools, fields }: TurnRequest): boolean {
  const isMarked = ({ cacheMark }: { readonly cacheMark?: CacheMark }) => cacheMark !== undefined;
  return (
    fields.cacheAll !== undefined || tools.some(isMarked) || turns.some(({ blocks }) => blocks.some(isMarked))
  );
}
