import type { Report } from '../problem-report.ts';
import type { Path, Tree } from '../text/tree.ts';
import type { Shape } from './generated/shape.generated.js';
import type { ShapeError, Validator } from './generated/validator.generated.js';
import { essentialErrors, ownErrors, wordShapeError } from './shape-errors.ts';
import { pathOf, pointerOf, shapeAt, valueAt } from './shape-path.ts';

/** A file that the rest of the loader can walk without looking at types again. */
export interface ShapedFile<File> {
  readonly file: File;
  /** True if the value at a path, and everything beneath it, has the schema's form. */
  readonly intact: (path: Path) => boolean;
}

/** No field of the schema lies deeper. */
const deepest = 8;

/**
 * Third step: the schema. It also fills in defaults. What is wrong is reported, then taken out or replaced by
 * something empty, so that references and values in the rest of the file are still checked in the same run.
 */
export function checkShape<File>(
  tree: Tree,
  shape: Shape,
  validate: Validator<File>,
  report: Report,
): ShapedFile<File> {
  const broken = new Broken();
  const file = tree.root.value;
  const intact = (path: Path) => !broken.touches(pointerOf(path));
  if (validate(file)) return { file, intact };
  const errors = ownErrors(validate.errors ?? []);
  for (const error of essentialErrors(errors)) wordShapeError(error, tree, shape, report);
  for (const error of errors) repair(error, file, shape, broken);
  // Each further run fills in the defaults of what was made empty, and shows what that needs to have in its turn.
  for (let depth = 0; depth < deepest && !validate(file); depth += 1) {
    for (const error of ownErrors(validate.errors ?? [])) repair(error, file, shape, broken);
  }
  return { file: file as File, intact };
}

/** The places where something is wrong, with all that they lie in. SwapList are JSON pointers. */
class Broken {
  readonly #touched = new Set<string>();

  add(pointer: string): void {
    for (let at = pointer; !this.#touched.has(at); at = at.slice(0, at.lastIndexOf('/'))) {
      this.#touched.add(at);
      if (at === '') return;
    }
  }

  /** True for a fault there, or beneath. */
  touches(pointer: string): boolean {
    return this.#touched.has(pointer);
  }
}

function repair(error: ShapeError, file: unknown, shape: Shape, broken: Broken): void {
  const path = pathOf(error.instancePath, file);
  switch (error.keyword) {
    case 'additionalProperties':
      delete (valueAt(file, path) as Record<string, unknown> | undefined)?.[
        String(error.params['additionalProperty'])
      ];
      return;
    case 'required':
      replace(file, [...path, String(error.params['missingProperty'])], shape, broken);
      return;
    case 'propertyNames':
      // A bad name hurts nothing else, but where only some names are there.
      if (shapeAt(shape, path)?.fields !== undefined)
        delete (valueAt(file, path) as Record<string, unknown> | undefined)?.[
          String(error.params['propertyName'])
        ];
      return;
    case 'oneOf':
    case 'dependentRequired':
    case 'minProperties':
    case 'minItems':
      broken.add(error.instancePath);
      return;
    default:
      replace(file, path, shape, broken);
  }
}

/** Takes a value out; what has to be there becomes empty, and an item takes its whole list with it. */
function replace(file: unknown, path: Path, shape: Shape, broken: Broken): void {
  const last = path.at(-1);
  if (last === undefined) return;
  const parentPath = path.slice(0, -1);
  const parent = valueAt(file, parentPath);
  const own = shapeAt(shape, path);
  const empty = own?.kind === 'list' ? [] : own?.kind === 'scalar' ? undefined : {};
  if (Array.isArray(parent)) {
    if (empty === undefined) {
      replace(file, parentPath, shape, broken);
      return;
    }
    broken.add(pointerOf(path));
    parent[Number(last)] = empty;
    return;
  }
  if (typeof parent !== 'object' || parent === null) return;
  const parentShape = shapeAt(shape, parentPath);
  const fields = parent as Record<string, unknown>;
  const needed = parentShape?.required?.includes(String(last)) === true;
  if (needed || (parentShape?.kind === 'map' && empty !== undefined)) {
    broken.add(pointerOf(path));
    if (empty === undefined) delete fields[last];
    else fields[last] = empty;
  } else delete fields[last];
}
