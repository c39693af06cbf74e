import { isAzureHost } from '../../config/azure-paths.ts';
import { serversByPath } from '../../config/derived/all-servers.ts';
import type { Inspect } from '../../config/inspection.ts';

/** Hosts that refuse requests without a credential, with each one's form of it. */
const vendors: Readonly<Record<string, string>> = {
  'api.openai.com': '{ bearer: "${OPENAI_API_KEY}" }',
  'api.anthropic.com': '{ header: x-api-key, value: "${ANTHROPIC_API_KEY}" }',
  'generativelanguage.googleapis.com': '{ bearer: "${GEMINI_API_KEY}" }',
  'api.groq.com': '{ bearer: "${GROQ_API_KEY}" }',
  'api.mistral.ai': '{ bearer: "${MISTRAL_API_KEY}" }',
  'api.deepseek.com': '{ bearer: "${DEEPSEEK_API_KEY}" }',
  'api.x.ai': '{ bearer: "${XAI_API_KEY}" }',
  'api.together.xyz': '{ bearer: "${TOGETHER_API_KEY}" }',
  'api.fireworks.ai': '{ bearer: "${FIREWORKS_API_KEY}" }',
  'openrouter.ai': '{ bearer: "${OPENROUTER_API_KEY}" }',
  'api.perplexity.ai': '{ bearer: "${PERPLEXITY_API_KEY}" }',
};
const azure = '{ header: api-key, value: "${AZURE_API_KEY}" }';
/** Hosts of vendors with one host for each region. */
const clouds: readonly (readonly [RegExp, string])[] = [
  [/^api\.(?:[\w-]+\.)?lakera\.ai$/i, '{ bearer: "${LAKERA_API_KEY}" }'],
  [/(?:^|[.-])aiplatform\.(?:\w+\.rep\.)?googleapis\.com$/i, '{ google: {} }'],
  [/^bedrock-(?:runtime|mantle)[\w-]*\.[\w-]+\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/i, '{ aws: {} }'],
];
const credentialHeader = /^(?:authorization|x-api-key|api-key|x-goog-api-key)$/;

/** The word for an entry, by its section of the file. */
const kinds: Readonly<Record<string, string>> = { backends: 'backend', guards: 'guard', mcp: 'MCP server' };

/** A backend, guard or MCP server at a vendor's host that sends no credential: every request would be refused. */
export const missingAuth: Inspect = (config, found) => {
  for (const [path, { address, headers, defaultHeaders, tls }] of serversByPath(config)) {
    if (address.kind !== 'url' || found.has([...path, 'auth'])) continue;
    const form = formOf(address.hostname);
    const hasOther = Object.keys({ ...headers, ...defaultHeaders }).some((header) =>
      credentialHeader.test(header),
    );
    if (form === undefined || hasOther || tls.cert !== undefined) continue;
    const what = kinds[path[0]!];
    const message = `${address.hostname} needs a credential, and this ${what} sends none`;
    found.atValue([...path, 'url'], 'missing_auth', message, {
      hint: `write \`auth: ${form}\` beside \`url\``,
    });
  }
};

function formOf(host: string): string | undefined {
  if (isAzureHost(host)) return azure;
  return vendors[host.toLowerCase()] ?? clouds.find(([hosts]) => hosts.test(host))?.[1];
}
