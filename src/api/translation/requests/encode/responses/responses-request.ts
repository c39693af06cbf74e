import { arrayOf, literalOf, objectOf } from '../../../json/literal.ts';
import type { TurnRequest } from '../../../neutral/turn-request.ts';
import { applyFieldRules, type EncodeRequest } from '../../request-codec.ts';
import { offerOf } from '../offer.ts';
import type { ResponsesBody } from './responses-body.ts';
import { responsesFields } from './responses-fields.ts';
import { responsesItems } from './responses-items.ts';
import { responsesTools } from './responses-tools.ts';

/** Says a request as one of responses: nothing is kept there, so that reasoning has to come along, encrypted. */
export const encodeResponsesRequest: EncodeRequest = (request, target) => {
  const out: ResponsesBody = {
    offer: offerOf(request, target),
    members: { model: literalOf(target.model), store: 'false' },
    text: {},
    reasoning: {},
    include: ['"reasoning.encrypted_content"'],
  };
  const { members } = out;
  if (request.isStream) members['stream'] = 'true';
  const own = { ...target, client: request.client };
  applyFieldRules(request, responsesFields, out, target);
  if (wantsSummary(request)) out.reasoning['summary'] = '"auto"';
  members['include'] = arrayOf(out.include);
  for (const name of ['text', 'reasoning'] as const) {
    if (Object.keys(out[name]).length > 0) members[name] = objectOf(out[name]);
  }
  responsesTools(out, own);
  responsesItems(out, request, own);
  return objectOf(members);
};

/** Whether a client that shows reasoning is to have some: it has to be asked for. */
function wantsSummary({ client, shows, fields }: TurnRequest): boolean {
  if (client === 'messages') return shows === 'text' || shows === 'summary';
  // Clients of chat completions can't ask for it; what they say of effort is for models that think.
  return fields.effort !== undefined && fields.effort.value !== 'none';
}
