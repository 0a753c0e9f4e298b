// The section `fields` of a resource: what a publisher says about the values at a path. Shapes only; whether the data fits is
// judged when the entities are read.
import { z } from 'zod';
import { fieldPathSchema, localeSchema } from './presentation-schema.ts';

/** What the values of a field are. */
const FIELD_TYPES = [
  'text',
  'number',
  'integer',
  'boolean',
  'date',
  'url',
  'file',
  'reference',
  'localized',
  'color',
  'markdown',
  'json',
] as const;

/** How dates are written: seconds or milliseconds since 1970, ISO 8601, or digits of year, month and day. */
export const DATE_FORMATS = ['s', 'ms', 'iso', 'yyyymmdd'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const FIELDS_MAX = 1_000;
const LABELS_MAX = 1_000;
const REFERENCES_MAX = 8;

const label = z.string().min(1).max(80);
/** A text, or one for each language. */
export const labelSchema = z.union([label, z.record(localeSchema, label)]);
export type Label = z.infer<typeof labelSchema>;

const referenceSchema = z.strictObject({
  resource: z.string().max(64).describe('Resource that the values refer to'),
  key: fieldPathSchema.optional().describe('Its field with these values, one of its `keys`; default: its ids'),
});
export type ReferenceDeclaration = z.infer<typeof referenceSchema>;

const fieldDeclarationSchema = z.strictObject({
  type: z.enum(FIELD_TYPES).optional().describe('What the values are; default: inferred'),
  format: z.enum(DATE_FORMATS).optional().describe('Of dates: how they are written'),
  unit: z.string().min(1).max(20).optional().describe('Shown after numbers'),
  template: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('Of files: the release path; {} is the value, {id}, {other.path}, each also with :lower or :upper'),
  path: z
    .string()
    .max(1024)
    .refine((text) => text.split('{tag}').length === 2, 'must have {tag} in it once')
    .optional()
    .describe('Of localized texts: where they are, such as translations.{tag}.common'),
  references: z
    .union([referenceSchema, z.array(referenceSchema).min(1).max(REFERENCES_MAX)])
    .optional()
    .describe('Resources that the values refer to, tried in order'),
  labels: z
    .record(z.string(), labelSchema)
    .refine((labels) => Object.keys(labels).length <= LABELS_MAX, `must not have more than ${LABELS_MAX} values`)
    .optional()
    .describe('Value → text, or texts by language'),
  hidden: z.boolean().optional().describe('Whether pages omit the field; it stays public in the interface'),
});
export type FieldDeclaration = z.infer<typeof fieldDeclarationSchema>;

export const fieldDeclarationsSchema = z
  .record(fieldPathSchema, fieldDeclarationSchema)
  .refine((fields) => Object.keys(fields).length <= FIELDS_MAX, `must not have more than ${FIELDS_MAX} fields`)
  .describe('What values are, by path: types, dates, units, references, labels');
