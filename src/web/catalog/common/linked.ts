// Catalog entities that pages of other sections refer to, as small cards.
import type { MediaFactReader } from '../../../features/pictures/facts.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { LinkedEntity } from '../../ui/linked-entity.tsx';
import type { EntityName } from './card.ts';
import { entityPath, learnPictures, nameOf, openCatalog, readNames } from './reads.ts';
import { describePicture } from './release-picture.tsx';

const SIDE = 56;

const keyOf = ({ server, resource, id }: EntityName): string => `${server}/${resource}/${id}`;

/** The entities that current releases have, by `server/resource/id`. What cannot be read is left out. */
export async function readLinkedEntities(
  page: PageContext,
  names: readonly EntityName[],
  mediaFacts: Pick<MediaFactReader, 'open'>,
): Promise<ReadonlyMap<string, LinkedEntity>> {
  const found = new Map<string, LinkedEntity>();
  const servers = Map.groupBy(names, ({ server }) => server);
  await Promise.all(
    [...servers].map(async ([server, wanted]) => {
      try {
        const catalog = await openCatalog(page, server, undefined, mediaFacts);
        const byResource = new Map<string, Set<string>>();
        for (const { resource, id } of wanted) {
          if (catalog.presentations[resource]?.kind !== 'collection') continue;
          byResource.set(resource, (byResource.get(resource) ?? new Set()).add(id));
        }
        const summaries = await readNames(catalog, byResource);
        await learnPictures(catalog, [...summaries.values()]);
        for (const { resource, id, title, subtitle, picture, tint } of summaries.values()) {
          const described = picture && describePicture(catalog, picture, SIDE);
          found.set(keyOf({ server, resource, id }), {
            href: entityPath(catalog, resource, id),
            title,
            meta: [nameOf(catalog, resource), subtitle?.text].filter((text) => text !== undefined).join(' · '),
            picture: described,
            tint,
          });
        }
      } catch (error) {
        // A server that is gone has nothing to show; the text that speaks of it stays.
        if (!isRefusal(error)) throw error;
      }
    }),
  );
  return found;
}

export interface CollectionName {
  readonly server: string;
  readonly resource: string;
}

/** What pages call collections, by `server/resource`; with the server where there are several. What cannot be read is left out. */
export async function readCollectionNames(
  page: PageContext,
  wanted: readonly CollectionName[],
  mediaFacts: Pick<MediaFactReader, 'open'>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const servers = Map.groupBy(wanted, ({ server }) => server);
  await Promise.all(
    [...servers].map(async ([server, collections]) => {
      try {
        const catalog = await openCatalog(page, server, undefined, mediaFacts);
        for (const { resource } of collections) {
          if (catalog.presentations[resource] === undefined) continue;
          const name = nameOf(catalog, resource);
          found.set(
            `${server}/${resource}`,
            catalog.servers.length > 1 ? `${name} · ${catalog.server.displayName}` : name,
          );
        }
      } catch (error) {
        // A server that is gone has no names; the lists stay.
        if (!isRefusal(error)) throw error;
      }
    }),
  );
  return found;
}
