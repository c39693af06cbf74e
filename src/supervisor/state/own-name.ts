/** The name of a file in `state.dir`: with the owner before its ending where another host has the plain name. */
export function ownName(name: string, owner: string | undefined): string {
  if (owner === undefined) return name;
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}.${owner}${name.slice(dot)}`;
}
