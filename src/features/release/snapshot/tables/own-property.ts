// Sets fields of records that come from files, where any name may stand.

/** Sets an own field. An assignment to `__proto__` would set the prototype instead. */
export function setOwn<T>(record: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
