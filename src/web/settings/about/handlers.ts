// Handlers of banner, favourite entity and links of the own page.
import type { Handlers } from '../../../http/routing/contract.ts';
import { type EntityName, readEntityText } from '../../community/common/entity-links.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { ownPathOr } from '../../shell/return-path.ts';
import type { Shell } from '../../shell/shell.ts';
import { ABOUT_FAULTS, linksOf, type TypedAbout } from './about-form.tsx';
import type { aboutPages } from './contract.ts';

export const readAbout = async (page: PageContext) => requireAsked(await page.ask('GET /api/v1/me/about', {})).about;

/** The entity of a field; undefined: it names none. */
const entityOf = (page: PageContext, text: string): EntityName | null | undefined =>
  text.trim() === '' ? null : readEntityText(page, text);

const nameOf = (entity: EntityName | null): EntityName | null =>
  entity && { server: entity.server, resource: entity.resource, id: entity.id };

export interface AboutHandlerDependencies {
  readonly shell: Shell;
  readonly showProfile: (
    page: PageContext,
    data: { readonly typedAbout: TypedAbout; readonly aboutFault: string },
  ) => Promise<Page>;
}

export function aboutHandlers({ shell, showProfile }: AboutHandlerDependencies): Handlers<typeof aboutPages> {
  const { signedIn } = openingBy(shell);
  return {
    aboutForm: signedIn(async (page, { body: { version, ...typed } }) => {
      const again = (aboutFault: string) => showProfile(page, { typedAbout: typed, aboutFault });
      const banner = entityOf(page, typed.banner);
      if (banner === undefined) return withStatus(422, again('invalid_banner'));
      const favourite = entityOf(page, typed.favourite);
      if (favourite === undefined) return withStatus(422, again('invalid_favourite'));
      const body = { banner, favourite, links: linksOf(typed), version };
      return submit(
        await page.ask('PUT /api/v1/me/about', { body }),
        '/settings/profile?done=saved',
        ({ code, status }) => ABOUT_FAULTS.has(code) && withStatus(status, again(code)),
      );
    }),
    entityChoiceForm: signedIn(async (page, { body: { part, active, then, ...entity } }) => {
      const { banner, favourite, links, version } = await readAbout(page);
      const stored = { banner: nameOf(banner), favourite: nameOf(favourite) };
      const body = { ...stored, [part]: active === 'true' ? entity : null, links, version };
      return submit(await page.ask('PUT /api/v1/me/about', { body }), ownPathOr(then));
    }),
  };
}
