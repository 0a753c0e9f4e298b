// What cards show: the same as a stranger may read now, by the routes that the pages read.
import { isDerivedTitle } from '../../features/community/common/text.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { ExpectedObject } from '../../platform/objects/verified.ts';
import type { AnswerBody } from '../client/endpoints.ts';
import { readTreeText } from '../markdown/tree.ts';
import { FRONT_MESSAGES } from '../messages/shell.ts';
import { requireAsked } from '../shell/asked.ts';
import type { ShareImage } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { CardTexts } from './card-drawing.ts';

export interface CardContent {
  readonly texts: Omit<CardTexts, 'hasPicture' | 'site'>;
  readonly picture?: ExpectedObject | undefined;
}

const TEXT_CHARACTERS = 200;
const VERSION_DIGITS = 12;

/** The card of a page. What it shows makes its version, so that other sites ask again when it has changed. */
export const cardImage = (page: PageContext, path: string, shown: unknown, alt: string): ShareImage => ({
  path: `/share/${path}.png?v=${sha256Hex(JSON.stringify([shown, page.instance.name, page.instance.accent])).slice(0, VERSION_DIGITS)}&lang=${page.locale}`,
  width: 1200,
  height: 630,
  mediaType: 'image/png',
  alt,
});

/** The first picture of a post, or the first frame of a film; undefined where nothing can be shown. */
export function pictureOf(files: readonly SharedFile[], alt: string): ShareImage | undefined {
  for (const file of files) {
    const path = file.previewUrl ?? file.posterUrl;
    if (path === null) continue;
    const { displayWidth, displayHeight, displayMediaType } = file;
    const isPicture = file.previewUrl !== null;
    return {
      path,
      ...(displayWidth === null || displayHeight === null ? {} : { width: displayWidth, height: displayHeight }),
      mediaType: (isPicture ? displayMediaType : null) ?? 'image/webp',
      alt: file.alt === null || file.alt === '' ? alt : file.alt,
    };
  }
  return undefined;
}

type SharedFile = Pick<
  NonNullable<AnswerBody<'GET /api/v1/community/posts/{postId}'>['post']>['attachments'][number],
  'previewUrl' | 'posterUrl' | 'displayWidth' | 'displayHeight' | 'displayMediaType' | 'alt'
>;

export function instanceCard(page: PageContext): CardContent {
  const { name, description } = page.instance;
  const subtitle = description ?? page.sayFrom(FRONT_MESSAGES)('sentence');
  return { texts: { title: name, subtitle, tickets: [] } };
}

export async function postCard(page: PageContext, postId: string): Promise<CardContent> {
  const asked = await page.ask('GET /api/v1/community/posts/{postId}', {
    params: { postId },
    query: { includeComments: 'false', tree: '1' },
  });
  const { post } = requireAsked(asked);
  if (post === undefined || post.visibility !== 'public') throw new Refusal('post_not_found');
  const text = post.spoiler ? '' : readTreeText(post.bodyTree ?? [], TEXT_CHARACTERS);
  const hasTitle = post.title !== '' && (!post.spoiler || !isDerivedTitle(post.title, post.body));
  const title = hasTitle ? post.title : post.authorName;
  return { texts: { title, subtitle: text === title ? undefined : text, tickets: [post.authorName] } };
}

export async function personCard(page: PageContext, uid: string): Promise<CardContent> {
  const asked = await page.ask('GET /api/v1/community/users/{uid}', {
    params: { uid },
    query: { limit: 1, tree: '1' },
  });
  const { profile } = requireAsked(asked);
  return {
    texts: {
      title: profile.displayName,
      subtitle: readTreeText(profile.bioTree ?? [], TEXT_CHARACTERS) || undefined,
      tickets: profile.handle === null ? [] : [`@${profile.handle}`],
    },
  };
}
