import { arrayOf, literalOf, objectOf } from '../../../json/literal.ts';
import { applyFieldRules, type EncodeRequest } from '../../request-codec.ts';
import { offerOf } from '../offered-tools.ts';
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
  const own = { client: request.client, ...target };
  applyFieldRules(request, responsesFields, out, target);
  members['include'] = arrayOf(out.include);
  for (const name of ['text', 'reasoning'] as const) {
    if (Object.keys(out[name]).length > 0) members[name] = objectOf(out[name]);
  }
  responsesTools(out, own);
  responsesItems(out, request, own);
  return objectOf(members);
};
