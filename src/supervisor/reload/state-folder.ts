import { realpath } from 'node:fs/promises';
import type { Logger } from '../../observe/log/log.ts';
import type { Messages } from '../messages/messages.ts';
import type { HostLimits } from '../state/host-limits.ts';
import type { SettledFile } from '../state/settled-ids-file.ts';
import { type Holder, lockState } from '../state/state-lock.ts';
import type { Handover } from '../takeover/handover.ts';
import type { Change, Participant, Prepared } from './participant.ts';

export interface StateFolderParts {
  readonly log: Logger;
  readonly holder: Holder;
  readonly counting: HostLimits;
  readonly settled: SettledFile;
  readonly messages: Messages;
  readonly place: Handover;
}

/** Moves the state to another `state.dir`. A folder of another gateway rejects the reload. */
export class StateFolder implements Participant {
  readonly #parts: StateFolderParts;

  constructor(parts: StateFolderParts) {
    this.#parts = parts;
  }

  async prepare({ before, next }: Change): Promise<Prepared> {
    const { dir } = next.config.state;
    if (await isSameFolder(before.config.state.dir, dir)) return {};
    const { log, holder, counting, settled, messages, place } = this.#parts;
    const lock = await lockState(dir, holder);
    return {
      commit: async () => {
        if (lock.warning !== undefined) log.warn(lock.warning);
        counting.follow(dir, lock.owner);
        settled.follow(dir, lock.owner);
        messages.moveTo(dir, lock.owner);
        await place.moveTo(lock);
      },
      discard: () => lock.release(),
    };
  }
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  return one === other || (await realPath(one)) === (await realPath(other));
}

function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
