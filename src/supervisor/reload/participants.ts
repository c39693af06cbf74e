/** The participants of a reload, in order. */
import { followLog, type Logger } from '../../observe/log/log.ts';
import type { AdminListener } from '../admin-listener.ts';
import { type CertificateWatch, worseCertificate } from '../certificate-watch.ts';
import type { FileWatcher } from '../file-watcher.ts';
import type { StoreKeys } from '../keys-store-follower.ts';
import type { Messages } from '../messages/messages.ts';
import type { ProgramDesk } from '../programs/program-desk.ts';
import { type InheritedListeners, requireAgreement } from '../service/inherited-listeners.ts';
import type { Fetched } from './fetched.ts';
import { type Participant, type Participants, WorseChange } from './participant.ts';
import type { ServedVersion } from './served-version.ts';
import type { StateFolder } from './state-folder.ts';
import type { FewFilesWarning } from './warn-of-few-files.ts';
import type { WorkerChange } from './worker-change.ts';

/** The parts that follow the configuration beside the reload itself. */
export interface Followers {
  readonly inherited: InheritedListeners | undefined;
  readonly state: StateFolder;
  readonly admin: AdminListener;
  readonly certificates: CertificateWatch;
  readonly fewFiles: FewFilesWarning;
  readonly messages: Pick<Messages, 'follow'>;
  readonly programs: Pick<ProgramDesk, 'follow' | 'known'>;
  readonly storeKeys: StoreKeys;
  readonly fetched: Fetched;
  readonly workers: WorkerChange;
}

interface Following extends Followers {
  readonly log: Logger;
  readonly watcher: FileWatcher;
  readonly served: ServedVersion;
}

/** All who follow the configuration. */
export function participantsOf({ log, served, watcher, ...followers }: Following): Participants {
  const { inherited, state, admin, certificates, fewFiles, messages, programs, storeKeys, fetched, workers } =
    followers;
  return {
    around: [
      validCertificates,
      socketsOfSystemd(inherited),
      { prepare: ({ next }) => ({ commit: () => followLog(log, next.config.log) }) },
      state,
      { prepare: ({ next }) => ({ commit: () => fewFiles.follow(next.config) }) },
      { prepare: ({ next }) => ({ commit: () => messages.follow(next.config.notify) }) },
      { prepare: ({ next }) => ({ commit: () => programs.follow(next.config) }) },
      { prepare: ({ next }) => admin.prepare(next.config) },
      { prepare: ({ next }) => ({ commit: () => certificates.follow(next.config) }) },
      { prepare: ({ sources, readAt }) => ({ commit: () => watcher.follow(sources, readAt) }) },
      { prepare: ({ next }) => ({ commit: () => storeKeys.follow(next.config.keysStore) }) },
    ],
    serving: [fetched, served, workers],
  };
}

/** Those who follow where nothing but keys is different. */
export function participantsOfKeys({ served, workers }: Pick<Following, 'served' | 'workers'>): Participants {
  return { around: [], serving: [served, workers] };
}

const validCertificates: Participant = {
  prepare({ before, next }) {
    const worse = worseCertificate(before.config, next.config, Date.now());
    if (worse !== undefined) throw new WorseChange(worse);
    return {};
  },
};

/** Addresses that systemd listens at can't be changed here. */
function socketsOfSystemd(inherited: InheritedListeners | undefined): Participant {
  return {
    async prepare({ next }) {
      if (inherited?.isOfSystemd === true) await requireAgreement(inherited, next.config);
      return {};
    },
  };
}
