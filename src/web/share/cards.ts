// What cards show: the same as a stranger may read now, by the routes that the pages read.
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { ExpectedObject } from '../../platform/objects/verified.ts';
import { FRONT_MESSAGES } from '../messages/front.ts';
import { requireAsked } from '../shell/asked.ts';
import type { ShareImage } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { CardTexts } from './card-drawing.ts';

export interface CardContent {
  readonly texts: Omit<CardTexts, 'hasPicture' | 'site'>;
  readonly picture?: ExpectedObject | undefined;
}

/** Signs of Markdown, which a card shows without. */
const MARKS = /[#*_>`~[\]|]+/g;
const TEXT_CHARACTERS = 200;
const VERSION_DIGITS = 12;

/** The card of a page. What it shows makes its version, so that other sites ask again when it has changed. */
export const cardImage = (page: PageContext, path: string, shown: unknown, alt: string): ShareImage => ({
  path: `/share/${path}.png?v=${sha256Hex(JSON.stringify([shown, page.instance.name])).slice(0, VERSION_DIGITS)}&lang=${page.locale}`,
  width: 1200,
  height: 630,
  alt,
});

export function instanceCard(page: PageContext): CardContent {
  const { name, description } = page.instance;
  const subtitle = description ?? page.say(page.words(FRONT_MESSAGES).sentence);
  return { texts: { title: name, subtitle, tickets: [] } };
}

export async function postCard(page: PageContext, postId: string): Promise<CardContent> {
  const asked = await page.ask('GET /api/v1/community/posts/{postId}', {
    params: { postId },
    query: { includeComments: 'false' },
  });
  const { post } = requireAsked(asked);
  if (post === undefined || post.visibility !== 'public') throw new Refusal('post_not_found');
  const text = post.spoiler ? '' : post.body.replace(MARKS, ' ').slice(0, TEXT_CHARACTERS);
  const title = post.title === '' ? post.authorName : post.title;
  return { texts: { title, subtitle: text === title ? undefined : text, tickets: [post.authorName] } };
}

export async function personCard(page: PageContext, uid: string): Promise<CardContent> {
  const asked = await page.ask('GET /api/v1/community/users/{uid}', { params: { uid }, query: { limit: 1 } });
  const { profile } = requireAsked(asked);
  return {
    texts: {
      title: profile.displayName,
      subtitle: profile.bio ?? undefined,
      tickets: profile.handle === null ? [] : [`@${profile.handle}`],
    },
  };
}
