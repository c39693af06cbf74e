import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Key, KeyRevokedAnswer, KeySecretAnswer, KeysAnswer } from '../../src/admin/contract/keys.ts';
import { callableByDefault } from '../../src/api/endpoints/index.ts';
import { change } from '../data/api.ts';
import { useInAddress } from '../data/router.ts';
import { useMayChange } from '../data/session.ts';
import { useApi } from '../data/use-api.ts';
import { count, spaced } from '../data/words.ts';
import { Dialog } from '../parts/dialog.tsx';
import {
  Ago,
  Badge,
  Card,
  Empty,
  Notice,
  PageHead,
  Pending,
  Search,
  TableScroll,
  type Tone,
} from '../parts/elements.tsx';
import { Segments } from '../parts/form.tsx';
import { Groups } from '../parts/groups.tsx';
import { Icon } from '../parts/icons.tsx';
import { KeySets } from '../parts/issuer-key-sets.tsx';
import { KeyForm } from '../parts/key-form.tsx';
import { LimitsUsed } from '../parts/limits-used.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';

type Open =
  | { readonly kind: 'make' }
  | { readonly kind: 'secret'; readonly answer: KeySecretAnswer; readonly isNew: boolean }
  | { readonly kind: 'edit'; readonly key: Key }
  | { readonly kind: Act; readonly id: string };

type Act = 'rotate' | 'revoke' | 'disable' | 'enable';

/** The overlap in which the previous secret stays valid beside a new one. */
const overlaps = {
  'ends at once': '',
  'ends in an hour': '1h',
  'in a day': '24h',
  'in a week': '168h',
} as const;
type OverlapWord = keyof typeof overlaps;
const overlapWords = Object.keys(overlaps) as readonly OverlapWord[];

/** The keys with their usage, and the forms for making and revoking them. */
export function Keys(): JSX.Element {
  const [search, setSearch] = useInAddress('search');
  const [open, setOpen] = useState<Open>();
  const [overlap, setOverlap] = useState<OverlapWord>('in a day');
  const { data, error, refresh } = useApi('/api/keys', { search }, 3000);
  const mayChange = useMayChange();
  const close = () => {
    setOpen(undefined);
    refresh();
  };
  const store = data?.keys_store;
  const canMake = store?.kind === 'up' || (store?.kind === 'absent' && data?.keys_file.kind === 'writable');
  return (
    <>
      <PageHead title="Keys">
        <Search label="Find a key" value={search} onValue={setSearch} />
        {mayChange && (
          <button
            type="button"
            class="button primary"
            disabled={!canMake}
            onClick={() => setOpen({ kind: 'make' })}
          >
            <Icon name="plus" />
            New key
          </button>
        )}
      </PageHead>
      {data !== undefined &&
        data.keys_store.kind === 'absent' &&
        data.keys_file.kind !== 'writable' &&
        mayChange && <Notice tone="warn">{data.keys_file.advice}</Notice>}
      {data?.keys_store.kind === 'down' && <Notice tone="warn">{data.keys_store.advice}</Notice>}
      {data === undefined ? (
        <Pending error={error} />
      ) : (
        <KeyTable
          answer={data}
          search={search}
          onAct={(kind, id) => setOpen({ kind, id })}
          onEdit={(key) => setOpen({ kind: 'edit', key })}
        />
      )}
      <Groups />
      {search === '' && <KeySets />}
      {open?.kind === 'make' && (
        <KeyForm onClose={close} onMade={(answer) => setOpen({ kind: 'secret', answer, isNew: true })} />
      )}
      {open?.kind === 'edit' && <KeyForm of={open.key} onClose={close} onMade={close} />}
      {open?.kind === 'secret' && <SecretDialog answer={open.answer} isNew={open.isNew} onClose={close} />}
      {open?.kind === 'rotate' && (
        <Confirm
          title={`Give “${open.id}” a new secret?`}
          act="Rotate"
          onClose={close}
          run={async () => {
            const path = `/api/keys/${encodeURIComponent(open.id)}/rotate`;
            const body = overlaps[overlap] === '' ? {} : { overlap: overlaps[overlap] };
            setOpen({
              kind: 'secret',
              answer: await change<KeySecretAnswer>('POST', path, body),
              isNew: false,
            });
          }}
        >
          <p>Its present secret</p>
          <Segments
            label="Its present secret"
            options={overlapWords}
            value={overlap}
            onValue={(word) => setOverlap(word)}
          />
        </Confirm>
      )}
      {(open?.kind === 'disable' || open?.kind === 'enable') && (
        <Confirm
          title={`${open.kind === 'disable' ? 'Disable' : 'Enable'} “${open.id}”?`}
          act={open.kind === 'disable' ? 'Disable' : 'Enable'}
          onClose={close}
          run={async () => {
            const path = `/api/keys/${encodeURIComponent(open.id)}/${open.kind}`;
            const { live, problem } = await change<KeyRevokedAnswer>('POST', path);
            if (!live) throw new Error(`The change is saved, but not served yet: ${problem}`);
            close();
          }}
        >
          <p>
            {open.kind === 'disable'
              ? 'Every worker refuses the key within a second. Its secret stays, and answers again once you enable the key.'
              : 'Its secret answers again within a second.'}
          </p>
        </Confirm>
      )}
      {open?.kind === 'revoke' && (
        <Confirm
          title={`Revoke “${open.id}”?`}
          act="Revoke"
          isGrave
          onClose={close}
          run={async () => {
            const path = `/api/keys/${encodeURIComponent(open.id)}`;
            const { live, problem } = await change<KeyRevokedAnswer>('DELETE', path);
            if (!live) throw new Error(`The key is revoked, but still answers: ${problem}`);
            close();
          }}
        >
          <p>Every worker refuses the key within a second. You can't undo this.</p>
        </Confirm>
      )}
    </>
  );
}

interface KeyTableProps {
  readonly answer: KeysAnswer;
  readonly search: string;
  onAct(kind: Act, id: string): void;
  onEdit(key: Key): void;
}

function KeyTable({ answer, search, onAct, onEdit }: KeyTableProps): JSX.Element {
  const { keys, total } = answer;
  if (total === 0) {
    return (
      <Empty title={search === '' ? 'No keys yet' : `No key is named like “${search}”`}>
        {search === '' && <p>Nobody can call a model without a key.</p>}
      </Empty>
    );
  }
  return (
    <Card
      title={search === '' ? 'All keys' : 'Keys found'}
      flush
      aside={<p class="card-facts">{count(total)}</p>}
    >
      <TableScroll label="Keys">
        <table>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">State</th>
              <th scope="col">May use</th>
              <th scope="col">Limits used</th>
              <th scope="col" class="number">
                Requests, 1 h
              </th>
              <th scope="col">
                <span class="unseen">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <KeyRow key={key.id} of={key} onAct={onAct} onEdit={onEdit} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {keys.length < total && (
        <p class="fine in-card">
          {count(keys.length)} of {count(total)} keys: search for the others.
        </p>
      )}
    </Card>
  );
}

const states: Readonly<Record<Key['state'], readonly [Tone, string]>> = {
  active: ['good', 'Active'],
  disabled: ['quiet', 'Disabled'],
  expired: ['bad', 'Expired'],
  not_yet: ['warn', 'Not yet'],
};

interface KeyRowProps {
  readonly of: Key;
  readonly onAct: KeyTableProps['onAct'];
  readonly onEdit: KeyTableProps['onEdit'];
}

function KeyRow({ of: key, onAct, onEdit }: KeyRowProps): JSX.Element {
  const [tone, word] = states[key.state];
  const mayChange = useMayChange();
  return (
    <tr>
      <th scope="row" class="name">
        {key.id}
        <span class="below quiet-text">
          {key.reached_by.length === 0 ? 'no way to use it' : key.reached_by.join(' · ')}
        </span>
        <span class="below quiet-text stands-in" title={standsIn(key)}>
          {key.stands_in === 'store'
            ? 'keys_store'
            : `${key.file.slice(key.file.lastIndexOf('/') + 1)}:${key.line}`}
          {key.created !== null && (
            <>
              , made <Ago at={key.created} />
            </>
          )}
        </span>
        {(key.owner !== null || key.note !== null) && (
          <span class="below quiet-text">
            {[key.owner, key.note].filter((text) => text !== null).join(' · ')}
          </span>
        )}
      </th>
      <td class="key-state">
        <Badge tone={tone}>{word}</Badge>
        <span class="below quiet-text">
          {key.last_used === null ? (
            key.never_used ? (
              'not used yet'
            ) : (
              'last use not known'
            )
          ) : (
            <>
              last used <Ago at={key.last_used} />
            </>
          )}
        </span>
        {key.expires !== null && (
          <span class="below quiet-text">
            {key.state === 'expired' ? 'ended ' : 'ends '}
            <Ago at={key.expires} />
          </span>
        )}
      </td>
      <td class="may-use">
        <ModelsOf of={key} />
        <span class="below quiet-text">
          <EndpointsOf granted={key.endpoints} />
          {key.rate_limit !== null && ` · ${key.rate_limit}`}
          {key.group !== null && ` · group ${key.group}`}
        </span>
        <ToolsOf of={key} />
        {key.contents !== 'not kept' && (
          <span class="below" title="content_log keeps its requests and answers">
            contents {key.contents}
          </span>
        )}
      </td>
      <td>
        {key.limits.length === 0 ? <span class="quiet-text">none</span> : <LimitsUsed limits={key.limits} />}
        {key.each.length > 0 && key.limits.length > 0 && (
          <span class="below quiet-text">
            each <code>{key.each.join(', ')}</code> has its own, which are not shown
          </span>
        )}
      </td>
      <td class="number">{count(key.requests_last_hour)}</td>
      <td class="acts">
        {!mayChange ? null : key.managed ? (
          <>
            <button type="button" class="button small" onClick={() => onEdit(key)}>
              Change<span class="unseen"> {key.id}</span>
            </button>
            {key.secrets > 0 && (
              <button type="button" class="button small" onClick={() => onAct('rotate', key.id)}>
                Rotate<span class="unseen"> {key.id}</span>
              </button>
            )}
            <button
              type="button"
              class="button small"
              onClick={() => onAct(key.state === 'disabled' ? 'enable' : 'disable', key.id)}
            >
              {key.state === 'disabled' ? 'Enable' : 'Disable'}
              <span class="unseen"> {key.id}</span>
            </button>
            <button type="button" class="button small danger" onClick={() => onAct('revoke', key.id)}>
              Revoke<span class="unseen"> {key.id}</span>
            </button>
          </>
        ) : (
          <span
            class="quiet-text"
            title={`The key is in your own file: change line ${key.line} of ${key.file}`}
          >
            read-only
          </span>
        )}
      </td>
    </tr>
  );
}

/** The models that the key itself allows, as far as its groups do. */
function ModelsOf({ of: { models, group_models: ofGroups } }: { readonly of: Key }): JSX.Element {
  if (models === null && ofGroups.length > 0)
    return (
      <span title="Its group allows no others">
        {ofGroups.map((list) => list.join(', ')).join(' that are also ')}
      </span>
    );
  const own = models === null ? 'all models' : models.join(', ');
  if (ofGroups.length === 0) return <span>{own}</span>;
  return (
    <span>
      {own}
      <span class="below quiet-text">
        of {ofGroups.map((list) => list.join(', ')).join(' that are also ')}, by its group
      </span>
    </span>
  );
}

/** Its rights at MCP servers; most keys have none, which goes without saying. */
function ToolsOf({ of: { tools, group_tools: ofGroups } }: { readonly of: Key }): JSX.Element | null {
  if (tools.length === 0) return null;
  const within = ofGroups.map((list) => ` of ${list.join(', ') || 'none'}, by its group`).join('');
  return (
    <span class="below quiet-text">
      tools {tools.join(', ')}
      {within}
    </span>
  );
}

const byDefault = callableByDefault.join();

/** The endpoints of most keys would take three lines and be of no interest. */
function EndpointsOf({ granted }: { readonly granted: Key['endpoints'] }): JSX.Element {
  if (granted === null) return <span>all endpoints</span>;
  const list = granted.map(spaced).join(', ');
  return granted.join() === byDefault ? <span title={list}>default endpoints</span> : <span>{list}</span>;
}

function standsIn(key: Key): string {
  return key.stands_in === 'store' ? 'The store that all gateways share' : `${key.file}:${key.line}`;
}

interface ConfirmProps {
  readonly title: string;
  readonly act: string;
  /** It can't be undone. */
  readonly isGrave?: boolean;
  readonly children: ComponentChildren;
  onClose(): void;
  run(): Promise<void>;
}

function Confirm({ title, act, isGrave = false, children, onClose, run }: ConfirmProps): JSX.Element {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    run().catch((refused: unknown) => {
      setError(refused instanceof Error ? refused.message : String(refused));
      setBusy(false);
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <div class="dialog-acts">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={isGrave ? 'button primary danger' : 'button primary'}
          disabled={isBusy}
          onClick={start}
        >
          {act}
        </button>
      </div>
    </Dialog>
  );
}
