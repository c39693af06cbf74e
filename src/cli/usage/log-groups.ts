/** The groups that only the log has: neither stored usage nor a metric has them. */
export const logOnlyGroups = ['session', 'agent', 'request_class'] as const;

/** The groups by which lines of the access log can be summed. */
export const logGroups = ['day', 'key', 'model', 'deployment', ...logOnlyGroups] as const;
export type LogGroup = (typeof logGroups)[number];
