/** @jsxImportSource preact */
// What a member makes of an entity on their own page: the banner, or the favourite. Each is a form.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { CatalogProps, EntitySummary } from '../common/reads.ts';

export type OwnAbout = AnswerBody<'GET /api/v1/me/about'>['about'];

/** What the page of the reader shows; undefined for strangers, and while it cannot be read. */
export async function readOwnAbout(page: PageContext): Promise<OwnAbout | undefined> {
  if (page.actor === undefined || page.viewer === undefined || !page.hasPage('/settings/profile')) return undefined;
  const asked = await page.ask('GET /api/v1/me/about', {});
  return asked.ok ? asked.body.about : undefined;
}

export interface ProfileActsProps extends CatalogProps {
  readonly summary: EntitySummary;
  readonly about: OwnAbout;
}

export function ProfileActs({ catalog, summary, about }: ProfileActsProps): VNode {
  const { page, server } = catalog;
  const say = page.sayFrom(ENTITY_MESSAGES);
  const { resource, id, picture } = summary;
  const parts = [
    ...(picture === undefined ? [] : [{ part: 'banner', set: 'useBanner', end: 'endBanner' } as const]),
    { part: 'favourite', set: 'makeFavourite', end: 'endFavourite' } as const,
  ];
  return (
    <Menu summary={say('onYourPage')}>
      {parts.map(({ part, set, end }) => {
        const chosen = about[part];
        const isOn = chosen?.server === server.id && chosen.resource === resource && chosen.id === id;
        return (
          <form key={part} method="post" action={page.path('/settings/profile/entity')}>
            <HiddenFields values={{ server: server.id, resource, id, part, active: String(!isOn), then: page.own }} />
            <Button variant="quiet">{say(isOn ? end : set)}</Button>
          </form>
        );
      })}
    </Menu>
  );
}
