import type { HealthFamily, OwnDefinition, ServedDefinition } from './endpoint.ts';

/**
 * Where clients of the Model Context Protocol send their messages. It is no line of the list: it is there only where a
 * configuration has `mcp`, which says its path too.
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
