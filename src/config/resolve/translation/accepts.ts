import type { Deployment } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import { type Accepts, choiceModes, type Effort, efforts } from '../../translation-settings.ts';
import type { Context } from '../context.ts';

/** What the model of a deployment takes, where the file says that it is not all that its dialect allows. */
export function acceptsOf(
  context: Context,
  path: Path,
  { accepts: written }: Deployment,
): Accepts | undefined {
  if (written === undefined || !context.intact([...path, 'accepts'])) return undefined;
  const { temperature = true, thinking = true, efforts: known, tool_choice: choices } = written;
  return {
    temperature,
    thinking,
    efforts: known === undefined ? undefined : inOrder(known),
    toolChoice: choices ?? choiceModes,
  };
}

/** From the least, whatever order the file has. */
function inOrder(known: readonly Effort[]): Accepts['efforts'] {
  const [least, ...others] = efforts.filter((one) => known.includes(one));
  return least === undefined ? undefined : [least, ...others];
}
