// Writing posts as the page of the composer does it without script: the same functions as behind the routes.
import type { Actor } from '../../../http/gates/guard.ts';
import { isRefusal, Refusal } from '../../../kernel/refusal.ts';
import { readRow } from '../../../platform/database/rows.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { presentWholePost } from '../common/rows.ts';
import { requireSubject, type Subject, type SubjectName } from '../common/subject.ts';
import { isDerivedTitle } from '../common/text.ts';
import { createPost, editPost, type NewPost, ownTagsRow, type PostEdit } from './posts.ts';
import { requirePost } from './reading.ts';

/** The title is empty where the author gave none; tags are without those that come from the text. */
type OwnPost = ReturnType<typeof presentWholePost>;

export interface PostWriting {
  /** One's own post. Refuses with `post_not_found`, and with `forbidden` for a post of somebody else. */
  readonly readOwnPost: (actor: Actor, id: string) => Promise<OwnPost>;
  /** An entity with its title; undefined when the current release lacks it. */
  readonly describeSubject: (name: SubjectName) => Promise<Subject | undefined>;
  readonly createPost: (actor: Actor, post: NewPost) => Promise<string>;
  readonly editPost: (actor: Actor, id: string, edit: PostEdit) => Promise<string>;
}

export function openPostWriting(dependencies: CommunityDependencies): PostWriting {
  const { db } = dependencies.database;
  return {
    readOwnPost: async (actor, id) => {
      const found = await requirePost(db, id, actor);
      if (found.authorId !== actor.accountId) throw new Refusal('forbidden');
      const own = await readRow(db, ownTagsRow)`select own_tags as "ownTags" from post where id = ${id}::uuid`;
      const whole = presentWholePost(found, dependencies.faces);
      const title = isDerivedTitle(whole.title, whole.body) ? '' : whole.title;
      return { ...whole, title, tags: own?.ownTags ?? [] };
    },
    describeSubject: async (name) =>
      requireSubject(dependencies.describeEntity, name).catch((error: unknown) => {
        if (isRefusal(error)) return undefined;
        throw error;
      }),
    createPost: async (actor, post) => (await createPost(dependencies, actor, post)).post.id,
    editPost: async (actor, id, edit) => (await editPost(dependencies, actor, id, edit)).post.id,
  };
}
