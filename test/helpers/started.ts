/** The options of Node.js with which a process runs TypeScript, as this one does. */
export const typescriptOptions: readonly string[] = process.execArgv.filter(
  (option) => !option.startsWith('--test'),
);
