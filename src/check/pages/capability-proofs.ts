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
      "`gateway check --require-proof 30d` needs a proof of each declared capability, on each endpoint, that is not older. `gateway probe` asks the deployment and writes its proofs to capabilities.lock beside the file. If a proof fails, take the capability out of the file: requests for it would go to a deployment that can't serve them.",
    bad: `${declaresVision}\n==> capabilities.lock <==\n${emptyLock}`,
    good: `${oneModel}\n==> capabilities.lock <==\n${emptyLock}`,
  },
  lock_invalid: {
    about:
      'capabilities.lock does not have the form of `gateway probe`: mostly two versions were merged by hand, or a newer gateway wrote it. Restore the file from the repository, or remove it and run `gateway probe` again.',
    bad: `${oneModel}\n==> capabilities.lock <==\n{ "version": 1, "deployments": {} }`,
    good: `${oneModel}\n==> capabilities.lock <==\n${emptyLock}`,
  },
  lock_foreign: {
    about:
      'capabilities.lock has a deployment that the file beside it does not have. The deployment was renamed or removed, or another file in the folder has it. The entry counts for nothing here, and `gateway probe --prune` removes it.',
    bad: `${oneModel}\n==> capabilities.lock <==\n{ "version": 1, "deployments": [\n  { "model": "slow", "name": "local", "host": "simulator", "upstream_model": "slow", "endpoints": {} }\n] }`,
    good: `${oneModel}\n==> capabilities.lock <==\n${emptyLock}`,
  },
} as const satisfies Readonly<Record<string, Page>>;
