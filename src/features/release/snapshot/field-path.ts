// Field paths in descriptors: a plain name, or dots for nested objects. Only own properties are read, so `constructor`
// and `__proto__` are ordinary names.

/** The value of a field, or undefined. A field whose own name contains the dots takes precedence over a nested one. */
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
