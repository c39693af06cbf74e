import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
  /** A dialog with something important stays until its own button is pressed. */
  readonly keep?: boolean;
}

/** A window over the page, with the browser's own focus and escape handling. */
export function Dialog({ title, children, onClose, keep = false }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        if (keep) event.preventDefault();
      }}
    >
      <header class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {!keep && (
          <button type="button" class="button quiet icon-only" onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
