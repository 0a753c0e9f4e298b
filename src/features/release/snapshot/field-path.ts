// Fields of entities as descriptors name them: a plain name, or dots that lead into nested objects. Own properties
// only, so that `constructor` and `__proto__` are names like any other.

/** The value of a field, or undefined. A field whose name itself holds the dots wins over the nested one. */
export function readField(entity: unknown, field: string): unknown {
  if (typeof entity !== 'object' || entity === null) return undefined;
  const whole = Object.getOwnPropertyDescriptor(entity, field);
  if (whole !== undefined) return whole.value;
  if (!field.includes('.')) return undefined;
  let value: unknown = entity;
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, part)?.value;
  }
  return value;
}
