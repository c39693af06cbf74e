/**
 * Has Claude Code and Codex each complete a task with a call of a tool in each way in which they can be served: natively,
 * through translations, at the addresses of clouds. It installs both from npm, starts the built gateway before simulated
 * backends, and looks into the gateway's log for what came of it. Nothing else is reached. `npm run build` goes before it.
 *
 *   node --import tsx scripts/agents.ts [claude-code|codex...]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codexFiles, installProgram, runProgram } from './client-programs.ts';
import { serveBuild } from './served-gateway.ts';

const secret = 'sk-agents-0123456789abcdef';
/** Lines of the log are written together. */
const logDelayMs = 2000;

interface Agent {
  readonly package: string;
  /** The endpoint that it calls. */
  readonly endpoint: string;
  readonly ways: readonly Way[];
  readonly files: (place: Place, way: Way) => Readonly<Record<string, string>>;
  /** The simulator calls the tool whose name it reads in the task. */
  readonly command: (place: Place, way: Way) => readonly string[];
}

interface Way {
  readonly name: string;
  /** The dialect that the backend speaks, and with it the model. */
  readonly to: 'chat_completions' | 'messages' | 'responses';
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  /** Left out where that is its name. */
  readonly model?: string;
  /** It opens a WebSocket, and each request is a turn on it. */
  readonly overSocket?: true;
  /** It asks for models by names of its own as it starts, too. */
  readonly triesModels?: true;
  /** The tool of its task is one of the gateway's, by the name that it gives that. */
  readonly tool?: string;
}

interface Place {
  readonly folder: string;
  readonly work: string;
  readonly url: string;
  readonly caFile: string;
  readonly model: string;
}

const claudeCode = ({ caFile, model }: Place) => ({
  ANTHROPIC_MODEL: model,
  ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
  NODE_EXTRA_CA_CERTS: caFile,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
});
const atAnthropic = (place: Place) => ({
  ...claudeCode(place),
  ANTHROPIC_BASE_URL: place.url,
  ANTHROPIC_AUTH_TOKEN: secret,
});
const atBedrock = (place: Place) => ({
  ...claudeCode(place),
  CLAUDE_CODE_USE_BEDROCK: '1',
  ANTHROPIC_BEDROCK_BASE_URL: place.url,
  AWS_BEARER_TOKEN_BEDROCK: secret,
  AWS_REGION: 'us-east-1',
});
const atVertex = (place: Place) => ({
  ...claudeCode(place),
  CLAUDE_CODE_USE_VERTEX: '1',
  CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
  ANTHROPIC_VERTEX_BASE_URL: `${place.url}/v1`,
  ANTHROPIC_AUTH_TOKEN: secret,
  ANTHROPIC_VERTEX_PROJECT_ID: 'none',
  CLOUD_ML_REGION: 'global',
});
const codexEnv = ({ work, caFile }: Place) => ({
  CODEX_HOME: join(work, '.codex'),
  GATEWAY_KEY: secret,
  SSL_CERT_FILE: caFile,
});

const agents: Readonly<Record<string, Agent>> = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    endpoint: 'messages',
    ways: [
      { name: 'natively', to: 'messages', env: atAnthropic },
      { name: 'through chat_completions', to: 'chat_completions', env: atAnthropic },
      { name: 'through responses', to: 'responses', env: atAnthropic },
      { name: "at Amazon Bedrock's addresses", to: 'messages', env: atBedrock, triesModels: true },
      { name: "at Vertex AI's addresses", to: 'messages', env: atVertex, triesModels: true },
      { name: "with the gateway's tools", to: 'messages', env: atAnthropic, tool: 'mcp__tools__sim__echo' },
    ],
    files: ({ url }) => ({ 'tools.json': JSON.stringify(toolsOfClaudeCode(url)) }),
    command: ({ folder }, { tool }) => [
      join(folder, 'node_modules/.bin/claude'),
      '-p',
      `Use ${tool ?? 'TaskList'}`,
      ...(tool === undefined ? [] : ['--mcp-config', 'tools.json', '--allowedTools', tool]),
    ],
  },
  codex: {
    package: '@openai/codex',
    endpoint: 'responses',
    ways: [
      { name: 'natively', to: 'responses', env: codexEnv },
      { name: 'through chat_completions', to: 'chat_completions', env: codexEnv },
      { name: 'through messages', to: 'messages', env: codexEnv },
      { name: 'over a socket, natively', to: 'responses', env: codexEnv, overSocket: true },
      { name: 'over a socket, relayed', to: 'responses', model: 'relayed', env: codexEnv, overSocket: true },
      { name: 'over a socket, through messages', to: 'messages', env: codexEnv, overSocket: true },
      { name: "with the gateway's tools", to: 'responses', env: codexEnv, tool: 'sim__echo' },
    ],
    files: ({ url, model }, { overSocket, tool }) =>
      codexFiles(url, model, overSocket, tool === undefined ? undefined : `${url}/mcp`),
    command: ({ folder }, { tool }) => [
      join(folder, 'node_modules/.bin/codex'),
      'exec',
      '--skip-git-repo-check',
      `Use ${tool ?? 'exec_command'}`,
    ],
  },
};

/** The gateway's tools in Claude Code's settings. */
function toolsOfClaudeCode(url: string): object {
  const headers = { Authorization: `Bearer ${secret}` };
  return { mcpServers: { tools: { type: 'http', url: `${url}/mcp`, headers } } };
}

/** Models by the dialect that their backend speaks. */
function configuration(): string {
  const dropped = 'drop: [tools.web_search, tools.image_generation], unknown_fields: refuse';
  const model = (dialect: string, endpoints: string, more = '') =>
    `  ${dialect}: { deployments: [ { backend: simulated, endpoints: { ${dialect}: [], ${endpoints} }, translation: { ${dropped}${more} } } ] }`;
  return [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    'backends: { simulated: { simulator: { text: Done } } }',
    'models:',
    model('chat_completions', 'messages: { via: chat_completions }, responses: { via: chat_completions }'),
    model('responses', 'messages: { via: responses }'),
    model('messages', 'responses: { via: messages }', ', max_tokens: 4096'),
    '  relayed: { deployments: [ { backend: simulated, endpoints: { responses: { relay: websocket } } } ] }',
    'mcp: { servers: { sim: { simulator: true } } }',
    `keys: { agents: { secret: ${secret}, tools: ["*"] } }`,
  ].join('\n');
}

/** A request for a model that the file has not, where the program tries some of its own. */
function isTrial({ triesModels }: Way, line: Readonly<Record<string, unknown>>): boolean {
  return triesModels === true && line['status'] === 404 && line['code'] === 'model_not_found';
}

async function run(name: string, agent: Agent): Promise<boolean> {
  const gateway = await serveBuild(configuration());
  const { folder } = gateway;
  let isGood = true;
  try {
    const version = installProgram(folder, agent.package);
    for (const way of agent.ways) {
      const from = gateway.lines.length;
      const work = join(folder, `work-${agent.ways.indexOf(way)}`);
      const place: Place = { ...gateway, folder, work, model: way.model ?? way.to };
      mkdirSync(work, { recursive: true });
      for (const [file, text] of Object.entries(agent.files(place, way))) {
        mkdirSync(dirname(join(work, file)), { recursive: true });
        writeFileSync(join(work, file), text);
      }
      const printed = await runProgram(agent.command(place, way), work, way.env(place));
      await sleep(logDelayMs);
      const told = gateway.lines.slice(from).filter((line) => line.msg === 'request');
      const requests = told.filter((line) => line['endpoint'] === agent.endpoint);
      const calls = told.filter((line) => line['tool'] === 'sim/echo' && line['tool_outcome'] === 'answered');
      const opened = requests.filter((line) => line['status'] === 101);
      // A warm-up asks no deployment.
      const answered = requests.filter((line) => line['status'] === 200 && line['deployment'] !== undefined);
      const failed = requests.filter(
        (line) => line['status'] !== 200 && line['status'] !== 101 && !isTrial(way, line),
      );
      const isTranslated = way.to !== agent.endpoint;
      const asExpected = answered.filter(
        (line) =>
          (line['translation'] as { to?: string } | undefined)?.to === (isTranslated ? way.to : undefined),
      );
      // A turn with the result of the tool follows the one that calls it.
      const isDone =
        printed.includes('Done') &&
        failed.length === 0 &&
        calls.length === (way.tool === undefined ? 0 : 1) &&
        opened.length > 0 === (way.overSocket === true) &&
        asExpected.length >= 2 &&
        asExpected.length === answered.length;
      isGood &&= isDone;
      const dropped = new Set(
        answered.flatMap(
          (line) => (line['translation'] as { dropped?: string[] } | undefined)?.dropped ?? [],
        ),
      );
      console.log(
        `${name} ${version}, ${agent.endpoint} ${way.name}: ${answered.length} requests answered, ` +
          `dropped ${[...dropped].join(', ') || 'nothing'}: ${isDone ? 'the task is done' : 'NOT DONE'}`,
      );
      for (const line of isDone ? [] : failed) console.log(JSON.stringify(line));
    }
  } finally {
    await gateway.stop();
  }
  return isGood;
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(agents)) {
  const agent = agents[name];
  if (agent === undefined) throw new Error(`no agent ${name}; there are ${Object.keys(agents).join(', ')}`);
  if (!(await run(name, agent))) process.exitCode = 1;
}
