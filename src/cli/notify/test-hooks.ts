import { randomBytes } from 'node:crypto';
import type { HookConfig } from '../../config/types/telemetry.ts';
import { type Sent, sendOnce } from '../../supervisor/messages/hook-request.ts';
import type { Message } from '../../supervisor/messages/message.ts';
import { aligned } from '../aligned-columns.ts';
import { requireFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface TestHooksOptions {
  readonly config: string;
}

/** Sends each hook of a file a message that says it is a test, once, and says what became of it. */
export async function testHooks({ config }: TestHooksOptions, terminal: Terminal): Promise<ExitCode> {
  const loaded = await requireFile(config, { requireSecrets: true }, terminal);
  if (loaded.config === undefined) return loaded.exitCode;
  const hooks = loaded.config.notify?.hooks ?? [];
  if (hooks.length === 0) {
    terminal.out('The file has no `notify`: nobody gets messages.\n');
    return exitCodes.good;
  }
  const tried = await Promise.all(
    hooks.map(async (hook) => ({ hook, sent: await sendOnce(hook, testMessage()) })),
  );
  const lines = aligned([['HOOK', 'HOST', 'FORM', 'RESULT'], ...tried.map(rowOf)], new Set());
  terminal.out(lines.map((line) => `${line}\n`).join(''));
  return tried.every(({ sent }) => sent.kind === 'delivered') ? exitCodes.good : exitCodes.notValid;
}

function testMessage(): Message {
  return {
    id: `msg_${randomBytes(16).toString('hex')}`,
    at: Date.now(),
    event: 'test',
    state: 'test',
    about: 'this hook',
    text: 'This is a test: messages arrive here.',
  };
}

function rowOf({ hook, sent }: { hook: HookConfig; sent: Sent }, index: number): readonly string[] {
  const result = sent.kind === 'delivered' ? 'delivered' : `failed (${sent.reason})`;
  return [String(index + 1), new URL(hook.url).hostname, hook.form, result];
}
