import type { ClockCorrected } from '../credentials/index.ts';
import type { Logger } from '../observe/log/log.ts';

/** Counts and tells where Amazon refused signatures because this machine's clock is not its own. Each worker learns it by itself. */
export class AmazonClock {
  /** The number of corrections by the clock of a region. */
  readonly corrections = new Map<string, number>();
  readonly corrected: ClockCorrected;

  constructor(log: Logger) {
    this.corrected = ({ region }, offsetMs) => {
      this.corrections.set(region, (this.corrections.get(region) ?? 0) + 1);
      log.warn(
        { region, ahead_s: Math.round(offsetMs / 1000), pid: process.pid },
        "the clock of this machine is not Amazon's: requests are signed by Amazon's; set the clock (NTP)",
      );
    };
  }
}
