/** @jsxImportSource preact */
// What both pages of the audit trail show: names of actions and subjects in words, people, and what changed.
import type { VNode } from 'preact';
import type { AuditAction, AuditField, AuditSubject } from '../../../features/audit/actions.ts';
import type { SettingName } from '../../../features/instance/common/settings.ts';
import { KIND_MESSAGES } from '../../messages/moderation.ts';
import type { Messages, Words } from '../../messages/say.ts';
import {
  ADMIN_AUDIT_MESSAGES,
  AUDIT_ACTION_MESSAGES,
  AUDIT_FIELD_MESSAGES,
  AUDIT_SUBJECT_MESSAGES,
} from '../../messages/staff.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { listChanges, type WriteValue } from './changes.ts';
import { momentText } from './moment.tsx';

/** The word for a name of the interface; the name itself where there is none. A name of `K` without words does not compile. */
function wordFor<K extends string>(page: PageContext, table: Messages<K>, name: string): string {
  const words: Words = page.words(table);
  const word = Object.hasOwn(words, name) ? words[name] : undefined;
  return word === undefined ? name : page.say(word);
}

/** What was done. */
export const sayAction = (page: PageContext, action: string): string =>
  wordFor<AuditAction>(page, AUDIT_ACTION_MESSAGES, action);

/** The kind of thing that it was done to. */
export const saySubject = (page: PageContext, kind: string): string =>
  wordFor<AuditSubject>(page, AUDIT_SUBJECT_MESSAGES, kind);

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

/** Fields whose values have words, as the words are named. */
const VALUE_WORDS: Readonly<Record<string, readonly string[]>> = {
  kind: ['kind', 'limit'],
  targetKind: ['kind'],
  role: ['role'],
  status: ['status', 'verdict', 'state'],
  verdict: ['verdict'],
};

/** A value of an event in words: moments, yes and no, roles, states and kinds; anything else as it stands. */
function writeValue(page: PageContext): WriteValue {
  const { say } = page;
  const words = page.words(AUDIT_FIELD_MESSAGES);
  const kinds = new Map(Object.entries(page.words<string>(KIND_MESSAGES)));
  return (value, field) => {
    if (typeof value === 'boolean') return say(value ? words.yes : words.no);
    if (typeof value === 'number') return field.endsWith('At') ? momentText(page, value) : page.numbers.format(value);
    const text = (VALUE_WORDS[field] ?? [])
      .map((word) => kinds.get(`${word}_${value}`))
      .find((one) => one !== undefined);
    return text === undefined ? value : say(text);
  };
}

/** What stood before and after, field by field. */
export function Changes({ page, before, after }: ChangesProps): VNode | null {
  const words = page.words(ADMIN_AUDIT_MESSAGES);
  const { say } = page;
  const changes = listChanges(before, after, writeValue(page));
  if (changes.length === 0) return null;
  return (
    <ul class="staff-changes">
      {changes.map(({ field, was, is }) => (
        <li key={field}>
          {field !== '' && `${wordFor<AuditField | SettingName>(page, AUDIT_FIELD_MESSAGES, field)}: `}
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
