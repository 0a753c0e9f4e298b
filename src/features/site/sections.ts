// Sections of the interface document (its tags) and the addresses of their pages in the reference.
import { z } from 'zod';
import type { InterfaceDocument } from './interface-description.ts';

const tagsSchema = z.object({ tags: z.array(z.object({ name: z.string(), description: z.string().optional() })) });

export interface Section {
  readonly name: string;
  readonly description: string;
  /** Its part of `/docs/{name}`: small letters, digits and hyphens. */
  readonly slug: string;
}

/** `Registry, release` → `registry-release`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The sections of a document in reading order. */
export const listSections = (document: InterfaceDocument): readonly Section[] =>
  tagsSchema.parse(document).tags.map(({ name, description = '' }) => ({ name, description, slug: slugOf(name) }));
