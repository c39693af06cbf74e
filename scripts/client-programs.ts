/** Programs of npm packages that are clients of a gateway, each in a folder of its own and without a network. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const limitMs = 120_000;

/** Installs a package, and tells its version: the one that is wanted, else the newest that this Node.js runs. */
export function installProgram(folder: string, name: string, wanted?: string): string {
  const asked = wanted === undefined ? name : `${name}@${wanted}`;
  execFileSync('npm', ['install', '--prefix', folder, '--foreground-scripts', asked], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const installed = join(folder, 'node_modules', name);
  finishInstall(installed);
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** If npm runs no scripts of packages, run theirs: they install the program of this system. */
function finishInstall(folder: string): void {
  for (const script of ['install.cjs', 'postinstall.mjs']) {
    if (existsSync(join(folder, script)))
      execFileSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' });
  }
}

/**
 * Runs a program that can reach loopback alone, and gives what it prints.
 *
 * @param work Where it works, and its home.
 * @throws {Error} It did not end well, within two minutes.
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  work: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const nowhere = 'http://127.0.0.1:9';
  const child = spawn(program, args, {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: work,
      HTTPS_PROXY: nowhere,
      NO_PROXY: '127.0.0.1,localhost',
      ...env,
    },
    timeout: limitMs,
  });
  const ended = once(child, 'exit');
  const printed = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return printed;
}

/**
 * The files of Codex's working folder: a provider whose key is in `GATEWAY_KEY`.
 *
 * @param toolsUrl Where it finds tools with the same key; left out for nowhere.
 */
export function codexFiles(
  url: string,
  model: string,
  overSocket = false,
  toolsUrl?: string,
): Readonly<Record<string, string>> {
  return {
    '.codex/config.toml': [
      `model = "${model}"`,
      'model_provider = "gateway"',
      '[model_providers.gateway]',
      'name = "gateway"',
      `base_url = "${url}/v1"`,
      'env_key = "GATEWAY_KEY"',
      'wire_api = "responses"',
      `supports_websockets = ${overSocket}`,
      ...(toolsUrl === undefined
        ? []
        : ['[mcp_servers.tools]', `url = "${toolsUrl}"`, 'bearer_token_env_var = "GATEWAY_KEY"']),
    ].join('\n'),
  };
}
