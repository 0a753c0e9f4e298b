// Reads the publication time of a song from an operator's field: milliseconds as number or text, ISO text, or five
// slots by region. Pure.
import type { ServerRegion } from '../../../kernel/names.ts';

/** Slot of each region in five-slot arrays. */
const SLOT: Readonly<Partial<Record<ServerRegion, number>>> = { jp: 0, en: 1, tw: 2, cn: 3, kr: 4 };

/**
 * Milliseconds since the epoch, or null. In a five-slot array the region's own slot takes precedence, then the first
 * slot with a time.
 */
export function readPublishedAt(value: unknown, region: ServerRegion): number | null {
  if (!Array.isArray(value)) return readTime(value);
  const times = value.map(readTime);
  return times[SLOT[region] ?? 0] ?? times.find((time) => time !== null) ?? null;
}

function readTime(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number') return Number.isSafeInteger(number) ? number : null;
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(value)) return null;
  const time = Date.parse(value);
  return Number.isSafeInteger(time) ? time : null;
}
