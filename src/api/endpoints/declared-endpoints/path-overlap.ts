/** True if a path can match both templates: each `{...}` matches any one segment. */
export function overlaps(a: string, b: string): boolean {
  const [left, right] = [a.split('/'), b.split('/')];
  return (
    left.length === right.length &&
    left.every((segment, at) => segment === right[at] || isPlace(segment) || isPlace(right[at]!))
  );
}

function isPlace(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}
