/**
 * Renews credentials: each source by itself, before its value expires and whenever a file that it names changes. Every
 * present worker gets the new value, and later workers get it at their start.
 */
import type { CredentialItem } from '../../credentials/delivery.ts';
import { filesOf } from '../../credentials/source-files.ts';
import type { SourceUse } from '../../credentials/source-uses.ts';
import type { Logger } from '../../observe/log/log.ts';
import { Desk, type Takers } from '../desk.ts';
import { type AlarmClock, systemAlarmClock } from './alarm-clock.ts';
import type { Random } from './renewal-schedule.ts';
import { type CredentialState, type RenewalParts, RenewedCredential } from './renewed-credential.ts';

export interface DeskOptions {
  readonly log: Logger;
  /** Renews a source. Never rejects. */
  readonly renew: RenewalParts['renew'];
  readonly takers: Takers<CredentialItem>;
  readonly clock?: AlarmClock;
  readonly random?: Random;
}

export class CredentialDesk extends Desk<SourceUse, CredentialItem, CredentialState, RenewedCredential> {
  constructor({ log, renew, takers, clock = systemAlarmClock, random = Math.random }: DeskOptions) {
    const parts: RenewalParts = {
      renew,
      changed: ({ item }) => takers.give([item]),
      alsoRead: ({ id, source }, files) => this.watch(id, [...filesOf(source), ...files]),
      clock,
      random,
      log,
    };
    super({
      begin: (use) => new RenewedCredential(use, parts),
      filesOf: ({ source }) => filesOf(source),
      forget: (ids) => takers.forget(ids),
      clock,
    });
  }

  /** A backend refused the value of a source. */
  refused(id: string, generation: number): void {
    this.thing(id)?.refused(generation);
  }
}
