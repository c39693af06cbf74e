import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { KeySecretAnswer, NewKey } from '../../src/admin/contract/keys.ts';
import { endpointsToChoose, grantedByDefault } from '../../src/api/endpoints/index.ts';
import { change } from '../data/api.ts';
import { useApi } from '../data/use-api.ts';
import { spaced } from '../data/words.ts';
import { Dialog } from './dialog.tsx';
import { Field, TagsField } from './form.tsx';
import { Notice } from './small.tsx';

interface KeyFormProps {
  onClose(): void;
  onMade(answer: KeySecretAnswer): void;
}

/** Makes a key. What is left out is not restricted. */
export function KeyForm({ onClose, onMade }: KeyFormProps): JSX.Element {
  const { data: names } = useApi('/api/names');
  const [id, setId] = useState('');
  const [models, setModels] = useState<readonly string[]>([]);
  const [allowed, setAllowed] = useState<readonly string[]>(grantedByDefault);
  const toChoose = [...new Set<string>([...endpointsToChoose, ...(names?.endpoints ?? [])])];
  const [rateLimit, setRateLimit] = useState('');
  const [expires, setExpires] = useState('');
  const [owner, setOwner] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const make = async () => {
    setBusy(true);
    const key: NewKey = {
      id: id.trim(),
      ...(models.length > 0 && { models }),
      ...(!isDefault(allowed) && { endpoints: allowed }),
      ...(rateLimit !== '' && { rate_limit: rateLimit }),
      ...(expires !== '' && { expires: new Date(expires).toISOString() }),
      ...(owner.trim() !== '' && { owner: owner.trim() }),
      ...(note.trim() !== '' && { note: note.trim() }),
    };
    try {
      onMade(await change<KeySecretAnswer>('POST', '/api/keys', key));
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
      setBusy(false);
    }
  };

  return (
    <Dialog title="New key" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <Field label="Name" hint="Who uses it, such as team-a. It is shown in logs and figures.">
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
        <fieldset class="field checks">
          <legend>Endpoints</legend>
          {toChoose.map((endpoint) => (
            <label key={endpoint}>
              <input
                type="checkbox"
                checked={allowed.includes(endpoint)}
                onChange={(event) =>
                  setAllowed(
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
              <option value="">as `default` says, if it is there</option>
              {names.rate_limits.map((name) => (
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
        <Field label="Owner" hint="Who answers for it.">
          <input value={owner} maxLength={256} onInput={(event) => setOwner(event.currentTarget.value)} />
        </Field>
        <Field label="Note" hint="What it is for.">
          <input value={note} maxLength={1024} onInput={(event) => setNote(event.currentTarget.value)} />
        </Field>
        <div class="dialog-acts">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy || allowed.length === 0}>
            Make the key
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether it is what a key gets that lists none. */
function isDefault(allowed: readonly string[]): boolean {
  return (
    allowed.length === grantedByDefault.length && grantedByDefault.every((name) => allowed.includes(name))
  );
}
