/** A Debian of its own, booted with systemd in a container that has a loopback and no other network. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../helpers/gate.ts';
import type { Owner } from '../../helpers/serve.ts';
import { debian, environment } from './debian.ts';

const run = promisify(execFile);

export interface Done {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Machine {
  /** Where its files are. */
  readonly root: string;
  /** Runs a command in it as root, to its end. */
  run(...command: readonly string[]): Promise<Done>;
  /** The same, and throws with what it said where it ends with anything but 0. Gives its standard output. */
  does(...command: readonly string[]): Promise<string>;
  /** Starts a program of this machine in the other one's network. */
  beside(...command: readonly string[]): ChildProcess;
  /** The words in front of a program of this machine that have it run in the other one's network. */
  readonly network: readonly string[];
}

/** Boots a fresh Debian with a folder of packages at `/packages`; it is stopped with its owner. Needs root. */
export async function startMachine(owner: Owner, folder: string): Promise<Machine> {
  if (process.getuid?.() !== 0) throw new Error('a machine of its own needs root: sudo npm run test:package');
  const scratch = mkdtempSync(join(tmpdir(), 'gateway-machine-'));
  owner.after(() => rmSync(scratch, { recursive: true, force: true }));
  const root = join(scratch, 'root');
  mkdirSync(root);
  await run('tar', ['-C', root, '-xf', await debian()]);
  const options = [
    '--quiet',
    '--register=no',
    '--keep-unit',
    '--private-network',
    `--bind-ro=${folder}:/packages`,
  ];
  const container = spawn('systemd-nspawn', [...options, `--directory=${root}`, '--boot'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let console = '';
  container.stdout.on('data', (part) => (console += part));
  container.stderr.on('data', (part) => (console += part));
  const ended = new Promise<void>((resolve) => container.once('close', () => resolve()));
  owner.after(async () => {
    container.kill('SIGTERM'); // has its systemd shut down
    const late = setTimeout(() => container.kill('SIGKILL'), 60_000);
    await ended;
    clearTimeout(late);
  });
  const leader = () => readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').trim();
  await until(
    () => {
      if (container.exitCode !== null) throw new Error(`the container did not boot:\n${console}`);
      return leader() !== '' && existsSync(join('/proc', leader(), 'root', 'run/systemd/private'));
    },
    'the container boots',
    60_000,
  );
  const pid = leader();
  const inside = ['--target', pid, '--mount', '--uts', '--ipc', '--net', '--pid', '--'];
  const network = ['nsenter', '--target', pid, '--net', '--'];
  const machine: Machine = {
    root,
    network,
    run: (...command) => result(run('nsenter', [...inside, ...command], { env: environment })),
    async does(...command) {
      const { code, out, err } = await machine.run(...command);
      if (code !== 0) throw new Error(`${command.join(' ')}: exit code ${code}\n${out}${err}`);
      return out;
    },
    beside: (...command) => {
      const [program = '', ...args] = [...network, ...command];
      return spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    },
  };
  await until(
    async () => /^(running|degraded)$/m.test((await machine.run('systemctl', 'is-system-running')).out),
    'the machine is up',
    60_000,
  );
  return machine;
}

async function result(done: Promise<{ stdout: string; stderr: string }>): Promise<Done> {
  try {
    const { stdout, stderr } = await done;
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, out: stdout ?? '', err: stderr ?? '' };
  }
}
