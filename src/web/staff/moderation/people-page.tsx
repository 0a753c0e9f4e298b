/** @jsxImportSource preact */
// People with role, state and restrictions, found by handle, name or number.
import type { AnswerBody } from '../../client/endpoints.ts';
import { PAGES_MESSAGES } from '../../messages/moderation.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { iconSearch, iconUsers } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { moderationPage } from '../common/frame.tsx';

const PATH = '/moderation/people';

type Users = AnswerBody<'GET /api/v1/moderation/users'>;

export function peoplePage(page: PageContext, { users, nextCursor }: Users, q: string): Page {
  const say = page.sayFrom(PAGES_MESSAGES);
  return moderationPage(page, {
    section: 'people',
    styles: ['moderation'],
    children: (
      <div class="stack stack-loose">
        <form class="mod-search" method="get" action={page.path(PATH)}>
          <HiddenFields values={{ lang: page.forcedLocale }} />
          <TextField id="q" type="search" label={say('search')} value={q} maxLength={80} dir="auto" />
          <Button icon={iconSearch}>{say('find')}</Button>
        </form>
        {users.length === 0 && <EmptyState icon={iconUsers} text={say('noPeople')} />}
        <ul class="plain-list mod-list">
          {users.map(({ uid, handle, displayName, role, status, restrictions }) => (
            <li key={uid}>
              <h2>
                <a href={page.path(`${PATH}/${uid}`)} dir="auto">
                  {displayName}
                </a>
              </h2>
              <p class="row meta">
                {handle !== null && <span>@{handle}</span>}
                <span>{say('number', { uid: String(uid) })}</span>
                {role !== 'member' && <Chip tone="special">{say(`role_${role}`)}</Chip>}
                {status !== 'active' && <Chip tone="danger">{say(`status_${status}`)}</Chip>}
                {restrictions.map(({ id, kind }) => (
                  <Chip key={id} tone="danger">
                    {say(`limit_${kind}`)}
                  </Chip>
                ))}
              </p>
            </li>
          ))}
        </ul>
        <OlderLink href={page.older(PATH, nextCursor, { q })}>{say('morePeople')}</OlderLink>
      </div>
    ),
  });
}
