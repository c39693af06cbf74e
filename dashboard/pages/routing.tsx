import type { JSX } from 'preact';
import { endpointsToChoose } from '../../src/api/endpoints/index.ts';
import { useChoiceInAddress, useInAddress, useListInAddress } from '../data/router.ts';
import { useApi } from '../data/use-api.ts';
import { counted, duration, spaced, standingWord } from '../data/words.ts';
import { Badge, Card, Empty, Notice, PageHead, Pending } from '../parts/elements.tsx';
import { Field, Suggest, TagsField } from '../parts/form.tsx';

/** Endpoints by what people call them: those that come with the gateway, then those that its configuration declares. */
function endpointsByWord(declared: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map([...endpointsToChoose, ...declared].map((name) => [spaced(name), name]));
}

/** The destination of a request, and why others are excluded, with the present state of the deployments. */
export function Routing(): JSX.Element {
  const { data: names, error } = useApi('/api/names');
  const byWord = endpointsByWord(names?.endpoints);
  const [firstWord = '', ...otherWords] = byWord.keys();
  const words = [firstWord, ...otherWords] as const;
  const [word, setWord] = useChoiceInAddress('endpoint', words);
  const [chosen, setModel] = useInAddress('model');
  const [tags, setTags] = useListInAddress('tags');
  const [key, setKey] = useInAddress('key');
  const [down, setDown] = useListInAddress('down');

  if (names === undefined) return <Pending error={error} />;
  const endpoint = byWord.get(word) ?? '';
  const needsModel = !names.without_model.includes(endpoint);
  const named = chosen === '' ? (names.models[0] ?? '') : chosen;
  const model = needsModel ? named : '';
  const toggle = (deployment: string) =>
    setDown(down.includes(deployment) ? down.filter((other) => other !== deployment) : [...down, deployment]);
  return (
    <>
      <PageHead title="Routing" />
      <div class="grid routing">
        <Card title="Request">
          <div class="form">
            <Field label="Endpoint">
              <select value={word} onChange={(event) => setWord(event.currentTarget.value)}>
                {words.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </Field>
            {needsModel && (
              <Field label="Model">
                <Suggest value={model} names={names.models} onValue={setModel} />
              </Field>
            )}
            <TagsField
              label="Tags"
              hint="Wanted capabilities: vision applies to every endpoint, responses:vision to one."
              values={tags}
              names={names.tags}
              placeholder="none"
              onValues={setTags}
            />
            <Field label="Key" hint="Leave empty for a key with all rights.">
              <Suggest value={key} names={names.keys} placeholder="any" onValue={setKey} />
            </Field>
            <TagsField
              label="Simulated outage"
              hint="Backends or deployments that are down in this answer. Traffic is not touched."
              values={down}
              names={[...names.backends, ...names.deployments]}
              placeholder="none"
              onValues={setDown}
            />
          </div>
        </Card>
        {needsModel && model === '' ? (
          <Empty title="Name a model" />
        ) : (
          <Outcome
            question={{
              endpoint,
              model: needsModel ? model : null,
              tags: tags.join(),
              key,
              down: down.join(),
            }}
            down={down}
            onToggle={toggle}
          />
        )}
      </div>
    </>
  );
}

interface OutcomeProps {
  readonly question: Readonly<Record<'endpoint' | 'tags' | 'key' | 'down', string>> & {
    /** Null where it names none. */
    readonly model: string | null;
  };
  readonly down: readonly string[];
  onToggle(deployment: string): void;
}

function Outcome({ question, down, onToggle }: OutcomeProps): JSX.Element {
  const { data, error } = useApi('/api/explain', question, 5000);
  if (error !== undefined) return <Notice tone="bad">{error}</Notice>;
  if (data === undefined) return <Pending error={undefined} />;
  const { outcome, models, queue } = data;
  return (
    <div class="stack">
      {'deployment' in outcome ? (
        <Notice tone="good">
          <p>
            Goes to <strong>{outcome.deployment}</strong>
            {outcome.or.length > 0 && <>, or as well to {outcome.or.join(', ')}</>}.
          </p>
          {queue?.text.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      ) : (
        <Notice tone="bad">
          <p>
            <strong>
              {outcome.status} {outcome.code}
            </strong>{' '}
            {outcome.message}
          </p>
        </Notice>
      )}
      {models.map((model) => (
        <Card
          key={model.model}
          title={model.model === '' ? 'No model' : model.model}
          flush
          aside={
            <p class="card-facts">
              {model.kind === 'usable' ? counted(model.deployments.length, 'deployment') : spaced(model.kind)}
            </p>
          }
        >
          {model.deployments.length === 0 ? (
            <Empty title={model.kind === 'unknown' ? 'No such model: skipped' : 'Skipped'} />
          ) : (
            <ol class="plan">
              {model.deployments.map(({ deployment, place, balance, reasons, lacks, via, live }) => (
                <li key={deployment} class={place === null ? 'out' : 'in'}>
                  <span class="place" title={place === null ? 'Not tried' : 'Place in the order'}>
                    {place ?? '×'}
                  </span>
                  <span class="plan-name">
                    <strong>{deployment}</strong>
                    <span class="below quiet-text">
                      {place === null
                        ? reasons.map(({ text }) => text).join('; ')
                        : [
                            balance === null ? 'fixed place' : `by ${spaced(balance)}`,
                            ...(via === undefined ? [] : [`translated to ${spaced(via)}`]),
                            ...(lacks.length > 0 ? [`lacks ${lacks.join(', ')}`] : []),
                            ...(live === undefined
                              ? []
                              : [
                                  `${live.inFlight} in flight`,
                                  ...(live.latencyMs === null ? [] : [`${duration(live.latencyMs)} latency`]),
                                ]),
                          ].join(' · ')}
                    </span>
                  </span>
                  {live !== undefined && live.standing !== 'healthy' && (
                    <Badge tone={live.standing === 'out' ? 'bad' : 'warn'}>
                      {standingWord(live.standing)}
                    </Badge>
                  )}
                  <button
                    type="button"
                    class="button small"
                    aria-pressed={down.includes(deployment)}
                    onClick={() => onToggle(deployment)}
                  >
                    {down.includes(deployment) ? 'End outage' : 'Simulate outage'}
                    <span class="unseen"> {deployment}</span>
                  </button>
                </li>
              ))}
            </ol>
          )}
        </Card>
      ))}
    </div>
  );
}
