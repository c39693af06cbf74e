import type { JSX } from 'preact';
import { change } from '../data/api.ts';
import { useMayChange } from '../data/session.ts';
import { useApi } from '../data/use-api.ts';
import { count } from '../data/words.ts';
import { Ago, Card, TableScroll } from './elements.tsx';

/** The requests that wait for slots, and since when; nothing while none waits. */
export function Queues({ search }: { readonly search: string }): JSX.Element | null {
  const { data, refresh } = useApi('/api/queues', {}, 2000);
  const mayChange = useMayChange();
  const rows = data?.queues.filter(({ model }) => model.includes(search)) ?? [];
  if (rows.length === 0) return null;
  const models = [...new Set(rows.map(({ model }) => model))];
  const flush = async (model: string) => {
    if (!window.confirm(`Refuse all requests that wait for ${model}?`)) return;
    await change('POST', `/api/queues/${encodeURIComponent(model)}/flush`);
    refresh();
  };
  return (
    <Card title="Waiting requests" flush>
      <TableScroll label="Requests that wait for slots">
        <table>
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Class</th>
              <th scope="col">Key</th>
              <th scope="col" class="number">
                Waiting
              </th>
              <th scope="col">First since</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ model, class: ofClass, key, waiting, since }) => (
              <tr key={`${model} ${ofClass} ${key}`}>
                <th scope="row">{model}</th>
                <td>{ofClass}</td>
                <td>{key}</td>
                <td class="number">{count(waiting)}</td>
                <td>
                  <Ago at={since} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {mayChange && (
        <p class="fine">
          {models.map((model) => (
            <button key={model} type="button" class="small" onClick={() => void flush(model)}>
              Refuse waiting requests for {model}
            </button>
          ))}
        </p>
      )}
    </Card>
  );
}
