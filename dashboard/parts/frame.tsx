import type { ComponentChildren, JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { GatewayAnswer } from '../../src/admin/contract/gateway.ts';
import type { LimitStoreState } from '../../src/admin/contract/limits.ts';
import type { PagePath } from '../../src/admin/contract/pages.ts';
import type { SignedOutAnswer } from '../../src/admin/contract/session.ts';
import { change } from '../data/api.ts';
import { follow, pages } from '../data/router.ts';
import { SessionContext } from '../data/session.ts';
import { useTheme } from '../data/theme.ts';
import { useApi } from '../data/use-api.ts';
import { Ago, Badge, Notice, TextFrame } from './elements.tsx';
import { Icon } from './icons.tsx';

interface FrameProps {
  readonly path: PagePath;
  readonly children: ComponentChildren;
  onSignedOut(): void;
}

/** The frame of every page: navigation, the gateway's state, and urgent messages. */
export function Frame({ path, children, onSignedOut }: FrameProps): JSX.Element {
  const { data: gateway, error } = useApi('/api/gateway', {}, 3000);
  const [theme, nextTheme] = useTheme();
  const session = useContext(SessionContext);
  const signOut = () =>
    change<SignedOutAnswer>('DELETE', '/api/session').then(({ continue_at }) => {
      if (continue_at === null) onSignedOut();
      else location.assign(continue_at);
    }, onSignedOut);
  return (
    <div class="frame">
      <a class="skip" href="#page">
        Skip to the page
      </a>
      <header class="side">
        <a class="brand" href="/dashboard" onClick={(event) => follow(event, '/dashboard')}>
          <img src="/dashboard/icon.svg" alt="" width="24" height="24" />
          Gateway
        </a>
        <nav aria-label="Pages">
          {Object.entries(pages).map(([to, name]) => (
            <a
              key={to}
              href={to}
              aria-current={to === path ? 'page' : undefined}
              onClick={(event) => follow(event, to)}
            >
              <Icon name={name} />
              {name}
            </a>
          ))}
        </nav>
        <div class="side-foot">
          {gateway && <Standing gateway={gateway} />}
          {session?.person && (
            <p class="who" title={session.person.subject}>
              {session.person.name}
              <span class="quiet-text">
                {session.may === 'read' ? ' · read only' : ' · may change things'}
              </span>
            </p>
          )}
          <div class="side-tools">
            <button type="button" class="button quiet small" onClick={nextTheme} title="Colours">
              <Icon name={theme} />
              <span class="unseen">Colours: </span>
              {{ system: 'System', light: 'Light', dark: 'Dark' }[theme]}
            </button>
            <button type="button" class="button quiet small" onClick={() => void signOut()}>
              <Icon name="out" />
              Sign out
            </button>
          </div>
        </div>
      </header>
      <main id="page" tabIndex={-1}>
        {error !== undefined && <Notice tone="bad">{error} What is shown may be out of date.</Notice>}
        {gateway?.rejected && <Rejected gateway={gateway} />}
        {gateway?.limit_store.degraded && <Degraded store={gateway.limit_store} />}
        {gateway !== undefined && <Unwritten files={gateway.unwritten} />}
        {children}
      </main>
    </div>
  );
}

function Standing({ gateway }: { readonly gateway: GatewayAnswer }): JSX.Element {
  const { wanted, serving } = gateway.workers;
  const tone = !gateway.ready ? 'bad' : serving < wanted ? 'warn' : 'good';
  return (
    <dl class="standing">
      <div>
        <dt class="unseen">State</dt>
        <dd>
          <Badge tone={tone}>{gateway.ready ? 'Serving' : 'Not ready'}</Badge>
        </dd>
      </div>
      <div>
        <dt>Workers</dt>
        <dd>
          {serving} of {wanted}
        </dd>
      </div>
      <div>
        <dt>Revision</dt>
        <dd title={gateway.revision}>
          <code>{gateway.revision.slice(0, 8)}</code>
        </dd>
      </div>
      <div>
        <dt>Loaded</dt>
        <dd>
          <Ago at={gateway.loaded_at} />
        </dd>
      </div>
    </dl>
  );
}

/** Data that a restart would lose: on every page, until it can be written. */
function Unwritten({ files }: { readonly files: GatewayAnswer['unwritten'] }): JSX.Element {
  return (
    <>
      {files.map(({ file, what, reason, since }) => (
        <Notice key={file} tone="warn">
          {what[0]!.toUpperCase() + what.slice(1)} can't be written to <code>{file}</code> ({reason}) since{' '}
          <Ago at={since} />. Requests are served; a restart would lose it.
        </Notice>
      ))}
    </>
  );
}

/** The files are not what is served: on every page, until they are mended. */
function Rejected({ gateway }: { readonly gateway: GatewayAnswer }): JSX.Element | null {
  const { rejected, revision } = gateway;
  if (rejected === null) return null;
  return (
    <section class="rejected" role="alert">
      <p>
        <strong>The last edit was rejected</strong> <Ago at={rejected.at} />. Revision{' '}
        <code>{revision.slice(0, 8)}</code> is still served. Fix the file, and the gateway loads it by itself.
      </p>
      <TextFrame wrap>{rejected.problems}</TextFrame>
    </section>
  );
}

const meanwhile = {
  local: 'each gateway applies its share of every limit',
  allow: 'nothing is limited',
  deny: 'requests of keys with limits are refused',
} as const;

/** Limits are not what they are meant to be: on every page, until the store is back. */
function Degraded({ store }: { readonly store: LimitStoreState }): JSX.Element {
  return (
    <Notice tone="warn">
      The limit store does not answer: {meanwhile[store.on_failure ?? 'local']} until it is back.
    </Notice>
  );
}
