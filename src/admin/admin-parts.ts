import type { ContentReader } from '../contents/files/content-reader.ts';
import type { Logger } from '../observe/log/log.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import type { Authenticator } from './access/caller.ts';
import type { RequestMemory } from './live/request-memory.ts';
import type { LimitsAndShownKeys } from './prometheus/limits-and-shown-keys.ts';
import type { ConfigText } from './query-process/config-text.ts';
import type { QueryProcess } from './query-process/query-process.ts';
import type { KeysWriter, UsageView } from './services.ts';
import type { SignIn } from './sign-in/sign-in.ts';

/** Everything that the routes work with. */
export interface AdminParts {
  readonly view: GatewayView;
  readonly memory: RequestMemory;
  readonly queryProcess: QueryProcess;
  readonly configText: ConfigText;
  readonly authenticator: Authenticator;
  /** Undefined where people sign in with the token alone. */
  readonly signIn: SignIn | undefined;
  readonly keys: KeysWriter;
  readonly usage: UsageView;
  readonly shown: LimitsAndShownKeys;
  /** Looks through contents that are kept in files. */
  readonly contents: Pick<ContentReader, 'find' | 'get' | 'deleteOf'>;
  /** People reach the listener by HTTPS. */
  readonly isSecure: boolean;
  readonly log: Logger;
}
