// What a search shows of posts and tags. Declarations only.
import { z } from 'zod';
import type { Wire } from '../../../http/routing/contract.ts';
import { milliseconds } from '../../../http/routing/declarations.ts';
import { subjectView } from '../common/subject.ts';
import { personView } from '../people/contract.ts';

export const foundPost = z
  .object({
    id: z.string(),
    title: z.string(),
    excerpt: z.string().describe('Empty for spoilers'),
    spoiler: z.boolean(),
    subject: subjectView.nullable(),
    createdAt: milliseconds,
    likeCount: z.int(),
    commentCount: z.int(),
    authorUid: z.int(),
    authorName: z.string(),
  })
  .meta({ id: 'FoundPost' });
export type FoundPost = Wire<z.output<typeof foundPost>>;

export const foundTag = z
  .object({ name: z.string(), postCount: z.int().describe('Number of public posts with the tag') })
  .meta({ id: 'FoundTag' });
export type FoundTag = Wire<z.output<typeof foundTag>>;

export const foundPerson = personView;
