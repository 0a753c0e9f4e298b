/** @jsxImportSource preact */
// The mirror of a provider: its regions, and what a region has.
import type { VNode } from 'preact';
import type { Region } from '../../../features/provider/common/rules.ts';
import { CATALOG_MESSAGES, MIRROR_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { languageIn } from '../../ui/text/language-names.ts';
import { CatalogHead, FindForm } from '../common/frame.tsx';
import { type Hits, NothingFound, ResourceCards, ResourceHits, type ShownResource } from '../common/resource-cards.tsx';
import { MIRROR_ROOT } from '../common/values.ts';
import type { Mirror } from './mirror-data.ts';
import { MIRROR_LOCALES } from './presentations.ts';

const SLOTS: readonly Region[] = ['jp', 'en', 'tw', 'cn', 'kr'];

/** `JP · Japanese`, in the language of the page. */
function regionName(page: PageContext, region: Region): string {
  const language = MIRROR_LOCALES[SLOTS.indexOf(region)] ?? 'en';
  return page.sayFrom(MIRROR_MESSAGES)('region', {
    code: region.toUpperCase(),
    language: languageIn(page.locale, language),
  });
}

const leadOf = (page: PageContext, host: string | undefined): string => {
  const say = page.sayFrom(MIRROR_MESSAGES);
  return host === undefined ? say('leadOff') : say('lead', { host });
};

/** The regions of the mirror; without a provider and without anything kept, how one is set up. */
export function mirrorPage(page: PageContext, host: string | undefined, regions: readonly Region[]): Page {
  const say = page.sayFrom(MIRROR_MESSAGES);
  return {
    title: say('title'),
    section: 'catalog',
    styles: ['catalog'],
    noindex: true,
    content: (
      <div class="stack">
        <h1>{say('title')}</h1>
        {regions.length === 0 ? (
          <EmptyState text={say('off')}>
            <LinkButton href={page.path('/catalog')}>{page.sayFrom(CATALOG_MESSAGES)('catalog')}</LinkButton>
          </EmptyState>
        ) : (
          <>
            <p class="lead">{leadOf(page, host)}</p>
            <ul class="resource-cards">
              {regions.map((region) => (
                <li key={region} class="resource-card">
                  <h2 class="resource-name">
                    <a class="resource-link" href={page.path(`/catalog/${MIRROR_ROOT}/${region}`)}>
                      {regionName(page, region)}
                    </a>
                  </h2>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    ),
  };
}

export interface RegionFacts {
  readonly host: string | undefined;
  readonly text: string | undefined;
  readonly resources: readonly ShownResource[];
  readonly hits: readonly Hits[];
}

/** What the mirror has of a region. */
export function mirrorRegionPage({ catalog, lists }: Mirror, facts: RegionFacts): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(MIRROR_MESSAGES);
  const path = `/catalog/${server.id}`;
  const title = say('regionTitle', { code: server.displayName });
  const isEmpty = [...lists.values()].every((list) => list.size === 0);
  return {
    title,
    section: 'catalog',
    styles: ['catalog'],
    noindex: true,
    content: (
      <div class="stack stack-loose">
        <header class="stack">
          <CatalogHead catalog={catalog} isTop />
          <h1>{title}</h1>
          <p class="meta">{leadOf(page, facts.host)}</p>
          <FindForm catalog={catalog} path={path} label={page.sayFrom(CATALOG_MESSAGES)('findAll')} text={facts.text} />
        </header>
        {isEmpty ? (
          <EmptyState text={say('empty')}>
            <LinkButton href={page.path(`/catalog/${MIRROR_ROOT}`)}>{say('title')}</LinkButton>
          </EmptyState>
        ) : (
          <RegionContent catalog={catalog} facts={facts} />
        )}
      </div>
    ),
  };
}

function RegionContent({ catalog, facts }: Pick<Mirror, 'catalog'> & { readonly facts: RegionFacts }): VNode {
  const { text, hits, resources } = facts;
  if (text === undefined) return <ResourceCards catalog={catalog} resources={resources} />;
  if (hits.length === 0) return <NothingFound catalog={catalog} text={text} />;
  return (
    <>
      {hits.map((one) => (
        <ResourceHits key={one.resource} catalog={catalog} hits={one} text={text} />
      ))}
    </>
  );
}
