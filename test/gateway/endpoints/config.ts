import { configText, secret } from '../../helpers/gateway.ts';

/** Keys beside the one that may call everything. */
export const secrets = {
  all: secret,
  /** Granted nothing by name. */
  plain: 'sk-plain-0123456789abcdef',
  /** Granted `stateless`. */
  stateless: 'sk-stateless-0123456789abc',
};

export interface Sketch {
  readonly endpoint: string;
  /** Of the backends, best first; the model `m` has a deployment on each, `spare` one on the last. */
  readonly urls: readonly string[];
  /** More of each backend, in YAML. */
  readonly backend?: string;
  /** More of the key that may call everything, in YAML. */
  readonly key?: string;
  readonly more?: string;
  /** Of each deployment, in YAML. */
  readonly price?: string;
}

/** A configuration about one endpoint. */
export function sketched({ endpoint, urls, backend = '', key = '', more = '', price }: Sketch): string {
  const served = `endpoints: { ${endpoint}: [], chat_completions: [] }${price === undefined ? '' : `, price: ${price}`}`;
  const deployments = urls.map((_, place) => `{ backend: b${place}, priority: ${place}, ${served} }`);
  return configText({
    backends: `{ ${urls.map((url, place) => `b${place}: { url: "${url}"${backend} }`).join(', ')} }`,
    models: `{ m: { fallbacks: [spare], deployments: [ ${deployments.join(', ')} ] }, spare: { deployments: [ { backend: b${urls.length - 1}, model: theirs, ${served} } ] } }`,
    keys: `{ all: { secret: ${secrets.all}, endpoints: [all]${key} }, plain: { secret: ${secrets.plain} }, stateless: { secret: ${secrets.stateless}, endpoints: [stateless] } }`,
    more,
  });
}
