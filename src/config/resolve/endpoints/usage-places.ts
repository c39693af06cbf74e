import type {
  JsonPointer,
  Places,
  RequestCount,
  ServedDefinition,
  UsagePlaces,
} from '../../../api/endpoints/endpoint.ts';
import { countedUnits, type UnitCounter, type UnitName } from '../../../observe/units/index.ts';
import type { EndpointSettings } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { Context } from '../context.ts';

const counterOf = Object.fromEntries(countedUnits.map(({ name, counter }) => [name, counter])) as Readonly<
  Record<UnitName, UnitCounter>
>;

/** The meaning of the names under `usage`; all others are units of `per_unit`. */
const figures = {
  input: 'input',
  output: 'output',
  cached_input: 'cachedInput',
  audio_input: 'audioInput',
  image_input: 'imageInput',
  audio_output: 'audioOutput',
  image_output: 'imageOutput',
  ...counterOf,
} as const satisfies Readonly<Record<string, keyof UsagePlaces>>;

interface Counts {
  readonly usage: UsagePlaces | 'none';
  readonly estimate: ServedDefinition['estimate'];
}

/** The place of usage in answers, and the reserved amount until then. */
export function resolveCounts(
  context: Context,
  at: Path,
  { usage = {}, estimate = {} }: EndpointSettings,
): Counts {
  for (const name of Object.keys(estimate)) {
    if (name === 'input' || name === 'output') continue;
    if (isOf(name, figures) && !isOf(name, counterOf)) {
      tell(context, [...at, 'estimate', name], 'is a part of the tokens: `input` and `output` are estimated');
    } else if (usage[name] === undefined) {
      tell(context, [...at, 'estimate', name], `\`usage\` names no ${name}`);
    }
  }
  const known = Object.entries(usage).filter(([name]) => isOf(name, figures));
  const named = Object.entries(usage).filter(([name]) => !isOf(name, figures));
  const places: UsagePlaces = {
    ...Object.fromEntries(
      known.map(([name, written]) => [figures[name as keyof typeof figures], placesOf(written)]),
    ),
    ...(named.length > 0 && {
      named: Object.fromEntries(named.map(([name, written]) => [name, placesOf(written)])),
    }),
  };
  const counted = Object.entries(estimate).filter(([name]) => usage[name] !== undefined);
  const ofUnits = counted.filter(([name]) => isOf(name, counterOf));
  const ofNamed = counted.filter(([name]) => !isOf(name, figures));
  const estimates = {
    ...Object.fromEntries(
      ofUnits.map(([name, count]) => [figures[name as keyof typeof figures], constant(count)]),
    ),
    ...(ofNamed.length > 0 && {
      named: Object.fromEntries(ofNamed.map(([name, count]) => [name, constant(count)])),
    }),
  };
  return {
    usage: Object.keys(usage).length === 0 ? 'none' : places,
    estimate: {
      input: estimate['input'] ?? 'by_size',
      output: estimate['output'] ?? 0,
      ...(counted.length > 0 && Object.keys(estimates).length > 0 && { units: estimates }),
    },
  };
}

function isOf(name: string, table: object): boolean {
  return Object.hasOwn(table, name);
}

function placesOf(written: string | readonly string[]): Places {
  return written as JsonPointer | readonly JsonPointer[];
}

function constant(count: number): RequestCount {
  return { from: 'constant', count };
}

function tell(context: Context, path: Path, message: string): void {
  context.report.atKey(context.tree, path, 'bad_endpoint', message, { hint: 'take it out' });
}
