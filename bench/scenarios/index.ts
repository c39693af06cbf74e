import { cold } from './cold.ts';
import { idleTenThousand, idleThousand } from './idle.ts';
import { large, reload } from './large.ts';
import { memory } from './memory.ts';
import { one } from './one.ts';
import { image, images, small, tagged } from './requests.ts';
import type { Scenario } from './scenario.ts';
import { soak } from './soak.ts';
import { firstEvent, streams } from './streams.ts';
import { translation } from './translated.ts';
import { workers } from './workers.ts';

/** Every scenario, in the order they run. */
export const scenarios: readonly Scenario[] = [
  small,
  tagged,
  image,
  images,
  streams,
  firstEvent,
  translation,
  one,
  idleThousand,
  idleTenThousand,
  large,
  reload,
  workers,
  soak,
  memory,
  cold,
];
