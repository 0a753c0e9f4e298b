// Publishing: sends what the store has, and says how it ended. After a call without an answer it looks whether the post is
// there, so that nothing is published twice.
import type { call } from '../../../client/call.ts';
import { choicesOf, type DraftContent } from '../common/content.ts';
import type { Publishing } from '../common/store.ts';

export type Call = typeof call;

export interface PublishPlan {
  readonly content: DraftContent;
  /** The post that is edited. */
  readonly post: { readonly id: string; readonly version: number; readonly fileIds: readonly string[] } | undefined;
  /** When an earlier attempt began that got no answer. */
  readonly triedAt: number | undefined;
}

/** A default wait where the service names none. */
const WAIT_SECONDS = 30;
/** The clock of the service may be behind. */
const CLOCK_MS = 120_000;

export async function publishPost(plan: PublishPlan, send: Call): Promise<Publishing> {
  const { content, post, triedAt } = plan;
  const fields = {
    body: content.body,
    title: content.title.trim() || undefined,
    ...choicesOf(content),
    tags: [...content.tags],
    subject: subjectOf(content.subject),
  };
  if (post !== undefined) return editPost(plan, { ...fields, version: post.version }, send);
  if (triedAt !== undefined) {
    const found = await findPublished(content, triedAt, send);
    if (found.kind !== 'idle') return found;
  }
  const body = { ...fields, attachmentIds: content.files.map(({ id }) => id) };
  const answer = await send('POST /api/v1/community/posts', { body });
  if (!answer.ok) return refused(answer);
  const { post: made, moderationQueued, moderationReasons } = answer.body;
  return { kind: 'done', postId: made.id, isQueued: moderationQueued, reasons: moderationReasons };
}

/** `server/resource/id` as the service takes it. Ids may contain slashes. */
export function subjectOf(text: string | null): { server: string; resource: string; id: string } | null {
  const [server = '', resource = '', ...rest] = (text ?? '').split('/');
  const id = rest.join('/');
  return server === '' || resource === '' || id === '' ? null : { server, resource, id };
}

const refused = ({ status, code, wait }: { status: number; code: string; wait: number | undefined }): Publishing => {
  if (status === 0) return { kind: 'unknown' };
  const seconds = wait ?? (status === 429 || status === 503 ? WAIT_SECONDS : 0);
  return { kind: 'refused', code, until: seconds === 0 ? 0 : Date.now() + seconds * 1000 };
};

/** Finds the post that an attempt without an answer may have published. `idle`: there is none. */
async function findPublished(content: DraftContent, triedAt: number, send: Call): Promise<Publishing> {
  const latest = await send('GET /api/v1/community/posts', { query: { scope: 'mine', limit: 5 } });
  if (!latest.ok) return refused(latest);
  for (const { id, createdAt, moderationStatus } of latest.body.posts) {
    if (createdAt < triedAt - CLOCK_MS) continue;
    const whole = await send('GET /api/v1/community/posts/{postId}', { params: { postId: id } });
    if (!whole.ok) return refused(whole);
    if (whole.body.post?.body === content.body) {
      const isQueued = moderationStatus === 'pending' || moderationStatus === 'review';
      return { kind: 'done', postId: id, isQueued, reasons: whole.body.viewer?.moderationReasons ?? [] };
    }
  }
  return { kind: 'idle' };
}

interface EditFields {
  readonly body: string;
  readonly version: number;
}

async function editPost({ content, post }: PublishPlan, fields: EditFields, send: Call): Promise<Publishing> {
  if (post === undefined) return { kind: 'idle' };
  const params = { postId: post.id };
  const reason = content.reason.trim();
  const answer = await send('PATCH /api/v1/community/posts/{postId}', {
    params,
    body: { ...fields, editReason: reason === '' ? null : reason },
  });
  // Only the files differ.
  const isUnchanged = !answer.ok && answer.code === 'post_unchanged';
  if (!answer.ok && answer.code === 'version_conflict') return readConflict(post.id, content, send);
  if (!answer.ok && !isUnchanged) return refused(answer);
  const steps = planFiles(
    post.fileIds,
    content.files.map(({ id }) => id),
  );
  for (const attachmentId of steps.unlink) {
    const gone = await send('DELETE /api/v1/community/posts/{postId}/attachments/{attachmentId}', {
      params: { ...params, attachmentId },
    });
    if (!gone.ok && gone.code !== 'attachment_link_not_found') return refused(gone);
  }
  if (steps.link.length > 0) {
    const linked = await send('POST /api/v1/community/posts/{postId}/attachments', {
      params,
      body: { attachmentIds: [...steps.link] },
    });
    if (!linked.ok) return refused(linked);
  }
  const [isQueued, reasons] = answer.ok ? [answer.body.moderationQueued, answer.body.moderationReasons] : [false, []];
  return { kind: 'done', postId: post.id, isQueued, reasons };
}

/** Files are linked at the end, so everything after the first difference is linked anew. */
export function planFiles(
  before: readonly string[],
  after: readonly string[],
): { readonly unlink: readonly string[]; readonly link: readonly string[] } {
  const kept = before.filter((id) => after.includes(id));
  let same = 0;
  while (same < kept.length && kept[same] === after[same]) same += 1;
  const unlink = before.filter((id) => !after.slice(0, same).includes(id));
  return { unlink, link: after.slice(same) };
}

/** The stored post, to be shown beside one's own text. The same text is no conflict. */
async function readConflict(id: string, content: DraftContent, send: Call): Promise<Publishing> {
  const found = await send('GET /api/v1/community/posts/{postId}', { params: { postId: id } });
  if (!found.ok) return refused(found);
  const { post } = found.body;
  if (post === undefined) return { kind: 'refused', code: 'post_not_found', until: 0 };
  const { version, title, body, tags, visibility } = post;
  // An earlier attempt arrived, though its answer did not.
  if (body === content.body && (content.title.trim() === '' || title === content.title.trim())) {
    return { kind: 'done', postId: id, isQueued: false, reasons: [] };
  }
  return { kind: 'conflict', stored: { version, title, body, tags, visibility } };
}
