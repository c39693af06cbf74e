import type { JSX } from 'preact';
import type { Reload } from '../../src/admin/contract/gateway.ts';
import { useApi } from '../data/use-api.ts';
import {
  Ago,
  Badge,
  Card,
  CopyButton,
  Empty,
  Notice,
  PageHead,
  Pending,
  TextFrame,
  type Tone,
} from '../parts/elements.tsx';

/** The served configuration, and its history. */
export function Configuration(): JSX.Element {
  const { data: gateway } = useApi('/api/gateway', {}, 3000);
  const revision = gateway?.revision;
  return (
    <>
      <PageHead title="Configuration" />
      <div class="grid config">
        <Files key={revision} />
        <Reloads />
      </div>
    </>
  );
}

function Files(): JSX.Element {
  const { data, error } = useApi('/api/config');
  if (data === undefined) return <Pending error={error} />;
  const { files, unavailable, revision, loaded_at } = data;
  return (
    <div class="stack">
      {unavailable !== null && <Notice tone="warn">{unavailable}</Notice>}
      {files.map(({ file, text }) => (
        <Card key={file} title={file} aside={<CopyButton text={text} label="Copy" />} flush>
          <p class="fine in-card">
            Revision <code>{revision}</code>, loaded <Ago at={loaded_at} />. Defaults are filled in, secrets
            are masked.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for whoever has no mouse */}
          <pre class="code" tabIndex={0}>
            {text.split('\n').map((line, index) => (
              // Lines have no other name than their number.
              <Line key={index} text={line} />
            ))}
          </pre>
        </Card>
      ))}
    </div>
  );
}

function Line({ text }: { readonly text: string }): JSX.Element {
  const [, indent = '', name, rest] = /^(\s*(?:- )?)([\w."/@+-]+:)(.*)$/.exec(text) ?? [];
  if (name === undefined) return <span class="line">{`${text}\n`}</span>;
  return (
    <span class="line">
      {indent}
      <span class="code-name">{name}</span>
      {`${rest}\n`}
    </span>
  );
}

const outcomes: Readonly<Record<Reload['outcome'], readonly [Tone, string]>> = {
  applied: ['good', 'Applied'],
  unchanged: ['quiet', 'Unchanged'],
  rejected: ['bad', 'Rejected'],
};

function Reloads(): JSX.Element {
  const { data, error } = useApi('/api/reloads', {}, 3000);
  return (
    <Card title="Reloads" flush>
      {data === undefined ? (
        <Pending error={error} />
      ) : data.reloads.length === 0 ? (
        <Empty title="No reload since the start">
          <p>Save the file: the gateway checks and serves it within a second.</p>
        </Empty>
      ) : (
        <ol class="reloads">
          {data.reloads.map((reload) => (
            <ReloadItem key={`${reload.at} ${reload.from}`} reload={reload} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function ReloadItem({ reload }: { readonly reload: Reload }): JSX.Element {
  const [tone, word] = outcomes[reload.outcome];
  return (
    <li>
      <p>
        <Badge tone={tone}>{word}</Badge>{' '}
        <span class="quiet-text">
          <Ago at={reload.at} />
          {reload.to !== null && (
            <>
              {' '}
              · <code>{reload.from.slice(0, 8)}</code> → <code>{reload.to.slice(0, 8)}</code>
            </>
          )}
        </span>
      </p>
      {reload.changes.length > 0 && (
        <ul>
          {reload.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {reload.problems !== null && <TextFrame wrap>{reload.problems}</TextFrame>}
      {reload.warnings !== null && (
        <details>
          <summary>Warnings</summary>
          <TextFrame wrap>{reload.warnings}</TextFrame>
        </details>
      )}
    </li>
  );
}
