import type { CredentialSource } from '../../config/types/credentials.ts';
import type { ProgramOutcome, ProgramSpec } from '../../config/types/programs.ts';
import type { RenewalOutcome } from '../../credentials/sources/renew-once.ts';
import { afterTimeoutMs, renewalTimeoutMs } from '../../credentials/sources/renewal-time.ts';
import { ChildService } from '../../process/child-service.ts';
import { quietOptions } from '../../process/node/node-options.ts';

/** A question to the process: renew a source, or run a program for its secret. */
export type RenewalQuestion = { readonly source: CredentialSource } | { readonly program: ProgramSpec };

/** A message to the process: end the current renewals. */
export interface EndRenewals {
  readonly kind: 'end_renewals';
}

const idleMs = 10_000;
/** The time for its start on a busy core, on top of a source's time. */
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
    try {
      return (await this.#ask({ source }, renewalTimeoutMs(source))) as RenewalOutcome;
    } catch (error) {
      return failed(
        'crashed',
        error instanceof Error ? error.message : 'the process that renews credentials failed',
      );
    }
  }

  /** Runs a program for its secret. Never rejects. */
  async run({ name, command, env, timeoutMs }: ProgramSpec): Promise<ProgramOutcome> {
    if (this.#isEnded) return { kind: 'failed', reason: 'the gateway is stopping' };
    try {
      const program = { name, command, env, timeoutMs };
      return (await this.#ask({ program }, timeoutMs)) as ProgramOutcome;
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  #ask(question: RenewalQuestion, timeoutMs: number): Promise<unknown> {
    const late = () => {
      // It answers for each source within its time: where it does not, it hangs with all of them.
      this.#service.kill('the process that renews credentials hung and was ended');
      return new Error('the process that renews credentials did not answer and was ended');
    };
    return this.#service.ask(question, timeoutMs + afterTimeoutMs + startMs, late);
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
