/**
 * Best-effort requests by which Claude Code looks around as it starts, and which a gateway may refuse ("Gateway protocol
 * reference", "Optional endpoints and startup traffic"): a probe of the connection, and the inference profiles of Bedrock.
 */
export function isClientProbe(method: string | undefined, path: string): boolean {
  if (method === 'HEAD') return path === '/' || path === '/api/hello';
  const profiles = '/inference-profiles';
  return (
    method === 'GET' &&
    path.startsWith(profiles) &&
    (path.length === profiles.length || path[profiles.length] === '/')
  );
}
