/** @jsxImportSource preact */
// What both pages of the audit trail show: names of actions and subjects in words, people, and what changed.
import type { VNode } from 'preact';
import { ADMIN_AUDIT_MESSAGES, AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../messages/staff/audit.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { listChanges } from './changes.ts';

type Table = typeof AUDIT_ACTIONS | typeof AUDIT_SUBJECTS;

/** The word for a name of the interface; the name itself where there is none. */
function wordFor(page: PageContext, table: Table, name: string): string {
  const found = Object.entries(page.words<string>(table)).find(([key]) => key === name);
  return found === undefined ? name : page.say(found[1]);
}

/** What was done. */
export const sayAction = (page: PageContext, action: string): string => wordFor(page, AUDIT_ACTIONS, action);

/** The kind of thing that it was done to. */
export const saySubject = (page: PageContext, kind: string): string => wordFor(page, AUDIT_SUBJECTS, kind);

export interface PersonLinkProps {
  readonly page: PageContext;
  readonly person: { readonly uid: number; readonly handle: string | null; readonly displayName: string };
  /** Path of what is known about people, without the last slash. */
  readonly below: '/moderation/people' | '/admin/accounts';
}

/** A person by name, with handle or number, since names are not unique. */
export function PersonLink({ page, person, below }: PersonLinkProps): VNode {
  const { uid, handle, displayName } = person;
  return (
    <span class="staff-person">
      <a href={page.path(`${below}/${uid}`)}>
        <bdi>{displayName}</bdi>
      </a>{' '}
      <span class="meta" dir="ltr">
        {handle === null ? `#${uid}` : `@${handle}`}
      </span>
    </span>
  );
}

export interface ChangesProps {
  readonly page: PageContext;
  readonly before: unknown;
  readonly after: unknown;
}

/** What stood before and after, field by field. */
export function Changes({ page, before, after }: ChangesProps): VNode | null {
  const words = page.words(ADMIN_AUDIT_MESSAGES);
  const { say } = page;
  const changes = listChanges(before, after);
  if (changes.length === 0) return null;
  return (
    <ul class="staff-changes">
      {changes.map(({ field, was, is }) => (
        <li key={field}>
          {field !== '' && `${field}: `}
          {was !== undefined && (
            <del>
              <span class="unseen">{say(words.before)} </span>
              {was}
            </del>
          )}
          {was !== undefined && is !== undefined && ' → '}
          {is !== undefined && (
            <ins>
              <span class="unseen">{say(words.after)} </span>
              {is}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
