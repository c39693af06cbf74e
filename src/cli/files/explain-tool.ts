import { toolVerdict, toolVerdictText } from '../../check/tools/tool-verdict.ts';
import { parseTool } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { Claims } from '../../lib/claims.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface ExplainToolOptions {
  /** `SERVER/TOOL`, `SERVER/prompt:NAME` or `SERVER/resource:URI`. */
  readonly tool: string;
  readonly key?: string;
  readonly claims: Claims | undefined;
  readonly asActive?: true;
  readonly format: 'text' | 'json';
}

/** Prints if a key may use something of an MCP server, and by which patterns. A refusal too is an answer. */
export function explainTool(config: Config, options: ExplainToolOptions, terminal: Terminal): ExitCode {
  const { tool: text, key, claims, asActive, format } = options;
  if (key !== undefined && claims !== undefined)
    throw new Error('--claims lead to a key themselves: leave --key out');
  const tool = parseTool(text);
  if (tool === undefined)
    throw new Error('--tool takes SERVER/TOOL, SERVER/prompt:NAME or SERVER/resource:URI, without *');
  const verdict = toolVerdict(config, { tool, key, claims, asActive });
  terminal.out(format === 'json' ? `${JSON.stringify(verdict, null, 2)}\n` : toolVerdictText(verdict));
  return exitCodes.good;
}
