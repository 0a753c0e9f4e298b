// Schemas of what a person shows on their page. Declarations only.
import { z } from 'zod';
import { VERDICTS } from '../../moderation/common/vocabulary.ts';
import { subjectView } from '../common/subject.ts';
import { countCharacters } from '../common/text.ts';

export const LINKS_MAX = 5;
const LINK_LABEL_MAX = 40;
const LINK_URL_MAX = 512;

/** Control characters, and invisible ones that turn the direction of a text around. */
const UNSEEN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

const linkLabel = z
  .string()
  .max(LINK_LABEL_MAX * 8)
  .transform((text) => text.trim())
  .refine((text) => text !== '' && countCharacters(text) <= LINK_LABEL_MAX && !UNSEEN.test(text))
  .describe(`1 to ${LINK_LABEL_MAX} characters`);

const linkUrl = z
  .string()
  .max(LINK_URL_MAX)
  .transform((text) => readHttps(text.trim()))
  .pipe(z.string().max(LINK_URL_MAX))
  .describe(`An https address of at most ${LINK_URL_MAX} characters, without a name or password in it`);

/** The address as browsers write it; undefined if it is none of a site. */
function readHttps(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return url.hostname.includes('.') ? url.href : undefined;
}

export const newLink = z.object({ label: linkLabel, url: linkUrl });

export const profileLink = z.object({ label: z.string(), url: z.string() }).meta({ id: 'ProfileLink' });
const shownEntity = subjectView
  .extend({
    gone: z.boolean().describe('The current release lacks the entity; the title is the one when it was chosen'),
  })
  .meta({ id: 'ProfileEntity' });

export const publicAbout = z
  .object({ banner: shownEntity.nullable(), favourite: shownEntity.nullable(), links: z.array(profileLink) })
  .meta({ id: 'ProfileAbout' });

export const ownAbout = publicAbout
  .extend({
    linksStatus: z.enum(VERDICTS).describe('Verdict on the links; others see them once it is `allow`'),
    version: z.int().describe('1 before the first change'),
  })
  .meta({ id: 'OwnProfileAbout' });

export const STEPS = ['profile', 'favourite', 'follow', 'post'] as const;
