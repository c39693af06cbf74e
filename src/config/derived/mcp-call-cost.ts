import type { McpPrice } from '../types/mcp.ts';
import type { ToolKind } from './tool-patterns.ts';

/** The cost of one call of a server, in billionths of a US dollar. */
export function callCost(
  { perRequestNanoUsd, perToolCallNanoUsd }: McpPrice,
  kind: ToolKind,
  name: string,
): number {
  const hasOwn = kind === 'tool' && Object.hasOwn(perToolCallNanoUsd, name);
  return perRequestNanoUsd + (hasOwn ? perToolCallNanoUsd[name]! : 0);
}
