/** What the log alone tells of requests: no usage that is kept has it, and no metric. */
export const logOnlyGroups = ['session', 'agent', 'request_class'] as const;

/** What lines of the access log can be summed by. */
export const logGroups = ['day', 'key', 'model', 'deployment', ...logOnlyGroups] as const;
export type LogGroup = (typeof logGroups)[number];
