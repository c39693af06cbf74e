import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ToolServer } from '../../src/admin/contract/tool-servers.ts';
import { useApi } from '../data/use-api.ts';
import { clock, count, counted, fullTime } from '../data/words.ts';
import { DrainButton } from './drain-button.tsx';
import { Badge, Card, TableScroll } from './elements.tsx';
import { OfferedTools } from './offered-tools.tsx';

/** The servers of `mcp`, with the tools that each offers; nothing where there are none. */
export function ToolServers(): JSX.Element | null {
  const { data } = useApi('/api/tools', {}, 3000);
  if (data === undefined || data.servers.length === 0) return null;
  return (
    <Card title="Tools" flush>
      <TableScroll label="Tool servers">
        <table>
          <thead>
            <tr>
              <th scope="col">Server</th>
              <th scope="col">State</th>
              <th scope="col" title="Of the protocol">
                Revision
              </th>
              <th scope="col" class="number" title="In the list that the gateway keeps">
                Tools
              </th>
              <th scope="col" class="number">
                Prompts
              </th>
              <th scope="col" class="number">
                Resources
              </th>
              <th scope="col">Last error</th>
            </tr>
          </thead>
          <tbody>
            {data.servers.map((server) => (
              <ServerRow key={server.server} server={server} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {data.servers.map((server) => (
        <ServerTools key={server.server} server={server} />
      ))}
    </Card>
  );
}

function ServerRow({ server }: { readonly server: ToolServer }): JSX.Element {
  const { server: name, revision, tools, prompts, resources, drained, last_error: failed } = server;
  return (
    <tr>
      <th scope="row" class="name">
        {name}
      </th>
      <td>
        <Standing server={server} />
        <HeldBack server={server} />
        <DrainButton of="tools" name={name} isDrained={drained !== null} />
      </td>
      <td>{revision ?? '–'}</td>
      <td class="number">{count(tools)}</td>
      <td class="number">{count(prompts)}</td>
      <td class="number">{count(resources)}</td>
      <td class="reason">
        {failed !== null && (
          <>
            {failed.error} <span class="quiet-text">{clock(failed.at)}</span>
          </>
        )}
      </td>
    </tr>
  );
}

function Standing({ server }: { readonly server: ToolServer }): JSX.Element {
  const { standing, drained, out, workers_out: workers, last_error: failed } = server;
  switch (standing) {
    case 'well':
      return failed === null ? <Badge tone="good">Available</Badge> : <Badge tone="warn">Fails</Badge>;
    case 'drained':
      return (
        <span title={drained === null ? '' : `Since ${fullTime(drained.at)}, by ${drained.by}`}>
          <Badge tone="warn">Drained</Badge>
        </span>
      );
    case 'partly':
    case 'down':
      return (
        <span title={`${counted(workers, 'worker')}: ${out}`}>
          <Badge tone={standing === 'down' ? 'bad' : 'warn'}>
            {standing === 'down' ? 'Out' : 'Partly out'}
          </Badge>
        </span>
      );
  }
}

/** A mark at a server with `pin: lock` that offers something else than `tools.lock` has. */
function HeldBack({ server: { held_back: held } }: { readonly server: ToolServer }): JSX.Element | null {
  if (held === null || held.new + held.changed === 0) return null;
  const names = held.items.map(({ kind, name, reason }) => `${name === '' ? kind : name} (${reason})`);
  const title = `Not in tools.lock as it is now, so no client gets it: ${names.join(', ')}`;
  return (
    <span title={title}>
      <Badge tone="warn">{`${count(held.new + held.changed)} held back`}</Badge>
    </span>
  );
}

/** The tools of one server, asked for once somebody wants to see them. */
function ServerTools({ server }: { readonly server: ToolServer }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { server: name, tools, drained_tools: drained, held_back: held } = server;
  const heldBack = held === null ? 0 : held.changed + held.new;
  const parts = [
    tools === null ? 'no list kept' : counted(tools, 'tool'),
    ...(heldBack > 0 ? [`${count(heldBack)} held back`] : []),
    ...(drained.length > 0 ? [`${count(drained.length)} drained`] : []),
  ];
  return (
    <details class="capabilities" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name}
        <span class="quiet-text"> {parts.join(', ')}, and who may use them</span>
      </summary>
      {isOpen && <OfferedTools server={name} />}
    </details>
  );
}
