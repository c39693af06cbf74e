/**
 * The built-in backend: a real HTTP server that answers every endpoint in its vendor's form, needs no network
 * and no key, and misbehaves on demand. Model names select a fault, or the manners of some server; there is no other
 * control channel.
 */
export { simulatorFaults } from './faults/registry.ts';
export { simulatorManners } from './manners.ts';
export {
  type SeenRequest,
  type Simulator,
  type SimulatorOptions,
  type SimulatorStats,
  startSimulator,
} from './server.ts';
