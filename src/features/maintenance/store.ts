// The switch of maintenance: a small object beside the releases, so that it works while the database is away. The object exists
// while maintenance is active.
import { z } from 'zod';
import { MAINTENANCE_KEY } from '../../kernel/object-key.ts';
import type { Objects } from '../../platform/objects/objects.ts';

export const MESSAGE_MAX = 300;
/** What visitors read. One line of text. */
export const messageSchema = z
  .string()
  .trim()
  .min(1)
  .max(MESSAGE_MAX)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);

export interface Maintenance {
  /** Milliseconds since the epoch; null where the stored object is damaged. */
  readonly since: number | null;
  readonly message: string | null;
}

const stored = z.object({ since: z.int(), message: z.string().nullable() });

/** Undefined: there is no maintenance. A damaged object counts as maintenance, since somebody began one. */
export async function readMaintenance(objects: Objects): Promise<Maintenance | undefined> {
  const found = await objects.readVersioned(MAINTENANCE_KEY);
  return found && parse(found.bytes);
}

function parse(bytes: Uint8Array): Maintenance {
  try {
    return stored.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return { since: null, message: null };
  }
}

/** Begins maintenance, or replaces its message and keeps its beginning. Durable on return. */
export async function beginMaintenance(objects: Objects, message: string | null): Promise<Maintenance> {
  const before = await readMaintenance(objects);
  const next = { since: before?.since ?? Date.now(), message };
  await objects.write(MAINTENANCE_KEY, new TextEncoder().encode(JSON.stringify(next)));
  await objects.flush();
  return next;
}

/** Ends maintenance. */
export async function endMaintenance(objects: Objects): Promise<void> {
  await objects.remove(MAINTENANCE_KEY);
  await objects.flush();
}
