/** Last step: nothing below the loader can change a configuration, not even by accident. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (value instanceof Map) for (const item of value.values()) freezeDeep(item);
  else for (const item of Object.values(value)) freezeDeep(item);
  return value;
}
