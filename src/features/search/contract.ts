// The route of the search of the whole instance (docs/search.md).

import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { ok } from '../../http/routing/declarations.ts';
import { pageLimit } from '../../http/routing/page-parameters.ts';
import { foundPerson, foundPost, foundTag } from '../community/search/shapes.ts';

export const KINDS = ['entities', 'posts', 'people', 'tags'] as const;
export type Kind = (typeof KINDS)[number];

export const SEARCH_LIMIT_DEFAULT = 5;
const SEARCH_LIMIT_MAX = 20;
/** The longest text of 100 characters, some of which are pairs or become fewer when they are folded. */
const Q_UNITS_MAX = 400;
const LOCALE_CHARACTERS_MAX = 35;

const foundEntity = z
  .object({
    server: z.string(),
    resource: z.string(),
    id: z.string(),
    title: z.string().describe('The id of an entity without a title'),
    image: z.string().nullable().describe('Release path of its picture'),
  })
  .meta({ id: 'FoundEntity' });
export type FoundEntity = z.output<typeof foundEntity>;

const found = <S extends z.ZodType>(item: S, counted: string) =>
  z.object({ items: z.array(item), total: z.int().describe(counted) });

export const searchContract = defineContract({
  searchRead: {
    method: 'GET',
    path: '/api/v1/search',
    section: 'Search',
    summary: 'Search everything: entities of all catalogs, posts, people and tags',
    description:
      'The first hits of each kind, and how many there are. Entities are found by their searched texts, the best first; posts by ' +
      'title and text, the newest first, as far as the caller may read them; spoilers by title alone; people by handle or ' +
      'name; tags by name. People are searched for signed-in callers only: for others they are left out, and asked for alone ' +
      'they are 401. If nothing is found, titles, names and tags with one wrong character are (`approximate`), from four ' +
      'characters on, or three without Latin letters. `suggest=1` is for suggestions while somebody types: ' +
      'entities are found by title alone, and less is counted.',
    dialect: 'api',
    cors: 'community',
    access: 'viewer',
    query: {
      q: {
        schema: z.string().max(Q_UNITS_MAX),
        refusal: 'invalid_query',
        required: true,
        description: '1 to 100 characters; width and case are equal',
      },
      kinds: {
        schema: z
          .string()
          .max(100)
          .transform((text) => text.split(','))
          .pipe(z.array(z.enum(KINDS)).refine((kinds) => new Set(kinds).size === kinds.length)),
        refusal: 'invalid_query',
        description: `Comma-separated: ${KINDS.map((kind) => `\`${kind}\``).join(', ')}; default all`,
      },
      limit: pageLimit(SEARCH_LIMIT_DEFAULT, ' of each kind', SEARCH_LIMIT_MAX),
      locale: {
        schema: z.string().min(1).max(LOCALE_CHARACTERS_MAX),
        refusal: 'invalid_query',
        description: 'Language of the titles of entities, where they have it',
      },
      suggest: { schema: z.literal('1'), refusal: 'invalid_query', description: 'Suggestions: indexes alone' },
    },
    answers: ok(
      'The hits. Kinds that were not searched are absent',
      z
        .object({
          entities: found(foundEntity, 'All').exactOptional(),
          posts: found(foundPost, 'Counted up to 1,000; with `suggest` up to 100').exactOptional(),
          people: found(foundPerson, 'Counted up to 20').exactOptional(),
          tags: found(foundTag, 'Counted up to 1,000; with `suggest` up to 100').exactOptional(),
          approximate: z
            .boolean()
            .describe('Whether the hits have one wrong character, since nothing has the text itself'),
          incomplete: z
            .literal(true)
            .exactOptional()
            .describe('Present while a catalog cannot be searched, or by its titles alone'),
        })
        .meta({ id: 'SearchResult' }),
    ),
    refusals: ['too_many_reads', 'authentication_required', 'insufficient_scope'],
  },
});
