// What the card of a release shows on other sites: the server, when it came, what it changed, and the first picture that it added.
import type { MediaFactReader } from '../../features/pictures/facts.ts';
import type { Releases } from '../../features/release/serve/releases.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { RELEASE_MESSAGES } from '../messages/catalog.ts';
import { type CardContent, cardImage } from '../share/cards.ts';
import type { ReleasePair } from '../share/handlers.ts';
import type { ShareImage } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { type Catalog, nameOf, openCatalog } from './common/reads.ts';
import { readChanged, readPlace } from './home/shelf-data.ts';
import { whenCompared } from './releases/changes-data.ts';

const TICKETS = 4;

interface CardReads {
  readonly releases: Releases;
  readonly mediaFacts: Pick<MediaFactReader, 'open'>;
}

/** What a release changed since another one. */
export async function readReleaseCard(
  page: PageContext,
  { server, to, from }: ReleasePair,
  { releases, mediaFacts }: CardReads,
): Promise<CardContent> {
  const catalog = await openCatalog(page, server, to, mediaFacts);
  const { promotion, before } = await readPlace(catalog);
  const since = from ?? before?.releaseId;
  if (since !== undefined) {
    const params = { server };
    await whenCompared(() =>
      page.ask('GET /api/v1/servers/{server}/release/changes', { params, query: { from: since, to } }),
    );
  }
  const changed =
    promotion && since !== undefined ? await readChanged(catalog, { promotion, before: { releaseId: since } }) : 'none';
  if (changed === undefined || promotion === undefined) throw new Refusal('not_found');
  const say = page.sayFrom(RELEASE_MESSAGES);
  const resources = changed === 'none' ? [] : changed.resources;
  const picture =
    changed === 'none' ? undefined : changed.added?.items.find((item) => item.picture !== undefined)?.picture;
  const release = await releases.require(server, to);
  const file = picture && (await release.readFile(picture.releasePath));
  return {
    texts: {
      title: catalog.server.displayName,
      subtitle: `${say('changes')} · ${page.date(promotion.promotedAt)}`,
      tickets: resources.slice(0, TICKETS).map(({ name, added, changed: altered, removed }) => {
        const signs = [
          ['+', added],
          ['~', altered],
          ['−', removed],
        ] as const;
        const counts = signs.flatMap(([sign, count]) => (count === 0 ? [] : [`${sign}${page.numbers.format(count)}`]));
        return say('changedIn', { counts: counts.join(' '), name: nameOf(catalog, name) });
      }),
    },
    picture: file?.identity,
  };
}

/** The card of a comparison as its page names it. */
export const releaseCardImage = ({ page, server }: Catalog, from: string, to: string): ShareImage => {
  const image = cardImage(page, `releases/${server.id}/${to}`, [from, to], server.displayName);
  return { ...image, path: `${image.path}&from=${from}` };
};
