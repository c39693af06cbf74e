import type { Parts } from './parts.ts';
import { compose, type Stage } from './stage.ts';
import { admit } from './stages/admit.ts';
import { authenticate } from './stages/authenticate.ts';
import { classify } from './stages/classify.ts';
import { forward } from './stages/forward.ts';
import { guard } from './stages/guard.ts';
import { healthPath } from './stages/health-path.ts';
import { listModels } from './stages/list-models.ts';
import { notifyObservers } from './stages/notify-observers.ts';
import { open } from './stages/open.ts';
import { quotaStatus } from './stages/quota-status.ts';
import { readBody } from './stages/read-body.ts';
import { route } from './stages/route.ts';
import { trace } from './stages/trace.ts';

/** The stages of a configuration, in order and by name. Start reading here: this is the life of a request. */
export function standardStages(parts: Parts): readonly (Stage | undefined)[] {
  return [
    parts.observers.length === 0 ? undefined : notifyObservers(parts, parts.observers), // log, metrics, usage: once it is over
    open(parts), // request id and client; every failure below becomes an answer here
    parts.tracer && trace(parts.tracer), // a span for it, and later one for every attempt
    parts.healthPath === undefined ? undefined : healthPath(parts.healthPath, parts), // for balancers, without a key
    guard(parts), // is it sound HTTP, and did it come over HTTPS
    authenticate(parts), // who is calling
    parts.limits && quotaStatus(parts.limits), // what the answer says of its limits
    classify(), // which endpoint, and may this key use it
    listModels(parts), // GET /v1/models ends here
    readBody(parts), // the body, its rules, model and tags
    route(parts), // which deployments could answer, best first
    parts.limits && admit(parts.limits), // may they, right now
    forward(parts), // send, judge, pass on
  ];
}

/** The whole life of a request, assembled once per version of the configuration. */
export function standardPipeline(parts: Parts): ReturnType<typeof compose> {
  return compose(standardStages(parts));
}
