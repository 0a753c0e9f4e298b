// The declared part of a presentation as a release stores it: the sections `locales` and `presentation` of the descriptor.
// The document exists only if one of the sections does.
import { z } from 'zod';
import {
  localesSchema,
  presentationSchema,
  type ResourcePresentation,
} from '../../release/snapshot/presentation-schema.ts';
import { parseDocument } from '../../release/store/formats.ts';

export const PRESENTATION_SCHEMA = 'service-catalog-presentation-v1';

const storedSchema = z.strictObject({
  schema: z.literal(PRESENTATION_SCHEMA),
  locales: localesSchema.optional(),
  resources: presentationSchema.optional(),
});
export type StoredPresentation = z.infer<typeof storedSchema>;

export interface DeclaredPresentation {
  /** Undefined: not declared. */
  readonly locales: readonly string[] | undefined;
  readonly resources: ReadonlyMap<string, ResourcePresentation>;
}

export const NOTHING_DECLARED: DeclaredPresentation = { locales: undefined, resources: new Map() };

/** Parses the stored document; undefined if the bytes are malformed. */
export function readDeclaredPresentation(bytes: Uint8Array): DeclaredPresentation | undefined {
  const stored = parseDocument(storedSchema, bytes);
  return stored && { locales: stored.locales, resources: new Map(Object.entries(stored.resources ?? {})) };
}
