/** The prefix of a model's entry with a wildcard: it takes all ids that begin so. */
export function wildcardPrefix(id: string): string | undefined {
  return id.endsWith('*') ? id.slice(0, -1) : undefined;
}

/** True if some id matches both a glob and a model's entry. */
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
