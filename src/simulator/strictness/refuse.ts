import { SimulatorRefusal } from '../simulator-refusal.ts';

/** Refuses a request as the vendor does: with status 400 and words that name the place. */
export function refuse(message: string, detail: { param?: string; code?: string } = {}): never {
  throw new SimulatorRefusal(400, message, detail);
}
