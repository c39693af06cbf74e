import { keySetsOf } from '../../identity/key-set-sources.ts';
import { credentialSourcesOf, watchedServersOf } from '../../process/config-transfer.ts';
import type { CredentialDesk } from '../credentials/credential-desk.ts';
import type { KeySetDesk } from '../key-sets/key-set-desk.ts';
import { requireKeysOfIssuers } from '../key-sets/require-issuer-keys.ts';
import type { WatchedByNeed } from '../servers/watched-by-need.ts';
import type { Change, Participant, Prepared, Version } from './participant.ts';

/**
 * The values from elsewhere that requests need: credentials of backends, the keys of issuers, and the servers of
 * backends.
 */
export class Fetched implements Participant {
  readonly #credentials: CredentialDesk;
  readonly #keySets: KeySetDesk;
  readonly #servers: WatchedByNeed;

  constructor(credentials: CredentialDesk, keySets: KeySetDesk, servers: WatchedByNeed) {
    this.#credentials = credentials;
    this.#keySets = keySets;
    this.#servers = servers;
  }

  async prepare({ before, next }: Change): Promise<Prepared> {
    await this.expect(next);
    try {
      requireKeysOfIssuers(before.config.identity, next.config.identity, this.#keySets.items);
    } catch (error) {
      this.#settle(before);
      throw error;
    }
    return { commit: () => this.#settle(next), discard: () => this.#settle(before) };
  }

  /** Has what these need fetched from now on; resolves with what could be had soon. */
  async expect({ transfer, config }: Version): Promise<void> {
    await Promise.all([
      this.#credentials.expect(credentialSourcesOf(transfer)),
      this.#keySets.expect(keySetsOf(config.identity)),
      this.#servers.expect(watchedServersOf(transfer)),
    ]);
  }

  /** Has what these need fetched on, and nothing else. */
  #settle({ transfer, config }: Version): void {
    this.#credentials.settle(credentialSourcesOf(transfer));
    this.#keySets.settle(keySetsOf(config.identity));
    this.#servers.settle(watchedServersOf(transfer));
  }
}
