// The sections `locales` and `presentation` of snapshot.json: the languages of slots, and how resources are shown. Shapes
// only; whether a path leads anywhere is judged when the entities are read.
import { z } from 'zod';
import { MalformedText, parsePath } from '../../../kernel/field-path.ts';
import { SLOT_LOCALES } from '../../../kernel/names.ts';

/** What kind of thing the entities of a resource are. */
export const PRESENTATION_GROUPS = ['music', 'card', 'person', 'event', 'story', 'item', 'table'] as const;

const LOCALES_MAX = 200;
const PATHS_MAX = 64;
const PATH_CHARACTERS_MAX = 1024;
const LABEL_CHARACTERS_MAX = 200;
const LABELS_MAX = 1000;

export const localeSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'must be a language tag, such as "en" or "zh-TW"');

export const localesSchema = z
  .array(localeSchema)
  .min(1)
  .max(LOCALES_MAX)
  .refine((locales) => new Set(locales).size === locales.length, 'must name every language once')
  .describe('Languages of slot arrays, in the order of the slots');

const isPath = (text: string): boolean => {
  try {
    return parsePath(text).every((segment) => segment !== '');
  } catch (error) {
    if (error instanceof MalformedText) return false;
    throw error;
  }
};

export const fieldPathSchema = z
  .string()
  .max(PATH_CHARACTERS_MAX)
  .refine(isPath, 'must be the path of a field')
  .describe('Path of a field: keys joined by dots; a backslash before a dot that belongs to a key');
/** Whether a descriptor may contain the path. */
export const isFieldPath = (path: string): boolean => path.length <= PATH_CHARACTERS_MAX && isPath(path);

const fieldPaths = z.array(fieldPathSchema).max(PATHS_MAX);
const texts = z.partialRecord(z.enum(SLOT_LOCALES), z.string().min(1).max(LABEL_CHARACTERS_MAX));

export const resourcePresentationSchema = z.strictObject({
  group: z.enum(PRESENTATION_GROUPS).optional().describe('What kind of thing the entities are'),
  order: z.int().min(-1_000_000).max(1_000_000).optional().describe('Place among the resources, the smallest first'),
  hidden: z.boolean().optional().describe('Whether overviews omit the resource'),
  title: fieldPathSchema.optional(),
  subtitle: fieldPathSchema.optional(),
  image: fieldPathSchema.optional().describe('Picture in lists'),
  cover: fieldPathSchema.optional().describe('Large picture of an entity'),
  audio: fieldPathSchema.optional(),
  start: fieldPathSchema.optional().describe('Date when it begins'),
  end: fieldPathSchema.optional().describe('Date when it ends'),
  badges: fieldPaths.optional(),
  facets: fieldPaths.optional(),
  sort: fieldPaths.optional().describe('Fields that lists can be sorted by'),
  columns: fieldPaths.optional().describe('Columns of the table view'),
  search: fieldPaths.optional().describe('Fields that a search looks into'),
  labels: z
    .strictObject({
      name: texts.optional().describe('Name of the resource, by language'),
      fields: z
        .record(fieldPathSchema, texts)
        .refine((fields) => Object.keys(fields).length <= LABELS_MAX, `must not have more than ${LABELS_MAX} fields`)
        .optional()
        .describe('Names of fields, by path and language'),
    })
    .optional(),
});

export const presentationSchema = z.record(z.string(), resourcePresentationSchema);

export type ResourcePresentation = z.infer<typeof resourcePresentationSchema>;
