/** What ids a model's entry takes, where that is more than its own: those that begin like it. */
export function wildcardPrefix(id: string): string | undefined {
  return id.endsWith('*') ? id.slice(0, -1) : undefined;
}

/** Whether there is an id that both a glob and a model's entry take. */
export function globReaches(glob: string, id: string): boolean {
  const prefix = wildcardPrefix(id);
  if (prefix === undefined) return false;
  const star = glob.indexOf('*');
  const head = star === -1 ? glob : glob.slice(0, star);
  return head.startsWith(prefix) || (star !== -1 && prefix.startsWith(head));
}

/**
 * A deployment as it is called from outside its model: `MODEL/NAME`; of a backend that is asked for what it keeps, which no
 * model is asked for, the name alone.
 */
export function deploymentName(model: string, name: string): string {
  return model === '' ? name : `${model}/${name}`;
}
