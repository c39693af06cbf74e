import type { ModelPlace } from '../../../api/endpoints/endpoint.ts';
import type { EndpointSettings } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import { framing, gatewaysOwn } from '../backends/headers.ts';
import { type Context, wrong } from '../context.ts';

type Body = 'json' | 'multipart' | 'streamed' | 'none';

/** A header of its own, which nobody takes for anything else on the way. */
const ownHeader = /^x-[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Those among them that mean something to the gateway, or never go on. */
const others =
  /^x-(?:api-key|title|openrouter-title|host|method-override|client-ip|cluster-client-ip|real-ip)$|^x-(?:forwarded|router|gateway|http-method|original|rewrite|goog|amz|envoy|remote|originating)(?:-|$)/;

/** The place of the model's name in requests. Reports settings that contradict each other. */
export function modelPlace(context: Context, at: Path, settings: EndpointSettings, body: Body): ModelPlace {
  const { model = {}, path = '', default_model: defaultModel } = settings;
  const hasPlace = path.split('/').includes('{model}');
  const place = model.in ?? usual(body, hasPlace);
  const here = [...at, 'model'];
  const tell = (field: string | undefined, message: string, hint: string) =>
    context.report.atKey(
      context.tree,
      settings.model === undefined ? at : field === undefined ? here : [...here, field],
      'bad_endpoint',
      message,
      { hint },
    );
  if (model.default !== undefined && defaultModel !== undefined)
    tell('default', '`default_model` names it, too', 'keep one of the two');
  if (place === undefined) {
    tell(
      undefined,
      'does not name the place of the model in requests',
      'such as `model: { in: query }`, or `in: none`',
    );
    return { in: 'query', field: 'model' };
  }
  if (place === 'body' && body !== 'json')
    tell('in', 'needs `body: json`', body === 'multipart' ? 'write `in: form`' : 'write `in: query`');
  if (place === 'form' && body !== 'multipart')
    tell('in', 'needs `body: multipart`', body === 'json' ? 'write `in: body`' : 'write `in: query`');
  if (place === 'path' && !hasPlace)
    tell('in', 'needs {model} in the path', 'such as `path: /v1/models/{model}/run` with another beginning');
  if (place !== 'path' && hasPlace)
    tell('in', '{model} in the path names the model already', 'write `in: path`, or `{id}` in the path');
  if (place === 'path' || place === 'none') {
    if (model.field !== undefined) tell('field', `has no effect with \`in: ${place}\``, 'take it out');
    if (place === 'none' && (model.default !== undefined || defaultModel !== undefined))
      tell('default', 'has no effect, as requests name no model', 'take it out');
    return { in: place };
  }
  const field = model.field ?? (place === 'header' ? 'x-model' : 'model');
  if (place === 'header') return { in: place, field: headerName(context, [...here, 'field'], field) };
  if (place === 'form' && !/^[\w.-]+$/.test(field))
    wrong(context, [...here, 'field'], 'bad_endpoint', 'must be letters, digits and . _ -');
  return { in: place, field };
}

function usual(body: Body, hasPlace: boolean): ModelPlace['in'] | undefined {
  if (hasPlace) return 'path';
  return body === 'json' ? 'body' : body === 'multipart' ? 'form' : undefined;
}

function headerName(context: Context, at: Path, written: string): string {
  const name = written.toLowerCase();
  const isTaken = framing.has(name) || gatewaysOwn.has(name) || others.test(name);
  if (!ownHeader.test(name) || isTaken) {
    wrong(context, at, 'bad_endpoint', 'must be a header of its own whose name begins with x-', {
      hint: 'such as `field: x-model`',
    });
  }
  return name;
}
