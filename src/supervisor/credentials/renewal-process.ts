import type { CredentialSource } from '../../config/types/credentials.ts';
import type { RenewalOutcome } from '../../credentials/sources/renew-once.ts';
import { afterTimeoutMs, renewalTimeoutMs } from '../../credentials/sources/renewal-time.ts';
import { ChildService } from '../../process/child-service.ts';
import { quietOptions } from '../../process/node/node-options.ts';

/** What is asked of the process: to renew a source. */
export interface RenewalQuestion {
  readonly source: CredentialSource;
}

/** What it is told: to end what it is at. */
export interface EndRenewals {
  readonly kind: 'end_renewals';
}

const idleMs = 10_000;
/** What it needs to start on a busy core, beside what a source may take. */
const startMs = 5000;
/** A program that does not heed the word to end is killed after a second. */
const endWithinMs = 2500;

/**
 * Renews sources in a process that comes for a renewal and goes when there is none for a while: vendors' libraries are
 * heavy, and whatever happens in them happens to one renewal.
 */
export class RenewalProcess {
  readonly #service = new ChildService({
    module: 'supervisor/credentials/renewal-main',
    name: 'the process that renews credentials',
    execArgv: quietOptions,
    // Libraries of vendors warn and print as they like, and of what nobody knows.
    isSilent: true,
    idleMs,
    endWithinMs,
  });
  #isEnded = false;

  /** Renews one source; others meanwhile. Never rejects. */
  async renew(source: CredentialSource): Promise<RenewalOutcome> {
    if (this.#isEnded) return failed('stopped', 'the gateway is stopping');
    const limitMs = renewalTimeoutMs(source) + afterTimeoutMs + startMs;
    const late = () => {
      // It answers for each source within its time: where it does not, it hangs with all of them.
      this.#service.kill('the process that renews credentials hung and was ended');
      return new Error('the process that renews credentials did not answer and was ended');
    };
    const question: RenewalQuestion = { source };
    try {
      return (await this.#service.ask(question, limitMs, late)) as RenewalOutcome;
    } catch (error) {
      return failed(
        'crashed',
        error instanceof Error ? error.message : 'the process that renews credentials failed',
      );
    }
  }

  /** Ends it, and what it is at, for good. Resolves when it is gone. */
  async end(): Promise<void> {
    this.#isEnded = true;
    if (this.#service.isRunning) this.#service.tell({ kind: 'end_renewals' } satisfies EndRenewals);
    await this.#service.dismiss();
  }

  /** Ends it at once. */
  kill(): void {
    this.#isEnded = true;
    this.#service.kill('the gateway is stopping');
  }
}

function failed(code: string, message: string): RenewalOutcome {
  return { kind: 'failed', code, message, isLasting: false };
}
