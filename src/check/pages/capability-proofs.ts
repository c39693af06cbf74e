import type { Page } from './page.ts';

const oneModel =
  'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [] } }';
const declaresVision =
  'models:\n  fast:\n    deployments:\n      - { backend: local, endpoints: { chat_completions: [vision] } }';
const emptyLock = '{ "version": 1, "deployments": [] }';

/** GW19xx: proofs of capabilities. */
export const capabilityProofPages = {
  capability_unproven: {
    about:
      '`gateway check --require-proof 30d` wants each capability that a deployment declares to have been proven within that time, on each endpoint. `gateway probe` asks the deployment and writes what it proves to capabilities.lock beside the file. Where it does not prove it, take the capability out of the file: requests that ask for it would go where nobody can serve them.',
    bad: `${declaresVision}\n==> capabilities.lock <==\n${emptyLock}`,
    good: `${oneModel}\n==> capabilities.lock <==\n${emptyLock}`,
  },
  lock_invalid: {
    about:
      'capabilities.lock is not what `gateway probe` writes: mostly two versions of it were merged by hand, or a newer gateway wrote it. Take back what the repository has, or remove it and run `gateway probe` again.',
    bad: `${oneModel}\n==> capabilities.lock <==\n{ "version": 1, "deployments": {} }`,
    good: `${oneModel}\n==> capabilities.lock <==\n${emptyLock}`,
  },
  lock_foreign: {
    about:
      'capabilities.lock lies beside the file and has a deployment that the file does not have: it was renamed or taken out, or another file in the folder has it. It counts for nothing here, and `gateway probe --prune` takes it out.',
    bad: `${oneModel}\n==> capabilities.lock <==\n{ "version": 1, "deployments": [\n  { "model": "slow", "name": "local", "host": "simulator", "upstream_model": "slow", "endpoints": {} }\n] }`,
    good: `${oneModel}\n==> capabilities.lock <==\n${emptyLock}`,
  },
} as const satisfies Readonly<Record<string, Page>>;
