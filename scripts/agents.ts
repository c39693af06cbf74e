/**
 * Has Claude Code and Codex each complete a task with a call of a tool through two translations: installs both from npm,
 * starts the built gateway before simulated backends, and looks into the gateway's log for what came of it. Nothing else
 * is reached. `npm run build` goes before it.
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
  /** The endpoint that it calls, and the dialects that it is answered through. */
  readonly endpoint: string;
  readonly through: readonly string[];
  readonly env: (place: Place) => Readonly<Record<string, string>>;
  readonly files: (place: Place) => Readonly<Record<string, string>>;
  /** The simulator calls the tool whose name it reads in the task. */
  readonly command: (place: Place) => readonly string[];
}

interface Place {
  readonly folder: string;
  readonly work: string;
  readonly url: string;
  readonly caFile: string;
  readonly model: string;
}

const agents: Readonly<Record<string, Agent>> = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    endpoint: 'messages',
    through: ['chat_completions', 'responses'],
    env: ({ url, caFile, model }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: secret,
      ANTHROPIC_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      NODE_EXTRA_CA_CERTS: caFile,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    files: () => ({}),
    command: ({ folder }) => [join(folder, 'node_modules/.bin/claude'), '-p', 'Use TaskList'],
  },
  codex: {
    package: '@openai/codex',
    endpoint: 'responses',
    through: ['chat_completions', 'messages'],
    env: ({ work, caFile }) => ({
      CODEX_HOME: join(work, '.codex'),
      GATEWAY_KEY: secret,
      SSL_CERT_FILE: caFile,
    }),
    files: ({ url, model }) => codexFiles(url, model),
    command: ({ folder }) => [
      join(folder, 'node_modules/.bin/codex'),
      'exec',
      '--skip-git-repo-check',
      'Use exec_command',
    ],
  },
};

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
    `keys: { agents: { secret: ${secret} } }`,
  ].join('\n');
}

async function run(name: string, agent: Agent): Promise<boolean> {
  const gateway = await serveBuild(configuration());
  const { folder } = gateway;
  let isGood = true;
  try {
    const version = installProgram(folder, agent.package);
    for (const model of agent.through) {
      const from = gateway.lines.length;
      const work = join(folder, `work-${model}`);
      const place: Place = { ...gateway, folder, work, model };
      mkdirSync(work, { recursive: true });
      for (const [file, text] of Object.entries(agent.files(place))) {
        mkdirSync(dirname(join(work, file)), { recursive: true });
        writeFileSync(join(work, file), text);
      }
      const printed = await runProgram(agent.command(place), work, agent.env(place));
      await sleep(logDelayMs);
      const requests = gateway.lines
        .slice(from)
        .filter((line) => line.msg === 'request' && line['endpoint'] === agent.endpoint);
      const answered = requests.filter((line) => line['status'] === 200);
      const translated = answered.filter(
        (line) => (line['translation'] as { to?: string } | undefined)?.to === model,
      );
      // A turn with the result of the tool follows the one that calls it.
      const isDone =
        printed.includes('Done') && translated.length >= 2 && translated.length === requests.length;
      isGood &&= isDone;
      const dropped = new Set(
        translated.flatMap((line) => (line['translation'] as { dropped?: string[] }).dropped ?? []),
      );
      console.log(
        `${name} ${version}, ${agent.endpoint} through ${model}: ${requests.length} requests, ${translated.length} translated, ` +
          `dropped ${[...dropped].join(', ') || 'nothing'}: ${isDone ? 'the task is done' : 'NOT DONE'}`,
      );
      for (const line of isDone ? [] : requests.filter((one) => !answered.includes(one)))
        console.log(JSON.stringify(line));
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
