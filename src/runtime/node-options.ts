/**
 * The options that processes of ours are started with: what this one got, without the way to a prototype, and, where
 * Node.js can be told so (from 22.14 on), without the signal that opens a debugger's port.
 */
export function childOptions(): string[] {
  const deaf = '--disable-sigusr1';
  const options = [...process.execArgv, '--disable-proto=delete'];
  if (process.allowedNodeEnvironmentFlags.has(deaf)) options.push(deaf);
  return [...new Set(options)];
}

/** The same for a process with little to do: its heap would grow for as long as nothing makes it collect. */
export function quietOptions(): string[] {
  return [...childOptions(), '--max-semi-space-size=2'];
}

/**
 * The same for a process that makes way for others: to collect garbage the engine starts as many threads as it can,
 * and on a busy core each of them has a share of its own.
 */
export function modestOptions(): string[] {
  return [...childOptions(), '--single-threaded-gc'];
}
