import type { LogConfig } from '../../config/types/telemetry.ts';
import { type GatewayError, publicCode } from '../../errors.ts';
import type { Logger } from '../../observe/log/log.ts';
import { shownAddress } from './client-address.ts';

/** A refusal on a connection before it became a request. */
export interface RefusedConnection {
  /** The request id of the answer. */
  readonly id: string;
  /** The address of the client. */
  readonly address: string;
  readonly error: GatewayError;
}

export interface RefusalLineOptions {
  /** `log.client_ip`. */
  readonly shown: () => LogConfig['clientIp'];
  /** True if one more line may be written of a client without a key. */
  readonly admits: (client: string | undefined) => boolean;
}

const everything: RefusalLineOptions = { shown: () => 'full', admits: () => true };

/** Writes the log lines of refusals of connections that never became a request. */
export function refusalLines(
  log: Logger,
  { shown, admits }: RefusalLineOptions = everything,
): (refused: RefusedConnection) => void {
  return ({ id, address, error }) => {
    const client = shownAddress(address, shown());
    if (!admits(client)) return;
    if (error.code === 'https_required') {
      log.warn(
        { client },
        'plain HTTP on the HTTPS port was refused; treat a key that was sent with it as exposed',
      );
      return;
    }
    const { status } = error.spec;
    log.info({ id, client, status, code: publicCode(error.code), reason: error.reason }, 'request');
  };
}
