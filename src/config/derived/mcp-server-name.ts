/** An MCP server's name among backends: no backend has a slash in its name. */
export function mcpServerName(server: string): string {
  return `mcp/${server}`;
}
