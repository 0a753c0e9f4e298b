// Schemas of lists of entities. Declarations only.
import { z } from 'zod';
import { milliseconds } from '../../../http/routing/declarations.ts';
import { VERDICTS } from '../../moderation/common/vocabulary.ts';
import { subjectName, subjectView } from '../common/subject.ts';
import { countCharacters } from '../common/text.ts';

export const LIST_KINDS = ['owned', 'wanted', 'named'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
export const MARK_KINDS = ['owned', 'wanted'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
export const LIST_VISIBILITIES = ['private', 'public'] as const;

const LIST_TITLE_MAX = 100;
const LIST_DESCRIPTION_MAX = 1_000;
const NOTE_MAX = 280;
const COUNT_MAX = 9_999;
export const LISTS_MAX = 100;
export const ENTRIES_MAX = 5_000;
export const SUBJECTS_MAX = 500;
export const ORDERED_MAX = 100;

/** Control characters, with or without line breaks. PostgreSQL stores no NUL. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\t]|\p{Cs}/u;

const line = (most: number) =>
  z
    .string()
    .max(most * 8)
    .transform((text) => text.trim())
    .refine((text) => countCharacters(text) <= most && !CONTROL.test(text));

export const listTitle = line(LIST_TITLE_MAX)
  .refine((text) => text !== '')
  .describe(`One line of 1 to ${LIST_TITLE_MAX} characters`);
export const listDescription = z
  .string()
  .max(LIST_DESCRIPTION_MAX * 8)
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .refine((text) => countCharacters(text) <= LIST_DESCRIPTION_MAX && !CONTROL_BUT_BREAKS.test(text))
  .describe(`At most ${LIST_DESCRIPTION_MAX} characters`);
export const listVisibility = z.enum(LIST_VISIBILITIES);
/** Empty: none. */
export const entryNote = line(NOTE_MAX).describe(`One line of at most ${NOTE_MAX} characters`);
export const entryCount = z.int().min(1).max(COUNT_MAX);

export const listView = z
  .object({
    id: z.string(),
    kind: z.enum(LIST_KINDS).describe('`owned` and `wanted` exist once a collection, from the first entry'),
    server: z.string().nullable().describe('With `resource`: the collection of all entries; null: any'),
    resource: z.string().nullable(),
    title: z.string().describe('Empty for `owned` and `wanted`'),
    description: z.string(),
    visibility: listVisibility,
    moderationStatus: z.enum(VERDICTS).describe('Verdict on its texts; others see a public list once it is `allow`'),
    hidden: z.boolean().describe('Whether staff hid it'),
    version: z.int(),
    entries: z.int().describe('Number of entries'),
    updatedAt: milliseconds,
  })
  .meta({ id: 'EntityList' });

export const listEntryView = z
  .object({
    id: z.string(),
    subject: subjectView,
    count: z.int().nullable(),
    note: z.string().nullable(),
    gone: z.boolean().describe('The current release lacks the entity; the title is the one when it was added'),
    addedAt: milliseconds,
  })
  .meta({ id: 'EntityListEntry' });

export const listOwner = z.object({ uid: z.int(), displayName: z.string(), handle: z.string().nullable() });

export const comparedEntry = z
  .object({
    subject: subjectView,
    a: z.object({ count: z.int().nullable() }).nullable().describe('Null: the list lacks it'),
    b: z.object({ count: z.int().nullable() }).nullable(),
  })
  .meta({ id: 'ComparedListEntry' });

export const newList = z.object({
  title: listTitle,
  description: listDescription.default(''),
  visibility: listVisibility.default('private'),
  server: subjectName.shape.server.optional(),
  resource: subjectName.shape.resource.optional(),
});
export type NewList = z.output<typeof newList>;

export const IMPORT_FORMATS = ['csv', 'json'] as const;
