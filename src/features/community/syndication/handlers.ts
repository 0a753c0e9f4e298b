// Handlers of feeds and embeds. Everybody gets what a stranger may read.
import { sql } from 'drizzle-orm';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { OwnAddress } from '../../../http/gates/own-address.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import { prepareSql } from '../../../platform/database/prepared.ts';
import { nameRow } from '../../../platform/database/rows.ts';
import { atMost, type CommunityDependencies } from '../common/parts.ts';
import { AUTHOR_JOINS, listedPostRow, postColumns } from '../common/rows.ts';
import type { SubjectName } from '../common/subject.ts';
import { normalizeTag } from '../common/text.ts';
import { listsPost, PUBLIC_POST } from '../common/visibility.ts';
import { readFeed } from '../feeds/feed.ts';
import { SearchStatistics } from '../feeds/search.ts';
import { requireUid } from '../people/names.ts';
import { readPost } from '../posts/reading.ts';
import { personPage, postPage, presentAtom } from './atom.ts';
import type { syndicationContract } from './contract.ts';
import { type EmbedBounds, type EmbedPicture, pictureOfFiles, presentEmbed, readEmbedded } from './embed.ts';

export interface SyndicationDependencies extends CommunityDependencies {
  readonly ownAddress: OwnAddress;
  /** Name of the instance. */
  readonly siteName: () => string;
  readonly chooseLocale: (accepted: string | null, preferred?: string | null) => Locale;
  readonly findThumbnail: FindThumbnail;
}

/** A narrow picture of a release, with its path below the base path. */
export type FindThumbnail = (
  picture: { readonly server: string; readonly releaseId: string; readonly path: string },
  bounds: EmbedBounds,
) => Promise<{ readonly path: string; readonly width: number; readonly height: number } | undefined>;

const ENTRIES = 20;
const ATOM = 'application/atom+xml; charset=utf-8';

// Prepared, since feed readers poll.
const authorStatement = prepareSql(
  listedPostRow,
  () => sql`select ${postColumns(undefined, false)} from post p ${AUTHOR_JOINS}
    where p.author_id = (select account_id from profile where uid = ${sql.placeholder('uid')}::bigint)
      and ${PUBLIC_POST} and ${listsPost(undefined)}
    order by p.created_at desc, p.id desc limit ${atMost(ENTRIES)}`,
);
const nameStatement = prepareSql(
  nameRow,
  () =>
    sql`select display_name as name from profile where uid = ${sql.placeholder('uid')}::bigint and status <> 'deleted'`,
);

export function syndicationHandlers(dependencies: SyndicationDependencies): Handlers<typeof syndicationContract> {
  const { database, pages, ownAddress, siteName, chooseLocale } = dependencies;
  const { db } = database;
  const statistics = new SearchStatistics();
  const addressesFor = ({ request }: RequestContext) => ({
    publicUrl: ownAddress.public(),
    linksUrl: ownAddress.linksFor(request),
  });

  /** Title and picture of an entity of the current release; undefined when there is no such entity. */
  async function readEntity(
    name: SubjectName,
    locale: Locale,
    address: string,
    bounds: EmbedBounds,
  ): Promise<{ readonly title: string; readonly thumbnail: EmbedPicture | undefined } | undefined> {
    const entity = await dependencies.describeEntity(name, locale);
    if (entity === undefined) return undefined;
    const { title, releaseId, picture } = entity;
    const { server } = name;
    const found = picture && (await dependencies.findThumbnail({ server, releaseId, path: picture }, bounds));
    if (!found) return { title, thumbnail: undefined };
    const { path, width, height } = found;
    return { title, thumbnail: { url: `${address}${path}`, width, height } };
  }

  return {
    postFeed: ({ context, query }) => {
      const { subject } = query;
      const tag = query.tag === undefined ? undefined : normalizeTag(query.tag);
      if (query.tag !== undefined && tag === undefined) throw new Refusal('invalid_tag');
      const addresses = addressesFor(context);
      return pages.answerText(context, ATOM, `${addresses.linksUrl} ${siteName()}`, async () => {
        const { rows } = await readFeed(db, statistics, undefined, {
          scope: 'latest',
          state: 'active',
          q: undefined,
          tag,
          subject,
          limit: ENTRIES,
          after: undefined,
        });
        const search = new URLSearchParams();
        if (tag !== undefined) search.set('tag', tag);
        const about = subject && [subject.server, subject.resource, subject.id].map(encodeURIComponent).join('/');
        if (subject) search.set('subject', [subject.server, subject.resource, subject.id].join('/'));
        const words = [tag && `#${tag}`, rows.find((row) => row.subject !== null)?.subject?.title];
        return presentAtom({
          title: (tag !== undefined || subject !== undefined ? words.filter(Boolean).join(' · ') : '') || siteName(),
          path: `/api/v1/community/feed.atom${search.size === 0 ? '' : `?${search}`}`,
          page:
            about !== undefined
              ? `/catalog/${about}`
              : tag !== undefined
                ? `/community/tags/${encodeURIComponent(tag)}`
                : '/community',
          ...addresses,
          entries: rows,
        });
      });
    },
    userFeed: ({ context, params }) => {
      const addresses = addressesFor(context);
      return pages.answerText(context, ATOM, addresses.linksUrl, async () => {
        const uid = await requireUid(db, params.uid, 'profile_not_found');
        const person = required(await nameStatement.first(db, {}, { uid }), 'profile_not_found');
        return presentAtom({
          title: person.name,
          path: `/api/v1/community/users/${uid}/feed.atom`,
          page: personPage(uid),
          ...addresses,
          entries: await authorStatement.list(db, {}, { uid }),
        });
      });
    },
    embedRead: async ({ context, query }) => {
      const { url, format = 'json', maxwidth: maxWidth, maxheight: maxHeight } = query;
      if (url === undefined) throw new Refusal('invalid_query');
      if (format !== 'json') throw new Refusal('embed_format_unsupported');
      const { publicUrl, linksUrl } = addressesFor(context);
      const found = required(readEmbedded(url, [linksUrl, publicUrl]), 'embed_not_found');
      const bounds = { maxWidth, maxHeight };
      const locale = chooseLocale(context.request.headers.get('accept-language'), found.lang);
      const lang = LOCALES.some((one) => one === found.lang) ? `?lang=${found.lang}` : '';
      const common = { providerName: siteName(), providerUrl: linksUrl, bounds };
      // The release is no part of the database, so what is read of it is part of what the answer is kept by.
      const entity = found.kind === 'entity' ? await readEntity(found, locale, linksUrl, bounds) : undefined;
      if (found.kind === 'entity' && entity === undefined) throw new Refusal('embed_not_found');
      return pages.answerText(
        context,
        'application/json',
        `${linksUrl} ${siteName()} ${JSON.stringify(entity ?? null)}`,
        async () => {
          if (found.kind === 'entity') {
            const path = [found.server, found.resource, found.id].map(encodeURIComponent).join('/');
            const address = `${linksUrl}/catalog/${path}${lang}`;
            const { title = found.id, thumbnail } = entity ?? {};
            return JSON.stringify(
              presentEmbed({ ...common, address, title, thumbnail, text: null, author: undefined }),
            );
          }
          const post = required(await readPost(db, found.id, undefined), 'embed_not_found');
          const { title, excerpt, spoiler, authorName: name, authorUid, attachments } = post;
          const address = `${linksUrl}${postPage(post.id)}${lang}`;
          const author = { name, url: `${linksUrl}${personPage(authorUid)}` };
          const thumbnail = spoiler ? undefined : pictureOfFiles(attachments ?? [], linksUrl, bounds);
          const text = spoiler ? null : excerpt;
          return JSON.stringify(presentEmbed({ ...common, address, title, text, thumbnail, author }));
        },
        'Accept-Language',
      );
    },
  };
}
