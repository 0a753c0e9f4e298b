// Handlers of writing: the page, and its form without script.
import type { Actor } from '../../http/gates/guard.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { openingBy, withStatus } from '../forms/opening.ts';
import { contentOfDraft, type DraftContent } from '../islands/composer-parts/common/content.ts';
import { subjectOf } from '../islands/composer-parts/publish/publish.ts';
import { requireAsked } from '../shell/asked.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import { composePage } from './compose-page.tsx';
import type { composeContract } from './contract.ts';
import {
  contentOfForm,
  contentOfPost,
  faultOf,
  newContent,
  type OwnPost,
  type Subject,
  textOf,
  type Writing,
} from './writing.ts';

export interface ComposeDependencies {
  readonly shell: Shell;
  readonly writing: Writing;
  /** Title of an entity in the reader's language; undefined where the current release lacks it. */
  readonly readTitle: (page: PageContext, name: Subject) => Promise<string | undefined>;
}

interface Composed {
  readonly content: DraftContent;
  readonly post: OwnPost | undefined;
  readonly isPrefilled: boolean;
  readonly subject: Subject | undefined;
  readonly fault?: string;
  /** The draft that the address names. */
  readonly draftId?: string | undefined;
}

/** A draft for a new post, as the composer opens it. */
async function readDraft(page: PageContext, id: string) {
  const { content } = requireAsked(await page.ask('GET /api/v1/me/drafts/{id}', { params: { id } })).draft;
  return contentOfDraft(content);
}

export function composeHandlers({ shell, writing, readTitle }: ComposeDependencies): Handlers<typeof composeContract> {
  const { anybody } = openingBy(shell);
  const show = async (page: PageContext, actor: Actor, shown: Composed): Promise<Page> => {
    const restrictions = await writing.readRestrictions(actor);
    const title = shown.subject && (await readTitle(page, shown.subject));
    const subject = shown.subject && { ...shown.subject, ...(title === undefined ? {} : { title }) };
    return composePage(page, { ...shown, subject, actor, restrictions, fileRules: writing.fileRules });
  };
  return {
    composePage: anybody(async (page, { query, actor }) => {
      if (actor.status === 'suspended') throw new Refusal('account_suspended');
      const post = query.post === undefined ? undefined : await writing.readOwnPost(actor, query.post);
      const draft = query.draft === undefined || post !== undefined ? undefined : await readDraft(page, query.draft);
      const asked = subjectOf(draft?.subject ?? query.subject ?? null);
      // One that the current release lacks is left out.
      const subject = post?.subject ?? (asked === null ? undefined : await writing.describeSubject(asked));
      const fresh = newContent(draft === undefined ? query.tag : undefined, subject);
      const content = post === undefined ? { ...fresh, ...draft } : contentOfPost(post);
      const isPrefilled =
        post === undefined && draft === undefined && (query.tag !== undefined || query.subject !== undefined);
      return show(page, actor, { content, post, isPrefilled, subject, ...(draft && { draftId: query.draft }) });
    }),
    composeWrite: anybody(async (page, { query, actor, body }) => {
      const content = contentOfForm(body);
      const post = query.post === undefined ? undefined : await writing.readOwnPost(actor, query.post);
      try {
        const text = textOf(content);
        const id =
          post === undefined
            ? await writing.createPost(actor, text)
            : await writing.editPost(actor, post.id, {
                ...text,
                version: body.version ?? post.version,
                editReason: body.reason.trim() === '' ? null : body.reason,
              });
        return { redirectTo: `/community/posts/${id}` };
      } catch (error) {
        const fault = faultOf(error, content);
        if (fault === undefined) throw error;
        const asked = subjectOf(content.subject);
        const subject = asked === null ? undefined : await writing.describeSubject(asked);
        return withStatus(422, show(page, actor, { content, post, isPrefilled: false, subject, fault }));
      }
    }),
    uploadLead: ({ context }) => {
      // Relative, since a proxy may serve the instance below a path of its own.
      const search = context.search === '' ? '' : `?${context.search}`;
      return { status: 308, headers: { Location: `compose${search}` } };
    },
  };
}
