// The type of a parameter in the interface document, where its schema does not show it. Schemas of parameters parse text, so
// a number would otherwise be described as a string.

/** JSON Schema of a value as clients hold it, before they write it into an address. */
export interface WireType {
  readonly type: 'integer' | 'number' | 'string';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly enum?: readonly (number | string)[];
  readonly pattern?: string;
}

export const NUMBER: WireType = { type: 'number' };

/** @param byDefault what an absent parameter means */
export const integer = (minimum: number, maximum?: number, byDefault?: number): WireType => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
  ...(byDefault !== undefined && { default: byDefault }),
});
