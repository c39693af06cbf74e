import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { change } from '../data/api.ts';
import { useMayChange } from '../data/session.ts';

interface DrainButtonProps {
  readonly of: 'deployments' | 'tools';
  /** The name that `gateway drain` takes. */
  readonly name: string;
  readonly isDrained: boolean;
}

/** Takes a deployment or tools out while serving, or back; nothing for somebody who may only look. */
export function DrainButton({ of, name, isDrained }: DrainButtonProps): JSX.Element | null {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const mayChange = useMayChange();
  if (!mayChange) return null;
  const act = isDrained ? 'resume' : 'drain';
  const run = async () => {
    setBusy(true);
    try {
      await change('POST', `/api/${of}/${encodeURIComponent(name)}/${act}`);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <>
      {' '}
      <button
        type="button"
        class="button small"
        disabled={isBusy}
        aria-label={`${isDrained ? 'Resume' : 'Drain'} ${name}`}
        title={isDrained ? 'It gets requests again' : 'It gets no requests until you resume it'}
        onClick={() => void run()}
      >
        {isDrained ? 'Resume' : 'Drain'}
      </button>
      {problem !== undefined && <span class="bad-text"> {problem}</span>}
    </>
  );
}
