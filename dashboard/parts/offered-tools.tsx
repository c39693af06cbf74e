import type { JSX } from 'preact';
import type { OfferedToolsAnswer, ToolGrant } from '../../src/admin/contract/tool-servers.ts';
import { useApi } from '../data/use-api.ts';
import { count, fullTime } from '../data/words.ts';
import { DrainButton } from './drain-button.tsx';
import { Badge, Pending, TableScroll } from './elements.tsx';

/** So many tools have a row each. */
const mostRows = 200;

/** The tools that a server offers, and the keys that may use each. Names come from the server: they are text, whatever they hold. */
export function OfferedTools({ server }: { readonly server: string }): JSX.Element {
  const { data, error } = useApi('/api/offered-tools', { server }, 3000);
  if (data === undefined) return <Pending error={error} />;
  const { tools, grants, listed, more_grants: more } = data;
  return (
    <>
      {listed === null ? (
        <p class="fine in-card">Nobody asked this server for its tools of late, or it did not answer.</p>
      ) : (
        <p class="fine in-card">As it listed them at {fullTime(listed)}.</p>
      )}
      {tools.length > 0 && (
        <TableScroll label={`Tools of ${server}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Tool</th>
                <th scope="col">Keys</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {tools.slice(0, mostRows).map((tool) => (
                <ToolRow key={tool.name} server={server} tool={tool} grants={grants} />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {tools.length > mostRows && (
        <p class="fine in-card">
          {count(mostRows)} of {count(tools.length)} tools.
        </p>
      )}
      <Grants grants={grants} more={more} />
    </>
  );
}

interface ToolRowProps {
  readonly server: string;
  readonly tool: OfferedToolsAnswer['tools'][number];
  readonly grants: readonly ToolGrant[];
}

function ToolRow({ server, tool, grants }: ToolRowProps): JSX.Element {
  const { name, drained } = tool;
  const users = tool.grants.map((index) => grants[index]!);
  return (
    <tr>
      <th scope="row" class="name">
        <ToolName name={name} />
      </th>
      <td class="reason">{users.length === 0 ? 'none' : users.map(keysText).join(', ')}</td>
      <td>
        {drained ? <Badge tone="warn">Drained</Badge> : <Badge tone="good">Offered</Badge>}
        <DrainButton of="tools" name={`${server}/${name}`} isDrained={drained} />
      </td>
    </tr>
  );
}

/** More of a name is shown to whoever points at it. */
const mostCharacters = 120;

/** A name as a server made it up. What has no look of its own, or turns text around, is shown by its number. */
function ToolName({ name }: { readonly name: string }): JSX.Element {
  const shown = name.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  if (shown.length <= mostCharacters) return <bdi>{shown}</bdi>;
  return <bdi title={shown}>{shown.slice(0, mostCharacters)}…</bdi>;
}

/** The patterns by which keys may use something of a server. */
function Grants({
  grants,
  more,
}: {
  readonly grants: readonly ToolGrant[];
  readonly more: number;
}): JSX.Element {
  if (grants.length === 0) return <p class="fine in-card">No key may use anything of it.</p>;
  return (
    <ul class="fine in-card" aria-label="Grants">
      {grants.map((grant) => (
        <li key={JSON.stringify([grant.patterns, grant.groups])}>
          {keysText(grant)} by <code>{grant.patterns.join(', ')}</code>
          {grant.groups.map(({ group, patterns }) => (
            <span key={group}>
              , within the group {group}:{' '}
              <code>{patterns.length === 0 ? 'nothing of it' : patterns.join(', ')}</code>
            </span>
          ))}
        </li>
      ))}
      {more > 0 && <li>{count(more)} more sets of patterns.</li>}
    </ul>
  );
}

function keysText({ keys, total }: ToolGrant): string {
  const others = total - keys.length;
  return others === 0 ? keys.join(', ') : `${keys.join(', ')} and ${count(others)} more`;
}
