/** @jsxImportSource preact */
// Who follows a person, and whom a person follows.
import type { AnswerBody } from '../client/endpoints.ts';
import { PEOPLE_MESSAGES } from '../messages/community.ts';
import type { Page } from '../shell/page.ts';
import { type PageContext, pictureAddress } from '../shell/page-context.ts';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { iconUsers } from '../ui/icons.ts';
import { OlderLink } from '../ui/pager.tsx';
import { AuthorLine } from '../ui/posts/author-line.tsx';
import { profilePath } from './profile-page.tsx';

export interface PeopleData {
  readonly profile: AnswerBody<'GET /api/v1/community/users/{uid}'>['profile'];
  readonly list: 'followers' | 'following';
  readonly found: AnswerBody<'GET /api/v1/community/users/{uid}/followers'>;
}

export function peoplePage(page: PageContext, { profile, list, found }: PeopleData): Page {
  const say = page.sayFrom(PEOPLE_MESSAGES);
  const title = say(list === 'followers' ? 'followersOf' : 'followingOf', { name: profile.displayName });
  const { people, nextCursor: cursor } = found;
  return {
    title,
    section: 'community',
    width: 'reading',
    styles: ['community'],
    noindex: true,
    content: (
      <div class="stack">
        <h1 dir="auto">{title}</h1>
        <p>
          <a href={profilePath(page, profile)}>{say('back')}</a>
        </p>
        {people.length === 0 ? (
          <EmptyState icon={iconUsers} text={say('nobody')} />
        ) : (
          <ul class="plain-list people-list">
            {people.map((person) => (
              <li key={person.uid}>
                <AuthorLine
                  name={person.displayName}
                  handle={person.handle}
                  avatarUrl={pictureAddress(page, person.avatarUrl)}
                  avatarSeed={person.avatarSeed}
                  href={profilePath(page, person)}
                />
                {person.role !== 'member' && <Chip tone="special">{say(person.role)}</Chip>}
              </li>
            ))}
          </ul>
        )}
        <OlderLink href={cursor === null ? undefined : profilePath(page, profile, `/${list}`, { cursor })}>
          {say('more')}
        </OlderLink>
      </div>
    ),
  };
}
