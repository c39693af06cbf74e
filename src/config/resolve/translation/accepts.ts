import type { CatalogueEntry } from '../../catalogue/entry.ts';
import type { Deployment } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import { type Accepts, choiceModes, type Effort, efforts } from '../../translation-settings.ts';
import { type Context, isAbsent } from '../context.ts';
import type { Prices } from '../prices/prices.ts';

type Written = NonNullable<Deployment['accepts']>;

/**
 * The features that a deployment's model takes; undefined for all that its dialect has. The file takes precedence over
 * the price list's entry for the deployment. Listed values are written into the file's data, as prices are.
 */
export function acceptsOf(
  context: Context,
  path: Path,
  written: Deployment,
  { catalogue }: Prices,
  name: string | undefined,
): Accepts | undefined {
  if (written.accepts !== undefined && !context.intact([...path, 'accepts'])) return undefined;
  const entry =
    name === undefined || isAbsent(context, [...path, 'catalogue'])
      ? undefined
      : catalogue?.find(name)?.entry;
  const listed = entry === undefined ? {} : listedAs(entry);
  // A new map: an anchor may share the one that is written among deployments.
  if (Object.keys(listed).length > 0) written.accepts = { ...listed, ...written.accepts };
  if (written.accepts === undefined) return undefined;
  const { temperature = true, thinking = true, efforts: known, tool_choice: choices } = written.accepts;
  return {
    temperature,
    thinking,
    efforts: known === undefined ? undefined : inOrder(known),
    toolChoice: choices ?? choiceModes,
  };
}

/** A price list's entry in the words of the file: the features that a model does not take. */
function listedAs({
  temperature,
  reasoning,
  efforts: known,
  forced_tool_choice: forced,
}: CatalogueEntry): Written {
  const listed = known === undefined ? undefined : inOrder(known);
  return {
    ...(temperature === false ? { temperature } : {}),
    ...(reasoning === false ? { thinking: false } : {}),
    ...(listed === undefined ? {} : { efforts: [...listed] }),
    ...(forced === false ? { tool_choice: ['auto', 'none'] } : {}),
  };
}

/** From the least, whatever order a list has. */
function inOrder(known: readonly string[]): Accepts['efforts'] {
  const [least, ...others] = efforts.filter((one): one is Effort => known.includes(one));
  return least === undefined ? undefined : [least, ...others];
}
