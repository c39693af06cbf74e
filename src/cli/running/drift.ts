import type { Status } from '../../admin/status.ts';
import { type ExitCode, exitCodes, painter, type Terminal } from '../terminal.ts';
import { indented, isServedWhole, originOf, servedTexts } from './gateway-status.ts';
import { type Asked, accesses, askedAll, comparedFile, type GatewaysOptions } from './gateways.ts';
import { heldText } from './status.ts';

export interface DriftOptions extends GatewaysOptions {
  readonly format: 'text' | 'json';
}

/** One gateway beside the file. */
type Finding = Asked & { readonly state: 'same' | 'drift' | 'unknown' };

/** Says whether every process of every gateway serves what a file comes to: 1 where one does not, 2 where one can't be asked. */
export async function drift(file: string, options: DriftOptions, terminal: Terminal): Promise<ExitCode> {
  const compared = await comparedFile(file, terminal);
  if (compared.config === undefined) return compared.exitCode;
  const { textRevision } = compared.config;
  const asked = await askedAll(accesses(compared, options, terminal, 'read'));
  const findings = asked.map((one): Finding => ({ ...one, state: stateOf(one, textRevision) }));
  terminal.out(
    options.format === 'json'
      ? `${JSON.stringify(driftJson(compared.shown, textRevision, findings), null, 2)}\n`
      : driftText(compared.shown, textRevision, findings, terminal.colorOut),
  );
  if (findings.some(({ state }) => state === 'drift')) return exitCodes.notValid;
  return findings.some(({ state }) => state === 'unknown') ? exitCodes.couldNotRun : exitCodes.good;
}

/** A worker that is being started serves nothing, and so nothing else. */
function stateOf({ status }: Asked, text: string): Finding['state'] {
  if (status === undefined) return 'unknown';
  return servesOnly(status, text) && heldTools(status).length === 0 ? 'same' : 'drift';
}

/** True if all processes of a gateway serve a text. */
function servesOnly({ text_revision: served, processes }: Status, text: string): boolean {
  return served === text && processes.every((one) => one.text_revision === text);
}

/** The servers of tools that offer something else than the reviewed `tools.lock` has, and how much of it. */
function heldTools({ tool_servers: servers = [] }: Partial<Status>): readonly string[] {
  return servers.flatMap((one) => {
    const held = heldText(one);
    return held === undefined ? [] : `${one.server} (${held})`;
  });
}

function driftText(shown: string, text: string, findings: readonly Finding[], color: boolean): string {
  const paint = painter(color);
  const lines = [`${shown} comes to ${text}`];
  for (const finding of findings) {
    const origin = originOf(finding.access);
    switch (finding.state) {
      case 'same':
        lines.push(`${paint('green', 'same')}     ${origin}: ${servedTexts(finding.status!, text)}`);
        break;
      case 'drift':
        lines.push(`${paint('red', 'DRIFT')}    ${origin}: ${servedTexts(finding.status!, text)}`);
        lines.push(...whyOther(finding.status!, text));
        break;
      case 'unknown':
        lines.push(`${paint('yellow', 'UNKNOWN')}  ${'reason' in finding ? finding.reason : origin}`);
        break;
    }
  }
  const told = secretsText(findings);
  if (told !== undefined) lines.push(told);
  const others = findings.filter(({ status }) => status !== undefined && !servesOnly(status, text)).length;
  const unknown = findings.filter(({ state }) => state === 'unknown').length;
  if (others > 0) {
    lines.push(
      `${others} of ${findings.length} do not serve ${shown}; once it is there, \`gateway apply\` has it taken`,
    );
  }
  if (unknown > 0) lines.push(`${unknown} of ${findings.length} could not be asked`);
  return `${lines.join('\n')}\n`;
}

/** The known reasons for a gateway's different text, and for tools that it holds back. */
function whyOther(status: Status, text: string): readonly string[] {
  const { config_file, loaded_at, last_reload: last } = status;
  const held = heldTools(status);
  const tools =
    held.length === 0
      ? []
      : [
          `         holds back what tools.lock does not have: ${held.join(', ')}; \`gateway tools lock --check\` names it`,
        ];
  if (servesOnly(status, text)) return tools;
  const since = `         ${config_file}, taken ${loaded_at}`;
  if (last?.outcome !== 'rejected') return [since, ...tools];
  return [`${since}; its present text was REJECTED at ${last.at}:`, indented(last.problems ?? ''), ...tools];
}

/** Of no file that is reviewed, and so nothing that could be right or wrong: hosts may have their own. */
function secretsText(findings: readonly Finding[]): string | undefined {
  const bySecrets = new Map<string, string[]>();
  for (const { access, status } of findings) {
    if (status === undefined) continue;
    const known = bySecrets.get(status.secrets_revision) ?? [];
    bySecrets.set(status.secrets_revision, [...known, originOf(access)]);
  }
  if (bySecrets.size === 0) return undefined;
  const what = 'secrets, certificates and keys (not in the file, not compared with it)';
  const all = [...bySecrets];
  if (all.length === 1) return `${what}: ${all[0]![0]}${all[0]![1].length > 1 ? ' at all of them' : ''}`;
  return `${what} differ: ${all.map(([revision, origins]) => `${revision} at ${origins.join(', ')}`).join('; ')}`;
}

function driftJson(file: string, text: string, findings: readonly Finding[]): unknown {
  return {
    file,
    text_revision: text,
    gateways: findings.map((finding) => ({
      admin: originOf(finding.access),
      state: finding.state,
      reason: 'reason' in finding ? finding.reason : null,
      text_revision: finding.status?.text_revision ?? null,
      secrets_revision: finding.status?.secrets_revision ?? null,
      held_tools: finding.status === undefined ? [] : heldTools(finding.status),
      is_whole: finding.status !== undefined && isServedWhole(finding.status, text),
      processes: finding.status?.processes ?? [],
    })),
  };
}
