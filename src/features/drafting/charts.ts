// Finds the field of songs that holds their charts, so that a draft can declare levels. Pure.
import { isObject } from '../../kernel/is-object.ts';
import type { Element } from './table-form.ts';

const FORMATS: ReadonlySet<unknown> = new Set(['bestdori', 'usc', 'sus']);

/** The field whose every value is an object of charts by difficulty. */
export function findCharts(elements: readonly Element[]): string | undefined {
  const [first] = elements;
  if (first === undefined) return undefined;
  return Object.keys(first.value).find((field) => {
    const values = elements.map(({ value }) => valueAt(value, field)).filter((value) => value !== undefined);
    return values.length > 0 && values.every((value) => value === null || isCharts(value));
  });
}

function isCharts(value: unknown): boolean {
  if (!isObject(value)) return false;
  const charts: readonly unknown[] = Object.values(value);
  return charts.length > 0 && charts.every(isChart);
}

function isChart(chart: unknown): boolean {
  if (typeof chart !== 'object' || chart === null) return false;
  const isRated = typeof valueAt(chart, 'rating') === 'number';
  return isRated && typeof valueAt(chart, 'file') === 'string' && FORMATS.has(valueAt(chart, 'format'));
}

const valueAt = (object: object, key: string): unknown => Object.getOwnPropertyDescriptor(object, key)?.value;
