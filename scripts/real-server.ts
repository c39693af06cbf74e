/**
 * Holds translation against a server that was not made here: the stream helpers of the official SDKs of Node.js and Python
 * ask for messages and responses, which the gateway answers through the server's chat completions, and the usage has to
 * be what the server reports natively. `npm run build` goes before it; Python's SDKs are installed into a folder of their own.
 *
 *   node --import tsx scripts/real-server.ts URL MODEL [FLAVOR]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { type ServedGateway, serveBuild } from './served-gateway.ts';

const secret = 'sk-real-0123456789abcdef';
const prompt = 'Tell me of the river and the old stone bridge.';
const most = 24;

/** Sends requests with Python's SDKs, and prints their usage. */
const python = `
import json, sys
from anthropic import Anthropic
from openai import OpenAI
url, key, prompt, most = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
used = []
with Anthropic(base_url=url, auth_token=key, api_key=None).messages.stream(
    model="translated", max_tokens=most, messages=[{"role": "user", "content": prompt}]
) as stream:
    usage = stream.get_final_message().usage
    cached = (usage.cache_read_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    used.append(("messages, Python", usage.input_tokens + cached, usage.output_tokens))
with OpenAI(base_url=url + "/v1", api_key=key).responses.stream(
    model="translated", max_output_tokens=most, input=prompt, store=False
) as stream:
    # Its get_final_response takes answers alone that are complete; this one ends at its bound.
    last = [event for event in stream][-1]
    usage = last.response.usage
    used.append(("responses, Python", usage.input_tokens, usage.output_tokens))
print(json.dumps(used))
`;

const [server, model, flavor = 'llama_cpp'] = process.argv.slice(2);
if (server === undefined || model === undefined)
  throw new Error('usage: scripts/real-server.ts URL MODEL [FLAVOR]');

interface Used {
  readonly input: number;
  readonly output: number;
}

const usedBy: Record<string, Used> = {};

const gateway = await serveBuild(
  [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    `backends: { real: { url: "${server}", flavor: ${flavor} } }`,
    'models:',
    '  translated:',
    '    deployments:',
    `      - backend: real`,
    `        model: ${JSON.stringify(model)}`,
    '        endpoints: { chat_completions: [], messages: { via: chat_completions }, responses: { via: chat_completions } }',
    `keys: { real: { secret: ${secret} } }`,
  ].join('\n'),
);
try {
  await askWithNode(gateway);
  askWithPython(gateway);
} finally {
  await gateway.stop();
}

const native = usedBy['chat completions, Node.js, natively']!;
for (const [name, { input, output }] of Object.entries(usedBy)) {
  const isSame = input === native.input && output === native.output;
  console.log(`${name}: ${input} + ${output} tokens${isSame ? '' : ', NOT what the server reports'}`);
  if (!isSame) process.exitCode = 1;
}

async function askWithNode({ url, caFile }: ServedGateway): Promise<void> {
  const fetch = trusting(caFile);
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: secret, fetch });
  const anthropic = new Anthropic({ baseURL: url, apiKey: null, authToken: secret, fetch });
  const messages = [{ role: 'user' as const, content: prompt }];
  const asked = { model: 'translated', temperature: 0, seed: 1 };

  const chat = await openai.chat.completions
    .stream({ ...asked, messages, max_tokens: most, stream_options: { include_usage: true } })
    .finalChatCompletion();
  const { prompt_tokens: input, completion_tokens: output } = chat.usage!;
  usedBy['chat completions, Node.js, natively'] = { input, output };

  const { usage } = await anthropic.messages
    .stream({ model: 'translated', messages, max_tokens: most })
    .finalMessage();
  const cached = (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  usedBy['messages, Node.js'] = { input: usage.input_tokens + cached, output: usage.output_tokens };

  const response = await openai.responses
    .stream({ model: 'translated', input: prompt, max_output_tokens: most, store: false })
    .finalResponse();
  usedBy['responses, Node.js'] = {
    input: response.usage!.input_tokens,
    output: response.usage!.output_tokens,
  };
}

/** `fetch` that trusts one certificate more. */
function trusting(caFile: string): typeof fetch {
  const agent = new Agent({ ca: readFileSync(caFile) });
  return (input, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const own = Object.fromEntries(new Headers(headers));
      const sent = request(String(input), { method, headers: own, agent }, (answer) => {
        const { statusCode = 0, headers: given } = answer;
        const flat = Object.entries(given).map(([name, value]) => [name, String(value)] as [string, string]);
        resolve(
          new Response(Readable.toWeb(answer) as ReadableStream, { status: statusCode, headers: flat }),
        );
      });
      sent.on('error', reject);
      sent.end(body as string | undefined);
    });
}

function askWithPython({ url, caFile, folder }: ServedGateway): void {
  const place = join(folder, 'python');
  execFileSync('python3', ['-m', 'venv', place]);
  execFileSync(join(place, 'bin/pip'), ['install', '--quiet', 'openai', 'anthropic'], { stdio: 'inherit' });
  const program = join(folder, 'ask.py');
  writeFileSync(program, python);
  const printed = execFileSync(join(place, 'bin/python'), [program, url, secret, prompt, String(most)], {
    env: { PATH: process.env['PATH'], SSL_CERT_FILE: caFile },
    encoding: 'utf8',
  });
  for (const [name, input, output] of JSON.parse(printed) as [string, number, number][]) {
    usedBy[name] = { input, output };
  }
}
