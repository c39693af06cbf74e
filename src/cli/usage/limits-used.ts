import type { LimitsAnswer } from '../../admin/contract/limits.ts';
import type { AdminConfig } from '../../config/types.ts';
import { requireFile } from '../config-file.ts';
import { type AdminOptions, adminAccess } from '../running/admin-access.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { usageText } from './usage-text.ts';

export interface UsageOptions extends AdminOptions {
  /** The file of the gateway: where its admin listener is, and the token. */
  readonly config?: string;
  readonly key?: string;
  readonly format: 'text' | 'json';
}

/** Prints what is used and left of every limit of the keys, as the running gateway counts it. */
export async function usage(options: UsageOptions, terminal: Terminal): Promise<ExitCode> {
  const { config: file, admin: url, key, format } = options;
  if (file === undefined && url === undefined) {
    throw new Error('say which gateway to ask: --config FILE, or --admin URL');
  }
  let admin: AdminConfig | undefined;
  if (file !== undefined) {
    const loaded = await requireFile(file, { requireSecrets: false }, terminal);
    if (loaded.config === undefined) return loaded.exitCode;
    admin = loaded.config.admin;
  }
  const { askGateway } = await import('../running/ask-gateway.ts');
  const path = key === undefined ? '/api/limits' : `/api/limits?key=${encodeURIComponent(key)}`;
  const access = adminAccess(admin, options, terminal);
  if (access === undefined) {
    throw new Error(`${file} has no \`admin.address\` to ask at; give the URL with --admin`);
  }
  const answer = await askGateway(access, path, isLimitsAnswer);
  terminal.out(format === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : usageText(answer, Date.now()));
  return exitCodes.good;
}

function isLimitsAnswer(answer: unknown): answer is LimitsAnswer {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as LimitsAnswer).keys);
}
