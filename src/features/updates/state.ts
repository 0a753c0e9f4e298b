// What the last look for a newer version found: a small object beside the releases, which all processes share.
import { z } from 'zod';
import { UPDATE_STATE_KEY } from '../../kernel/object-key.ts';
import type { Objects } from '../../platform/objects/objects.ts';

/** As Semantic Versioning 2.0.0 writes them, at most 64 characters. */
export const versionSchema = z
  .string()
  .max(64)
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/);

const stateSchema = z.object({
  /** When somebody last looked, in milliseconds since the epoch. */
  checkedAt: z.int(),
  /** The newest version that was ever named; null: none yet. */
  version: versionSchema.nullable(),
  /** What is new, or the address of a page that says so. */
  notes: z.string().nullable(),
  /** Why the last look found nothing. */
  failure: z.string().nullable(),
});

export type UpdateState = Readonly<z.output<typeof stateSchema>>;

/** Undefined: nobody has looked yet. */
export async function readUpdateState(objects: Objects): Promise<UpdateState | undefined> {
  const found = await objects.readVersioned(UPDATE_STATE_KEY);
  if (found === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(new TextDecoder().decode(found.bytes)));
  } catch {
    // The next look writes it anew.
    return undefined;
  }
}

export async function writeUpdateState(objects: Objects, state: UpdateState): Promise<void> {
  await objects.write(UPDATE_STATE_KEY, new TextEncoder().encode(JSON.stringify(state)));
  await objects.flush();
}

/** By the precedence of Semantic Versioning: 0.10.0 is newer than 0.9.1, and 1.0.0 than 1.0.0-rc.1. */
export const isNewer = (version: string, than: string): boolean => Bun.semver.order(version, than) > 0;
