// Records the inputs of a release beside its side manifest, for publications from another machine. It names the inputs that are
// not entries of the release (tables of the catalog, source records), so that the next publisher sends only what has
// changed, and the result, so that an unchanged snapshot is recognised at once. It is not part of the release id.
// Garbage collection keeps the objects that it names as long as its release.
import { z } from 'zod';
import { isReleaseId, isServerId, isSha256, isSourceId } from '../../../kernel/names.ts';
import { inputRecordKey } from '../../../kernel/object-key.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { sealDocument } from './formats.ts';
import { readSealed, type Stored } from './store.ts';

const INPUTS_SCHEMA = 'service-release-inputs-v1';

const DIGESTS = /^(?:[0-9a-f]{64})*$/;
const sha256 = z.string().refine(isSha256);

const inputRecordSchema = z.strictObject({
  schema: z.literal(INPUTS_SCHEMA),
  server: z.string().refine(isServerId),
  releaseId: z.string().refine(isReleaseId),
  sourceId: z.string().refine(isSourceId),
  /** Digest of the descriptor and the list of files. */
  inputSha256: sha256,
  /** Another version of the software may make other documents of the same files. */
  codeSha256: sha256,
  entries: z.int().min(0),
  bytes: z.int().min(0),
  warnings: z.array(
    z.strictObject({
      severity: z.enum(['error', 'warning']),
      file: z.string(),
      path: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  /** SHA-256 of inputs that are neither entries nor artifacts, concatenated. */
  inputs: z.string().regex(DIGESTS),
  /** SHA-256 of everything that the release needs, concatenated. */
  content: z.string().regex(DIGESTS),
  digest: sha256,
});
export type InputRecord = z.infer<typeof inputRecordSchema>;

/** The record of a release, verified; its value is undefined when it is damaged. */
export const readInputRecord = (
  objects: Objects,
  server: string,
  releaseId: string,
): Promise<Stored<InputRecord> | undefined> =>
  readSealed(objects, inputRecordKey(server, releaseId), inputRecordSchema, { server, releaseId });

/** Writes the record, durable on return. Of two publications that end together, one record remains. */
export async function writeInputRecord(
  objects: Objects,
  record: Omit<InputRecord, 'schema' | 'digest'>,
): Promise<void> {
  const { server, releaseId } = record;
  const existing = await objects.readVersioned(inputRecordKey(server, releaseId));
  const warnings = record.warnings.map((warning) => ({ ...warning }));
  const bytes = sealDocument({ schema: INPUTS_SCHEMA, ...record, warnings, digest: '' });
  await objects.swap(inputRecordKey(server, releaseId), existing?.version, bytes);
}

/** Splits concatenated digests. */
export function splitDigests(text: string): readonly string[] {
  const digests: string[] = [];
  for (let at = 0; at < text.length; at += 64) digests.push(text.slice(at, at + 64));
  return digests;
}
