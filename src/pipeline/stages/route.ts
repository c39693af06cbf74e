import { tagsOf } from '../../api/body/inferred-capabilities.ts';
import { parseTagHeader } from '../../api/body/wanted-tags.ts';
import { GatewayError } from '../../errors.ts';
import { plan } from '../../routing/plan.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

const none: readonly string[] = [];

/**
 * Decides which deployments could answer. The wanted tags are the body's; those of the header only without. What the
 * key always asks for comes on top, and with `routing.infer: require` what the body evidently needs. Refused requests
 * have their tags in the log too.
 */
export function route({ routes, infer }: Parts): Stage {
  return function route(exchange, next) {
    const { body, summary, head, key, served } = exchange;
    const wanted = summary!.tags ?? (head.tags === undefined ? none : parseTagHeader(head.tags));
    const asked = key!.config.tags.length === 0 ? wanted : [...wanted, ...key!.config.tags];
    const needs = infer === 'off' ? [] : body!.needs();
    const tags = infer === 'require' ? [...asked, ...tagsOf(needs, served.name)] : asked;
    exchange.tags = tags;
    exchange.needs = needs;
    const { models, refusal } = plan(routes, {
      endpoint: served.name,
      model: summary!.model,
      models: summary!.models,
      tags,
      allows: key!.allowsModel,
    });
    if (refusal !== undefined) throw new GatewayError(refusal.code, refusal.message);
    exchange.plan = models;
    exchange.routedMs = performance.now();
    return next(exchange);
  };
}
