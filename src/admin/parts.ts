import type { Logger } from '../observe/log.ts';
import type { GatewayView } from '../runtime/view.ts';
import type { Door } from './access/caller.ts';
import type { ConfigText } from './desk/config-text.ts';
import type { Desk } from './desk/desk.ts';
import type { KeyDesk, UsageView } from './desks.ts';
import type { RequestMemory } from './live/memory.ts';

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
