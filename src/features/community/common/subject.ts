// What a post may be about: an entity of a catalog, named by server, resource and id. Catalogs are another plane, so the
// composition supplies what knows them.
import { z } from 'zod';
import type { Parameter } from '../../../http/routing/contract.ts';
import { required } from '../../../kernel/refusal.ts';

const PART = { server: 32, resource: 64, id: 256 } as const;
const part = (most: number) => z.string().min(1).max(most);

/** An entity of a catalog. */
export const subjectName = z.object({
  server: part(PART.server),
  resource: part(PART.resource),
  id: part(PART.id).refine((id) => !id.includes('/')),
});
export type SubjectName = z.output<typeof subjectName>;

export const subjectView = z
  .object({
    server: z.string(),
    resource: z.string(),
    id: z.string(),
    title: z.string().describe('That of the entity when it was named'),
  })
  .meta({ id: 'Subject' });
export type Subject = z.output<typeof subjectView>;

/** Looks an entity up in the current release of its server; undefined when the release lacks it. */
export type DescribeEntity = (
  name: SubjectName,
  locale?: string,
) => Promise<{ readonly title: string; readonly releaseId: string; readonly picture: string | undefined } | undefined>;

const TITLE_MAX = 200;

/** The entity with its title. Refuses with `invalid_subject`. */
export async function requireSubject(describe: DescribeEntity, name: SubjectName): Promise<Subject> {
  const found = required(await describe(name), 'invalid_subject');
  return { ...name, title: [...found.title].slice(0, TITLE_MAX).join('') };
}

/** An entity in a query: `server/resource/id`. */
export const subjectParameter = {
  schema: z
    .string()
    .max(PART.server + PART.resource + PART.id + 2)
    .transform((text) => {
      const [server = '', resource = '', id = '', ...more] = text.split('/');
      return more.length > 0 ? undefined : { server, resource, id };
    })
    .pipe(subjectName),
  refusal: 'invalid_query',
  description: 'An entity of a catalog, as `server/resource/id`',
} as const satisfies Parameter;
