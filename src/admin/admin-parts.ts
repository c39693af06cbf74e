import type { Logger } from '../observe/log/log.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import type { Door } from './access/caller.ts';
import type { RequestMemory } from './live/request-memory.ts';
import type { ConfigText } from './query-process/config-text.ts';
import type { Desk } from './query-process/query-process.ts';
import type { KeyDesk, UsageView } from './services.ts';

/** What the routes work with. */
export interface AdminParts {
  readonly view: GatewayView;
  readonly memory: RequestMemory;
  readonly desk: Desk;
  readonly configText: ConfigText;
  readonly door: Door;
  readonly keyDesk: KeyDesk;
  readonly usage: UsageView;
  /** People reach the listener by HTTPS. */
  readonly isSecure: boolean;
  readonly log: Logger;
}
