import { IdSigner } from '../../api/signed-ids/id-signer.ts';
import type { Config } from '../../config/types/gateway.ts';
import { type IdSecrets, idSecrets, madeIdsKey } from '../../process/id-secrets.ts';
import { requireFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface IdShowOptions {
  readonly config: string;
  readonly format: 'text' | 'json';
}

/** Prints what a signed id stands for, so that logs of the gateway and of a vendor can be held against each other. */
export async function idShow(text: string, options: IdShowOptions, terminal: Terminal): Promise<ExitCode> {
  const loaded = await requireFile(options.config, { requireSecrets: false }, terminal);
  if (loaded.config === undefined) return loaded.exitCode;
  const { config } = loaded;
  const secrets = secretsOf(config);
  if (secrets === undefined) {
    terminal.err('gateway: ids are not signed here, since `stateful.ids` is not `signed`\n');
    return exitCodes.notValid;
  }
  const until = config.stateful?.shortOwnersUntil;
  const shown = new IdSigner(secrets, config.backends.values(), {}).show(text);
  if (shown === undefined) {
    terminal.err(
      'gateway: no secret of this configuration has signed this id; give all of it, and the file that was served when it was made\n',
    );
    return exitCodes.notValid;
  }
  const { kind, id, form, backend, isOf } = shown;
  const owners = new Set([...config.keys.values()].map(({ objectsOwner }) => objectsOwner));
  const owner = [...owners].find((name) => isOf(name));
  const isGood = form === 'sealed' || (until !== undefined && Date.now() < until);
  const facts = { kind, id, backend: backend ?? null, owner: owner ?? null, form, is_good: isGood };
  terminal.out(options.format === 'json' ? `${JSON.stringify(facts, null, 2)}\n` : inWords(facts));
  return exitCodes.good;
}

/** @throws where there is no secret yet, or what the file names for one is not there */
function secretsOf(config: Config): IdSecrets | undefined {
  const secrets = idSecrets(config, (dir) => {
    const made = madeIdsKey(dir);
    if (made !== undefined) return made;
    throw new Error(`there is no ids.key in ${dir}: no gateway with this \`state.dir\` has signed an id yet`);
  });
  if (secrets !== undefined && [secrets.secret, ...secrets.previous].some(({ length }) => length !== 32)) {
    throw new Error(
      'what `state.ids` names is not there: set the variables and files that the gateway has them from',
    );
  }
  return secrets;
}

interface Facts {
  readonly kind: string;
  readonly id: string;
  readonly backend: string | null;
  readonly owner: string | null;
  readonly form: 'sealed' | 'short';
  readonly is_good: boolean;
}

function inWords({ kind, id, backend, owner, form, is_good }: Facts): string {
  const short = is_good
    ? 'short (`~g1`), good until `stateful.short_owners_until`'
    : 'short (`~g1`), refused without a later `stateful.short_owners_until`';
  const rows = [
    ['kind', kind],
    ['vendor id', JSON.stringify(id).slice(1, -1)],
    ['backend', backend ?? 'none of this file'],
    ['owner', owner ?? 'of no key in this file'],
    ['form', form === 'sealed' ? 'today (`~g2`)' : short],
  ];
  return rows.map(([name = '', value]) => `${name.padEnd(10)} ${value}\n`).join('');
}
