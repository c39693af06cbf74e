/** The gateway's own count, from its usage file or from a running gateway. */
import { existsSync } from 'node:fs';
import type { UsageAnswer, UsageSum } from '../../admin/contract/usage.ts';
import type { UsageQuery } from '../../admin/usage/usage-messages.ts';
import { usageFile } from '../../admin/usage/usage-store.ts';
import type { Config } from '../../config/types/gateway.ts';
import { type AdminOptions, adminAccess } from '../running/admin-access.ts';
import type { Terminal } from '../terminal.ts';

/** The place of the usage, and the way to query it. */
export interface UsageSource {
  readonly name: string;
  query(query: UsageQuery): Promise<readonly UsageSum[]>;
}

export interface SourceOptions extends Pick<AdminOptions, 'ca' | 'tokenFile'> {
  /** The URLs of admin listeners: gateways that count each for itself. */
  readonly admin?: readonly string[];
}

/** The gateways at `admin` where some are named, else the file in `state.dir`. Throws where there is neither. */
export function usageSource(
  config: Config | undefined,
  { admin, ...options }: SourceOptions,
  terminal: Terminal,
): UsageSource {
  if (admin !== undefined) {
    const all = [...new Set(admin)].map((url) => ofGateway(config, { ...options, admin: url }, terminal));
    return {
      name: all.map(({ name }) => name).join(' and '),
      query: async (query) => (await Promise.all(all.map((one) => one.query(query)))).flat(),
    };
  }
  if (config === undefined) throw new Error('say whose usage: --config FILE, or --admin URL');
  const file = usageFile(config.state.dir);
  if (!existsSync(file)) throw new Error(notKept(file, terminal));
  return {
    name: file,
    async query(query) {
      const { UsageDb } = await import('../../admin/usage/usage-db.ts');
      const db = UsageDb.openToRead(file);
      try {
        return db.query(query);
      } finally {
        db.close();
      }
    },
  };
}

function ofGateway(config: Config | undefined, options: AdminOptions, terminal: Terminal): UsageSource {
  const access = adminAccess(config?.admin, options, terminal)!;
  return {
    name: access.admin,
    async query({ from, to, key, groupBy }) {
      const { askGateway } = await import('../running/ask-gateway.ts');
      const query = new URLSearchParams({
        since: from ?? '1970-01-01',
        ...(to !== undefined && { until: to }),
        ...(key !== undefined && { key }),
        by: groupBy.join(','),
      });
      const { rows } = await askGateway(access, `/api/usage?${query}`, isUsageAnswer);
      return rows;
    },
  };
}

function isUsageAnswer(answer: unknown): answer is UsageAnswer {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as UsageAnswer).rows);
}

/** A service keeps its state where its unit says, which a shell knows nothing of. */
export function notKept(file: string, { env }: Pick<Terminal, 'env'>): string {
  const told =
    env['STATE_DIRECTORY'] === undefined ? 'STATE_DIRECTORY is not set here' : 'STATE_DIRECTORY is set';
  return `no usage is kept at ${file} (${told}); a gateway that has prices, names a state.dir or has an admin token keeps it in its state.dir, which for a systemd unit with StateDirectory=gateway is /var/lib/gateway: STATE_DIRECTORY=/var/lib/gateway gateway usage export ...`;
}
