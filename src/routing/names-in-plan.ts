import type { PlannedModel } from './routing-table.ts';

/**
 * All models that what a request says may get to, by every name that somebody may know them by: entries of the file, ids as
 * they were asked for, and what copies go to.
 */
export function namesInPlan(plan: readonly PlannedModel[]): readonly string[] {
  const names: string[] = [];
  const add = (name: string) => {
    if (name !== '' && !names.includes(name)) names.push(name);
  };
  for (const { model, asked } of plan) {
    add(model.id);
    if (asked !== undefined) add(asked);
    if (model.mirror === undefined) continue;
    // A mirror is a model, or one deployment of one: the name may be read as either.
    const { to } = model.mirror;
    add(to);
    const slash = to.lastIndexOf('/');
    if (slash !== -1) add(to.slice(0, slash));
  }
  return names;
}
