/** Models that clouds serve to their own identities: where they are, and which form of `auth` reaches them. */
import type { BuiltInName } from '../../api/endpoints/index.ts';
import type { FlavorName } from '../../config/translation-settings.ts';
import { type Fields, literal, reference, text } from './read-litellm.ts';

/** The destination of an entry, in the words of our file. */
export interface CloudPlace {
  readonly url: string;
  /** The whole value of `auth`, as YAML; undefined leaves it to the key of the entry. */
  readonly auth: string | undefined;
  /** Further lines of the backend. */
  readonly more: readonly string[];
  readonly model: string;
  readonly endpoints: readonly BuiltInName[];
  /** The kind of server that answers its chat completions. */
  readonly flavor?: FlavorName | undefined;
  readonly notes: readonly string[];
}

/** Gives a secret's reference as YAML; one that stood in clear gets a variable, and a note. */
export type SecretOf = (
  field: string,
  value: string,
) => { readonly yaml: string; readonly notes: readonly string[] };

/** Fields of `litellm_params` that something is made of here. */
export const cloudFields: Readonly<Record<'bedrock' | 'vertex' | 'azure', readonly string[]>> = {
  bedrock: [
    'aws_region_name',
    'aws_bedrock_runtime_endpoint',
    'aws_access_key_id',
    'aws_secret_access_key',
    'aws_session_token',
    'aws_profile_name',
    'aws_role_name',
    'aws_session_name',
    'aws_external_id',
    'model_id',
  ],
  vertex: [
    'vertex_project',
    'vertex_location',
    'vertex_credentials',
    'vertex_ai_project',
    'vertex_ai_location',
    'vertex_ai_credentials',
  ],
  azure: ['azure_ad_token', 'tenant_id', 'client_id', 'client_secret', 'azure_scope'],
};

/** Fields of a map of our file that have a value, as YAML. */
function mapOf(fields: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(fields).flatMap(([name, yaml]) =>
    yaml === undefined ? [] : [`${name}: ${yaml}`],
  );
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** A value that is no secret, as YAML. */
function open(params: Fields, name: string): string | undefined {
  const value = text(params[name]);
  return value === undefined ? undefined : JSON.stringify(reference(value));
}

/** Words before a model of Bedrock that say how LiteLLM speaks to it, or in which region. */
const bedrockRoute = /^(?:converse|converse_like|invoke|async_invoke|openai|[a-z]{2}(?:-[a-z]+)+-\d)\//;
const isClaude = (model: string) => /(?:^|[./])claude\b|anthropic\.claude/i.test(model);

/** Models of OpenAI's are served in its form there. */
const isOpenAi = (model: string) => /(?:^|\.)openai\./i.test(model);

const claudeSaid = 'Claude is asked in messages here; requests to other endpoints are translated';

/** A model of Amazon Bedrock. `named` is what follows the provider. */
export function bedrockPlace(params: Fields, named: string, secretOf: SecretOf): CloudPlace {
  let model = named;
  let ofPath: string | undefined;
  for (let route = bedrockRoute.exec(model); route !== null; route = bedrockRoute.exec(model)) {
    if (/-\d\/$/.test(route[0])) ofPath = route[0].slice(0, -1);
    model = model.slice(route[0].length);
  }
  const region = reference(text(params['aws_region_name']) ?? ofPath ?? '') || '${AWS_REGION:-us-west-2}';
  const endpoint = text(params['aws_bedrock_runtime_endpoint']) ?? text(params['api_base']);
  const root =
    endpoint === undefined
      ? `https://bedrock-runtime.${region}.amazonaws.com`
      : reference(endpoint).replace(/\/+$/, '');
  const [auth, notes] = awsAuth(params, endpoint === undefined ? undefined : region, secretOf);
  const form = isClaude(model)
    ? { url: root, more: ['wire: bedrock'], endpoints: ['messages' as const], said: claudeSaid }
    : isOpenAi(model)
      ? {
          url: /\/openai\/v1$/.test(root) ? root : `${root}/openai/v1`,
          more: [],
          endpoints: ['chat_completions' as const],
          flavor: 'generic' as const,
          said: 'chat goes to the OpenAI form of Bedrock: make sure that the model is served there',
        }
      : {
          url: root.replace(/\/openai\/v1$/, ''),
          more: [],
          endpoints: [],
          said: 'requests are translated to Converse',
        };
  const { said, ...place } = form;
  return {
    ...place,
    auth,
    model: reference(text(params['model_id']) ?? model),
    notes: [
      ...notes,
      ...(endpoint === undefined && region.includes(':-')
        ? ['no entry says which region: it is AWS_REGION, else us-west-2, as with LiteLLM']
        : []),
      said,
    ],
  };
}

function awsAuth(
  params: Fields,
  region: string | undefined,
  secretOf: SecretOf,
): readonly [auth: string | undefined, notes: readonly string[]] {
  const notes: string[] = [];
  const secret = (name: string) => {
    const value = text(params[name]);
    if (value === undefined) return undefined;
    const { yaml, notes: said } = secretOf(name, value);
    notes.push(...said);
    return yaml;
  };
  if (text(params['api_key']) !== undefined) {
    const used = [
      'model_id',
      'aws_bedrock_runtime_endpoint',
      ...(region === undefined ? ['aws_region_name'] : []),
    ];
    return [
      undefined,
      keyCounts(
        params,
        cloudFields.bedrock.filter((name) => !used.includes(name)),
      ),
    ];
  }
  const arn = open(params, 'aws_role_name');
  const sessionName = open(params, 'aws_session_name');
  const role =
    arn === undefined
      ? undefined
      : mapOf({ arn, external_id: open(params, 'aws_external_id'), session_name: sessionName });
  if (arn === undefined && sessionName !== undefined) {
    notes.push('litellm_params.aws_session_name names the session of a role, and there is none');
  }
  const profile = open(params, 'aws_profile_name');
  const hasKeys = text(params['aws_access_key_id']) !== undefined;
  if (hasKeys && profile !== undefined) {
    notes.push('litellm_params.aws_profile_name is left out: its keys count');
  }
  const aws = mapOf({
    region: region === undefined ? undefined : JSON.stringify(region),
    access_key: secret('aws_access_key_id'),
    secret_key: secret('aws_secret_access_key'),
    session_token: secret('aws_session_token'),
    profile: hasKeys ? undefined : profile,
    role,
  });
  return [`{ aws: ${aws} }`, notes];
}

/** Beside a key of the vendor's the fields of an identity have no effect. */
function keyCounts(params: Fields, names: readonly string[]): readonly string[] {
  const idle = names.filter((name) => text(params[name]) !== undefined);
  return idle.map((name) => `litellm_params.${name} is left out: its api_key counts`);
}

/** A model of Vertex AI. `named` is what follows the provider. */
export function vertexPlace(
  params: Fields,
  named: string,
  secretOf: SecretOf,
): CloudPlace | { readonly why: string } {
  const claude = isClaude(named);
  const isGoogles = /^(?:google\/)?(?:gemini|gemma)/i.test(named);
  if (!claude && !isGoogles && !named.includes('/')) {
    return { why: `only models of Vertex AI with an OpenAI form are carried over (model ${named})` };
  }
  const given = (name: string) =>
    reference(text(params[`vertex_${name}`]) ?? text(params[`vertex_ai_${name}`]) ?? '');
  const project = given('project') || '${VERTEXAI_PROJECT}';
  const location = given('location') || '${VERTEXAI_LOCATION:-us-central1}';
  const [credentials, notes] = googleKey(params, secretOf);
  const base = text(params['api_base']);
  const path = `/v1/projects/${project}/locations/${location}/endpoints/openapi/chat/completions`;
  const lines = [
    'wire: vertex',
    `project: ${JSON.stringify(project)}`,
    `location: ${JSON.stringify(location)}`,
  ];
  return {
    url: base === undefined ? `https://${vertexHost(location)}` : reference(base).replace(/\/+$/, ''),
    auth: `{ google: ${mapOf({ credentials })} }`,
    more: claude ? lines : [`paths: { chat_completions: ${JSON.stringify(path)} }`],
    model: literal(claude || named.includes('/') ? named.replace(/^anthropic\//, '') : `google/${named}`),
    endpoints: claude ? ['messages'] : ['chat_completions'],
    flavor: claude ? undefined : 'generic',
    notes: [
      ...notes,
      ...(claude ? [claudeSaid] : []),
      ...(location.startsWith('$')
        ? ['the location is part of the host; where it is `global`, the host is aiplatform.googleapis.com']
        : []),
    ],
  };
}

/** The host of a location of Vertex AI. */
function vertexHost(location: string): string {
  if (location === 'global') return 'aiplatform.googleapis.com';
  return /^(?:us|eu)$/.test(location)
    ? `aiplatform.${location}.rep.googleapis.com`
    : `${location}-aiplatform.googleapis.com`;
}

function googleKey(
  params: Fields,
  secretOf: SecretOf,
): readonly [yaml: string | undefined, notes: readonly string[]] {
  const value = params['vertex_credentials'] ?? params['vertex_ai_credentials'];
  if (typeof value === 'object' && value !== null) {
    const { yaml, notes } = secretOf('vertex_credentials', JSON.stringify(value));
    return [yaml, notes];
  }
  const written = text(value);
  if (written === undefined) return [undefined, []];
  if (!written.trimStart().startsWith('{')) return [JSON.stringify(reference(written)), []];
  const { yaml, notes } = secretOf('vertex_credentials', written);
  return [yaml, notes];
}

/** The value of `auth` for an identity of Entra, with its notes; undefined where the entry names none. */
export function entraAuth(
  params: Fields,
  secretOf: SecretOf,
): { readonly auth: string | undefined; readonly notes: readonly string[] } | undefined {
  if (text(params['api_key']) !== undefined) {
    return { auth: undefined, notes: keyCounts(params, cloudFields.azure) };
  }
  const ids = {
    tenant: open(params, 'tenant_id'),
    client_id: open(params, 'client_id'),
    scope: open(params, 'azure_scope'),
  };
  const secret = text(params['client_secret']);
  const token = text(params['azure_ad_token']);
  if (secret !== undefined) {
    const { yaml, notes } = secretOf('client_secret', secret);
    const said =
      token === undefined ? [] : ['litellm_params.azure_ad_token is left out: its client_secret counts'];
    return { auth: `{ azure: ${mapOf({ client_secret: yaml, ...ids })} }`, notes: [...notes, ...said] };
  }
  const workload = `{ azure: ${mapOf({ workload_identity: 'true', ...ids })} }`;
  if (token?.startsWith('oidc/')) {
    return {
      auth: workload,
      notes: [
        'its azure_ad_token came from an identity provider: AZURE_FEDERATED_TOKEN_FILE names the file with it',
      ],
    };
  }
  if (token !== undefined) {
    const { yaml, notes } = secretOf('azure_ad_token', token);
    const said =
      'a token of Entra ends after an hour or so, and nothing renews this one; `auth: { azure: ... }` would';
    return { auth: `{ bearer: ${yaml} }`, notes: [...notes, said] };
  }
  if (ids.client_id === undefined && ids.tenant === undefined) return undefined;
  return {
    auth: workload,
    notes: ['no secret stood beside its ids, so the workload identity of the pod proves who it is'],
  };
}
