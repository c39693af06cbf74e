import type { JSX } from 'preact';
import type { KeySecretAnswer } from '../../src/admin/contract/keys.ts';
import { Dialog } from './dialog.tsx';
import { CopyButton, Notice, TextFrame } from './elements.tsx';

interface SecretDialogProps {
  readonly answer: KeySecretAnswer;
  readonly isNew: boolean;
  onClose(): void;
}

/** The one time a secret is shown. It stays until it is said to be kept. */
export function SecretDialog({ answer, isNew, onClose }: SecretDialogProps): JSX.Element {
  const { id, secret, live, problem, curl } = answer;
  return (
    <Dialog title={isNew ? `“${id}” is ready` : `“${id}” has a new secret`} onClose={onClose} keep>
      {live ? (
        <Notice tone="good">Every worker accepts it now.</Notice>
      ) : (
        <Notice tone="bad">
          <p>The key is saved, but not served yet:</p>
          <TextFrame>{problem}</TextFrame>
        </Notice>
      )}
      <div class="secret">
        <div class="secret-head">
          <h3>Secret</h3>
          <CopyButton text={secret} label="Copy" />
        </div>
        <code class="secret-text" data-secret>
          {secret}
        </code>
        <p class="fine">This is the only time that you see it: the gateway keeps only its hash.</p>
      </div>
      {curl !== null && (
        <div class="secret">
          <div class="secret-head">
            <h3>Try it</h3>
            <CopyButton text={curl} label="Copy" />
          </div>
          <TextFrame wrap>{curl}</TextFrame>
        </div>
      )}
      <div class="dialog-acts">
        <button type="button" class="button primary" onClick={onClose}>
          I have saved it
        </button>
      </div>
    </Dialog>
  );
}
