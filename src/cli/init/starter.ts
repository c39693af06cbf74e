/** The files that `init` writes. */
import { grantedByDefault } from '../../api/endpoints/index.ts';

/** The token of the dashboard, beside the file. */
export const tokenFile = 'admin-token';

/** A configuration that serves as it is, with what comes next in comments. */
export function starterFile({ devCert }: { readonly devCert: boolean }): string {
  const tls = devCert
    ? `    cert: dev-cert.pem               # made by \`gateway init --dev-cert\` for localhost, good for a year;
    key: dev-key.pem                 # in production: those of your own certificate authority`
    : `    self_signed: true                # for development; in production:
    # cert: /etc/gateway/tls.crt     # PEM
    # key: /etc/gateway/tls.key`;
  return `# The configuration of the gateway. After every change: gateway check gateway.yaml
# For completion in your editor: gateway schema > gateway.schema.json, and as the first line of this file:
#   yaml-language-server: $schema=gateway.schema.json
version: 1

listen:
  address: 127.0.0.1:8443            # 0.0.0.0:8443 to be reached from elsewhere
  tls:
${tls}

admin:                               # for operators: the dashboard, metrics, health (/livez, /readyz)
  address: 127.0.0.1:9901
  token: \${file:${tokenFile}}         # made by \`gateway init\`; the dashboard asks for it, commands read it

backends:
  demo:                              # built in: needs no network and no credential
    simulator: { latency: 20ms, tokens_per_second: 200 }
  # openai:
  #   url: https://api.openai.com/v1
  #   auth: { bearer: "\${OPENAI_API_KEY}" }
  # claude:
  #   url: https://api.anthropic.com
  #   auth: { header: x-api-key, value: "\${ANTHROPIC_API_KEY}" }
  #   default_headers: { anthropic-version: "2023-06-01" }

models:
  demo:                              # what clients send as \`model\`
    deployments:
      - backend: demo
        capabilities: [streaming, function_calling, tool_choice]   # on every endpoint listed below
        endpoints: { ${grantedByDefault.map((name) => `${name}: []`).join(', ')} }
  # gpt-4o-mini:
  #   fallbacks: [demo]              # tried when no deployment of this model can answer
  #   deployments:
  #     - backend: openai
  #       capabilities: [streaming, function_calling, tool_choice]
  #       endpoints: { chat_completions: [vision], responses: [vision] }
  # claude-haiku-4-5:
  #   deployments:
  #     - { backend: claude, capabilities: [streaming, vision, tool_choice], endpoints: { messages: [] } }

keys_file: keys.yaml                 # the keys of clients

state:
  dir: .gateway                      # what the gateway itself writes

tests:                               # run by \`gateway check\`
  - name: streaming requests of the first key go to the demo backend
    request: { endpoint: chat_completions, model: demo, tags: [streaming], key: first }
    expect: { deployment: demo }
`;
}

/** The keys file with one key, which may use everything. */
export function starterKeys(hash: string): string {
  return `# Client keys: hashes only, so that nobody can use them. A further one:
#   printf %s "$SECRET" | gateway key hash
keys:
  first:
    hash: ${hash}
    # models: [demo, "gpt-*"]        # default: all
    # endpoints: [chat_completions]  # default: ${grantedByDefault.join(', ')}
    # expires: 2030-01-01T00:00:00Z
`;
}
