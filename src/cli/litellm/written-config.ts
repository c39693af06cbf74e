import { grantedByDefault } from '../../api/endpoints/index.ts';
import type { NewConfig, NewModel } from './convert.ts';
import type { NewBackend } from './litellm-backends.ts';
import type { NewDeployment } from './new-deployment.ts';
import type { NewTranslation } from './translated.ts';

/** A configuration as text, with a comment wherever something was left behind. */
export function writtenConfig({
  notes,
  routing,
  capabilities,
  backends,
  models,
  masterKey,
}: NewConfig): string {
  const lines = [
    '# Made from a LiteLLM proxy configuration. Read it through, then: gateway check gateway.yaml',
    ...notes.map(note),
    'version: 1',
    '',
    ...(capabilities.length === 0
      ? []
      : [`extra_capabilities: [${capabilities.map(word).join(', ')}] # tags that requests may ask for`, '']),
    'listen:',
    '  address: 127.0.0.1:8443 # 0.0.0.0:8443 to be reached from elsewhere',
    '  tls:',
    '    self_signed: true # for development; in production cert and key',
    '',
    'admin: # metrics, health and the dashboard, for operators alone',
    '  address: 127.0.0.1:9901',
    '  token: ${GATEWAY_ADMIN_TOKEN} # at least 16 characters; openssl rand -hex 24 makes one',
    '',
    ...(routing.length === 0 ? [] : ['routing:', ...routing.map((line) => `  ${line}`), '']),
    'backends:',
    ...backends.flatMap(backendLines),
    '',
    'models:',
    ...models.flatMap(modelLines),
    '',
    ...(masterKey === undefined
      ? ['# Keys of clients: gateway key create NAME']
      : [
          'keys:',
          '  master: # may use every model; virtual keys are made anew with `gateway key create`',
          `    secret: ${masterKey}`,
          ...(models.some(isGrantedByName) ? ['    endpoints: [all]'] : []),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Nothing that was read can end the comment. */
function note(text: string): string {
  return `# NOTE: ${text.replace(/[\p{Cc}\u0085\u2028\u2029]/gu, ' ')}`;
}

function backendLines({
  name,
  url,
  plaintext,
  auth,
  query,
  more,
  timeouts,
  notes,
}: NewBackend): readonly string[] {
  return [
    `  ${word(name)}:`,
    ...notes.map((text) => `    ${note(text)}`),
    `    url: ${word(url)}`,
    ...(plaintext ? ['    plaintext: true'] : []),
    ...(auth === undefined ? [] : [`    auth: ${auth}`]),
    ...(query === undefined ? [] : [`    query: ${query}`]),
    ...more.map((line) => `    ${line}`),
    ...(timeouts === undefined ? [] : [`    timeouts: ${timeouts}`]),
  ];
}

function modelLines({ id, balance, fallbacks, deployments, notes }: NewModel): readonly string[] {
  return [
    `  ${word(id)}:`,
    ...notes.map((text) => `    ${note(text)}`),
    ...(balance === undefined ? [] : [`    balance: ${balance}`]),
    ...(fallbacks.length === 0 ? [] : [`    fallbacks: [${fallbacks.map(word).join(', ')}]`]),
    '    deployments:',
    ...deployments.flatMap(deploymentLines),
  ];
}

function deploymentLines(deployment: NewDeployment): readonly string[] {
  const { backend, id, model, weight, priority, price, catalogue, rateLimit } = deployment;
  const { capabilities, endpoints, translation, notes } = deployment;
  return [
    `      - backend: ${word(backend)}`,
    ...notes.map((text) => `        ${note(text)}`),
    ...(id === undefined ? [] : [`        id: ${word(id)}`]),
    `        model: ${word(model)}`,
    ...(priority === undefined ? [] : [`        priority: ${Math.max(0, Math.round(priority))}`]),
    ...(weight === undefined ? [] : [`        weight: ${Math.max(0, weight)}`]),
    ...(price === undefined ? [] : [`        price: ${price}`]),
    ...(catalogue === undefined ? [] : [`        catalogue: ${word(catalogue)}`]),
    ...(rateLimit === undefined ? [] : [`        rate_limit: ${rateLimit}`]),
    `        capabilities: [${capabilities.map(word).join(', ')}]`,
    ...endpointLines(endpoints, translation),
  ];
}

function endpointLines(native: readonly string[], { via, settings }: NewTranslation): readonly string[] {
  const own = native.map((endpoint) => `${endpoint}: []`);
  if (via.length === 0) return [`        endpoints: { ${own.join(', ')} }`];
  const all = [...own, ...via.map(([endpoint, to]) => `${endpoint}: { via: ${to} }`)];
  return [
    '        endpoints:',
    ...all.map((line) => `          ${line}`),
    ...(settings.length === 0 ? [] : [`        translation: { ${settings.join(', ')} }`]),
  ];
}

/** Plain where YAML takes it for the same text, else in quotes. */
function word(text: string): string {
  const isPlain =
    /^[A-Za-z][\w./:-]*[\w/]$/.test(text) &&
    !/^(true|false|null|yes|no|on|off)$/i.test(text) &&
    !text.includes(': ');
  return isPlain ? text : JSON.stringify(text);
}

/** A model that no key may call which lists no endpoints. */
function isGrantedByName({ deployments }: NewModel): boolean {
  return deployments.some(({ endpoints }) => endpoints.some((name) => !grantedByDefault.includes(name)));
}
