import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type {
  Key,
  KeyChanges,
  KeyRevokedAnswer,
  KeySecretAnswer,
  NewKey,
} from '../../src/admin/contract/keys.ts';
import { endpointsToChoose, grantedByDefault } from '../../src/api/endpoints/index.ts';
import { change } from '../data/api.ts';
import { useApi } from '../data/use-api.ts';
import { spaced } from '../data/words.ts';
import { Dialog } from './dialog.tsx';
import { Notice } from './elements.tsx';
import { Field, TagsField } from './form.tsx';

interface KeyFormProps {
  /** The key that gets other terms; absent where a new one is made. */
  readonly of?: Key;
  onClose(): void;
  onMade(answer: KeySecretAnswer): void;
}

/** Makes a key, or gives one other terms. What is left out is not restricted. */
export function KeyForm({ of: key, onClose, onMade }: KeyFormProps): JSX.Element {
  const { data: names } = useApi('/api/names');
  const toChoose = [...new Set<string>([...endpointsToChoose, ...(names?.endpoints ?? [])])];
  const [id, setId] = useState('');
  const [models, setModels] = useState(key?.models ?? []);
  const [tools, setTools] = useState(key?.tools ?? []);
  const [chosen, setChosen] = useState<readonly string[]>();
  const allowed = chosen ?? allowedBefore(key, toChoose);
  const [rateLimit, setRateLimit] = useState(key?.rate_limit ?? '');
  const [group, setGroup] = useState(key?.group ?? '');
  const [expires, setExpires] = useState(localTime(key?.expires ?? null));
  const [owner, setOwner] = useState(key?.owner ?? '');
  const [note, setNote] = useState(key?.note ?? '');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const make = async () => {
    const terms: NewKey = {
      id: id.trim(),
      ...(models.length > 0 && { models }),
      ...(tools.length > 0 && { tools }),
      ...(!isDefault(allowed) && { endpoints: allowed }),
      ...(rateLimit !== '' && { rate_limit: rateLimit }),
      ...(group !== '' && { group }),
      ...(expires !== '' && { expires: new Date(expires).toISOString() }),
      ...(owner.trim() !== '' && { owner: owner.trim() }),
      ...(note.trim() !== '' && { note: note.trim() }),
    };
    onMade(await change<KeySecretAnswer>('POST', '/api/keys', terms));
  };

  /** Sends what is different; null takes a field away. */
  const edit = async (before: Key) => {
    const changes: KeyChanges = {
      ...(models.join() !== (before.models ?? []).join() && { models: models.length > 0 ? models : null }),
      ...(tools.join() !== before.tools.join() && { tools: tools.length > 0 ? tools : null }),
      ...(chosen !== undefined && { endpoints: [...notToChoose(before, toChoose), ...chosen] }),
      ...(rateLimit !== (before.rate_limit ?? '') && { rate_limit: rateLimit || null }),
      ...(group !== (before.group ?? '') && { group: group || null }),
      ...(expires !== localTime(before.expires) && {
        expires: expires === '' ? null : new Date(expires).toISOString(),
      }),
      ...(owner.trim() !== (before.owner ?? '') && { owner: owner.trim() || null }),
      ...(note.trim() !== (before.note ?? '') && { note: note.trim() || null }),
    };
    if (Object.keys(changes).length > 0) {
      const path = `/api/keys/${encodeURIComponent(before.id)}`;
      const { live, problem } = await change<KeyRevokedAnswer>('POST', path, changes);
      if (!live) throw new Error(`The change is saved, but not served yet: ${problem}`);
    }
    onClose();
  };

  const submit = async () => {
    setBusy(true);
    try {
      await (key === undefined ? make() : edit(key));
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
      setBusy(false);
    }
  };

  return (
    <Dialog title={key === undefined ? 'New key' : `Change “${key.id}”`} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {key === undefined && (
          <Field label="Name" hint="The caller, such as team-a. Logs and metrics show it.">
            <input
              name="id"
              value={id}
              required
              maxLength={128}
              pattern="[A-Za-z0-9._\/:@+\-]+"
              title="Letters, digits and . _ - / : @ +"
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => setId(event.currentTarget.value)}
            />
          </Field>
        )}
        <TagsField
          label="Models"
          hint={
            <>
              Names or globs such as <code>claude-*</code>, each ended with Enter. None means all.
            </>
          }
          values={models}
          names={names?.models ?? []}
          placeholder="all models"
          onValues={setModels}
        />
        {names !== undefined && (names.mcp_servers.length > 0 || tools.length > 0) && (
          <TagsField
            label="Tools"
            hint={
              <>
                Tools of MCP servers, such as <code>github/get_*</code>, each ended with Enter. None means
                none.
              </>
            }
            values={tools}
            names={names.mcp_servers.map((server) => `${server}/*`)}
            placeholder="no tools"
            onValues={setTools}
          />
        )}
        <fieldset class="field checks">
          <legend>Endpoints</legend>
          {toChoose.map((endpoint) => (
            <label key={endpoint}>
              <input
                type="checkbox"
                checked={allowed.includes(endpoint)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked
                      ? [...allowed, endpoint]
                      : allowed.filter((other) => other !== endpoint),
                  )
                }
              />
              {spaced(endpoint)}
            </label>
          ))}
        </fieldset>
        {names !== undefined && names.rate_limits.length > 0 && (
          <Field label="Rate limit" hint="One of the rules in rate_limits.">
            <select value={rateLimit} onChange={(event) => setRateLimit(event.currentTarget.value)}>
              <option value="">the rule `default`, if the file has it</option>
              {names.rate_limits.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </Field>
        )}
        {names !== undefined && names.groups.length > 0 && (
          <Field label="Group" hint="Its limits apply beside the key's own.">
            <select value={group} onChange={(event) => setGroup(event.currentTarget.value)}>
              <option value="">none</option>
              {names.groups.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </Field>
        )}
        <Field label="Expires" hint="In your own time zone. Empty means never.">
          <input
            type="datetime-local"
            value={expires}
            onInput={(event) => setExpires(event.currentTarget.value)}
          />
        </Field>
        <Field label="Owner" hint="The responsible person or team.">
          <input value={owner} maxLength={256} onInput={(event) => setOwner(event.currentTarget.value)} />
        </Field>
        <Field label="Note" hint="The purpose.">
          <input value={note} maxLength={1024} onInput={(event) => setNote(event.currentTarget.value)} />
        </Field>
        <div class="dialog-acts">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy || allowed.length === 0}>
            {key === undefined ? 'Make the key' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The endpoints of the form that are ticked before anything is changed. */
function allowedBefore(key: Key | undefined, toChoose: readonly string[]): readonly string[] {
  if (key === undefined) return grantedByDefault;
  const { endpoints } = key;
  return endpoints === null ? toChoose : toChoose.filter((name) => endpoints.some((one) => one === name));
}

/** The endpoints of a key that the form doesn't list: they stay as they are. */
function notToChoose(key: Key, toChoose: readonly string[]): readonly string[] {
  return (key.endpoints ?? []).filter((name) => !toChoose.includes(name));
}

/** A time as the input shows it: in the zone of whoever looks, to the minute. */
function localTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** True for the default list of a key. */
function isDefault(allowed: readonly string[]): boolean {
  return (
    allowed.length === grantedByDefault.length && grantedByDefault.every((name) => allowed.includes(name))
  );
}
