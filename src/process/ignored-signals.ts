/**
 * For the processes below the supervising one, before anything else of them is loaded. That one alone decides when to
 * stop and when to read the files, so a signal to the whole group must not end the others; SIGUSR1 would open a
 * debugger's port, and SIGUSR2, which many supervisors send by habit, end the process. And where nobody reads what a process says, it is lost, which is no reason to end.
 */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const)
  process.on(signal, () => {});
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
