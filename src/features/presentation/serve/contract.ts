// Routes that describe a catalog: presentation, JSON Schema, TypeScript declarations (docs/presentation.md).
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { SLOT_LOCALES } from '../../../kernel/names.ts';
import { NOT_MODIFIED, releaseRead, resourceParameter, serverParameter } from '../../release/serve/contract.ts';
import { DATE_FORMATS, labelSchema } from '../../release/snapshot/field-schema.ts';
import { PRESENTATION_GROUPS } from '../../release/snapshot/presentation-schema.ts';

const path = z.string();
const field = path.nullable();
const texts = z.partialRecord(z.enum(SLOT_LOCALES), z.string());
const fieldSchema = z.object({
  type: z.enum(['date', 'localized', 'url', 'color', 'markdown', 'file', 'number']).optional(),
  format: z.enum(DATE_FORMATS).optional().describe('Of dates: how entities write them'),
  locales: z.array(z.string()).optional().describe('Of objects with a text for each language: their keys'),
  unit: z.string().optional(),
  template: z.string().optional().describe('Of files: the release path that values stand for'),
  path: z.string().optional().describe('Of localized texts that stand elsewhere: where'),
  references: z
    .array(z.object({ resource: z.string(), key: path.optional() }))
    .optional()
    .describe('Resources that values refer to, by their ids or by `key`, in order'),
  labels: z.record(z.string(), labelSchema).optional().describe('Value → text, or texts by language'),
  hidden: z.boolean().optional().describe('Whether pages omit the field'),
});
const presentationSchema = z
  .object({
    locales: z.array(z.string()).describe('Languages of slot arrays, in the order of the slots'),
    resources: z
      .record(
        z.string(),
        z.object({
          kind: z.enum(['collection', 'document']),
          count: z.int(),
          group: z.enum(PRESENTATION_GROUPS),
          order: z.int().describe('Position among the resources, from 0'),
          hidden: z.boolean().describe('Whether overviews omit the resource'),
          title: field.describe('Paths of fields, as in queries; null: none'),
          subtitle: field,
          image: field.describe('Picture in lists'),
          cover: field.describe('Large picture of an entity'),
          audio: field,
          start: field,
          end: field,
          badges: z.array(path),
          facets: z.array(path),
          sort: z.array(path),
          columns: z.array(path),
          search: z.array(path).describe('What `q` searches'),
          references: z.record(path, z.string()).describe('Fields whose values are ids of another resource'),
          labels: z.object({ name: texts, fields: z.record(path, texts) }),
          fields: z
            .record(path, fieldSchema)
            .optional()
            .describe('What values are, by path: of fields that are more than texts, numbers and lists of them'),
          files: z.literal(true).optional().describe('Whether its entities are files of the release'),
        }),
      )
      .describe('By resource, in the order in which overviews list them'),
    groups: z
      .array(
        z.object({ title: z.union([z.string(), z.record(z.string(), z.string())]), resources: z.array(z.string()) }),
      )
      .optional()
      .describe('Groups of resources in the order of overviews, where the snapshot declares them'),
  })
  .meta({ id: 'CatalogPresentation' });

const base = {
  ...releaseRead,
  section: 'Catalog',
  hot: true,
  refusals: ['catalog_manifest_missing', 'catalog_missing'],
} as const;

export const presentationContract = defineContract({
  catalogPresentation: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/presentation',
    summary: 'How resources are shown: titles, pictures, facets, columns',
    description: 'From the declarations of the snapshot and, for the rest, from names and values of fields.',
    answers: { ...NOT_MODIFIED, 200: { description: 'The presentation', schema: presentationSchema } },
  },
  catalogSchema: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/schema/{resource}',
    summary: 'JSON Schema (2020-12) of the entities of a resource',
    description: 'Inferred from every entity of the release. Of a document resource, the schema of the document.',
    params: { server: serverParameter, resource: resourceParameter },
    answers: { ...NOT_MODIFIED, 200: { description: 'The schema', mediaType: 'application/schema+json' } },
  },
  catalogTypes: {
    ...base,
    path: '/api/v1/servers/{server}/catalog/types.d.ts',
    summary: 'TypeScript declarations of all resources',
    answers: { ...NOT_MODIFIED, 200: { description: 'The declarations', mediaType: 'application/typescript' } },
  },
});
