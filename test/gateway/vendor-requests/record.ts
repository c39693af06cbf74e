/**
 * Records what the vendors' own clients send. Their packages are many and large, so they are installed in a folder of
 * their own: `node --import tsx test/gateway/vendor-requests/record.ts` does so, and writes `recorded.json`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../helpers/npm-packages.ts';
import { azureVersion, type Call, calls, location, projectId, type Recorded, type Sdk } from './calls.ts';

/** Exactly these, so that a difference is one of the gateway's. */
const versions: Readonly<Record<Sdk, string>> = {
  '@anthropic-ai/bedrock-sdk': '1.1.3',
  '@anthropic-ai/vertex-sdk': '1.1.3',
  '@anthropic-ai/foundry-sdk': '1.1.1',
  openai: '6.49.0',
};

export const recordedFile = new URL('recorded.json', import.meta.url);

type Parameters = Readonly<Record<string, unknown>>;
interface Resource {
  create(parameters: Parameters): Promise<unknown>;
}
interface Client {
  readonly messages: Resource;
  readonly beta: { readonly messages: Resource };
  readonly chat: { readonly completions: Resource };
  readonly responses: Resource;
}
type ClientClass = new (options: Parameters) => Client;

/** No token: who is calling is no part of what is compared. */
const authClient = { getRequestHeaders: async () => new Headers() };

/** How each client is made so that it calls a server of ours. */
const clients: Readonly<
  Record<Sdk, { readonly name: string; readonly options: (url: string) => Parameters }>
> = {
  '@anthropic-ai/bedrock-sdk': {
    name: 'AnthropicBedrock',
    options: (url) => ({ baseURL: url, awsRegion: 'us-east-1', skipAuth: true }),
  },
  '@anthropic-ai/vertex-sdk': {
    name: 'AnthropicVertex',
    options: (url) => ({ baseURL: `${url}/v1`, projectId, region: location, authClient }),
  },
  '@anthropic-ai/foundry-sdk': {
    name: 'AnthropicFoundry',
    options: (url) => ({ baseURL: `${url}/anthropic`, apiKey: 'key' }),
  },
  openai: {
    name: 'AzureOpenAI',
    options: (url) => ({ endpoint: url, apiKey: 'key', apiVersion: azureVersion }),
  },
};

/** Makes a client that calls a server at a URL. */
export type ClientFor = (sdk: Sdk, url: string) => Promise<Client>;

/** Installs the clients, for as long as something is done with them. */
export async function withVendorClients<T>(run: (clientFor: ClientFor) => Promise<T>): Promise<T> {
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const { load, remove } = await installPackages(packages);
  try {
    return await run(async (sdk, url) => {
      const { name, options } = clients[sdk];
      const { [name]: Client } = (await load(sdk)) as Readonly<Record<string, ClientClass>>;
      return new Client!({ ...options(url), maxRetries: 0 });
    });
  } finally {
    await remove();
  }
}

/** Has each client make its calls. */
export async function recordVendorRequests(clientFor: ClientFor): Promise<readonly Recorded[]> {
  const seen: Omit<Recorded, 'name' | 'sdk' | 'version'>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('anthropic-'));
    seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const recorded: Recorded[] = [];
    for (const call of calls) {
      // Whatever comes of it: the request is what counts.
      await callWith(await clientFor(call.sdk, url), call).catch(() => undefined);
      const [request, ...others] = seen.splice(0);
      if (request === undefined || others.length > 0) throw new Error(`${call.name}: not one request`);
      recorded.push({ name: call.name, sdk: call.sdk, version: versions[call.sdk], ...request });
    }
    return recorded;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function callWith(client: Client, { endpoint, model, stream, betas, parameters }: Call): Promise<unknown> {
  const all = { model, ...parameters, ...(stream ? { stream } : {}) };
  if (endpoint === 'responses') return client.responses.create(all);
  if (endpoint === 'chat_completions') return client.chat.completions.create(all);
  return betas.length > 0 ? client.beta.messages.create({ ...all, betas }) : client.messages.create(all);
}

export async function readRecorded(): Promise<readonly Recorded[]> {
  return JSON.parse(await readFile(recordedFile, 'utf8')) as readonly Recorded[];
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(
    recordedFile,
    `${JSON.stringify(await withVendorClients(recordVendorRequests), null, 2)}\n`,
  );
}
