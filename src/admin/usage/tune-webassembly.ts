/** Comes before SQLite in the process that keeps usage: what becomes of its code is settled as it is loaded. */
import { tuneForWebAssembly } from '../../process/node/node-options.ts';

tuneForWebAssembly();
