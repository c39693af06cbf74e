import type { HealthFamily, OwnDefinition, ServedDefinition } from './endpoint.ts';

/**
 * The endpoint for messages of the Model Context Protocol. It is not in the list: it exists only with `mcp` in the
 * configuration, which also sets its path.
 */
export const mcp: OwnDefinition & {
  readonly name: 'mcp';
  readonly health: HealthFamily;
  readonly answer: ServedDefinition['answer'];
  readonly estimate: ServedDefinition['estimate'];
} = {
  name: 'mcp',
  methods: ['POST'],
  path: '/mcp',
  family: 'mcp',
  answeredBy: 'gateway',
  hasItems: true,
  health: 'declared',
  answer: ['json'],
  // A call of a tool uses no tokens.
  estimate: { input: 'none', output: 0 },
};
