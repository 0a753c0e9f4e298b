/** @jsxImportSource preact */
// What both pages of the audit trail show: names of actions and subjects in words, people, and what changed.

import type { VNode } from 'preact';
import type { AuditAction, AuditField, AuditSubject } from '../../../features/audit/actions.ts';
import type { SettingName } from '../../../features/instance/common/settings.ts';
import { isUuid, LOCALES } from '../../../kernel/names.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { KIND_MESSAGES } from '../../messages/moderation.ts';
import type { Messages } from '../../messages/say.ts';
import { TOKEN_SETTINGS_MESSAGES } from '../../messages/settings.ts';
import {
  ADMIN_AUDIT_MESSAGES,
  AUDIT_ACTION_MESSAGES,
  AUDIT_FIELD_MESSAGES,
  AUDIT_SUBJECT_MESSAGES,
  AUDIT_VALUE_MESSAGES,
  WEBHOOK_EVENT_MESSAGES,
} from '../../messages/staff.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { languageIn } from '../../ui/text/language-names.ts';
import { colonIn } from '../../ui/text/punctuation.ts';
import { momentText } from '../../ui/time.tsx';
import { listChanges, type WriteValue } from './changes.ts';
import { sayReason } from './reasons.ts';

/** The word for a name of the interface; the name itself where there is none. A name of `K` without words does not compile. */
const wordFor = <K extends string>(page: PageContext, table: Messages<K>, name: string): string =>
  page.sayFrom(table).known(name) ?? name;

/** What was done. */
export const sayAction = (page: PageContext, action: string): string =>
  wordFor<AuditAction>(page, AUDIT_ACTION_MESSAGES, action);

/** The kind of thing that it was done to. */
export const saySubject = (page: PageContext, kind: string): string =>
  wordFor<AuditSubject>(page, AUDIT_SUBJECT_MESSAGES, kind);

export interface PersonLinkProps extends PageProps {
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

/** An event of either list. */
type AuditEvent = AnswerBody<'GET /api/v1/moderation/audit'>['events'][number];

/** The case that an event is about. */
function caseOf({ before, after }: AuditEvent): string | undefined {
  const read = (value: unknown): string | undefined =>
    typeof value === 'object' && value !== null && 'case' in value && typeof value.case === 'string'
      ? value.case
      : undefined;
  return read(after) ?? read(before);
}

/** Path of the page about what an event was done to, where there is one. */
function pathOf(event: AuditEvent): string | undefined {
  const { subjectKind, subjectId } = event;
  const caseId = caseOf(event);
  if (caseId !== undefined) return `/moderation/cases/${caseId}`;
  switch (subjectKind) {
    case 'report':
      return `/moderation/reports/${subjectId}`;
    case 'post':
      return `/community/posts/${subjectId}`;
    case 'list':
      return `/lists/${subjectId}`;
    case 'restriction':
      return '/moderation/appeals';
    case 'server':
      return '/admin/releases';
    case 'webhook':
      return `/admin/webhooks/${subjectId}`;
    case 'invite':
      return '/admin/invites';
    case 'job':
      return '/admin/jobs';
    default:
      return undefined;
  }
}

/** Subjects whose ids are names. */
const NAMED: ReadonlySet<string> = new Set(['server']);

export interface AuditSubjectProps extends PageProps {
  readonly event: AuditEvent;
  readonly below: PersonLinkProps['below'];
}

/** What an event was done to: a person, a page, or else its kind alone. An id says nothing to people. */
export function AuditSubjectLink({ page, event, below }: AuditSubjectProps): VNode {
  const { subjectKind, subjectId, person } = event;
  const kind = saySubject(page, subjectKind);
  const path = pathOf(event);
  const isForAdministrators = path?.startsWith('/admin/') ?? false;
  const isOpen = path !== undefined && (!isForAdministrators || page.viewer?.role === 'administrator');
  const linked = isOpen ? <a href={page.path(path)}>{kind}</a> : <span>{kind}</span>;
  return (
    <>
      {linked}
      {NAMED.has(subjectKind) && ` ${subjectId}`}
      {person !== null && (
        <>
          {' '}
          <PersonLink page={page} person={person} below={below} />
        </>
      )}
    </>
  );
}

export interface ChangesProps extends PageProps {
  readonly event: AuditEvent;
}

/** Fields with ids that the page of the subject shows, or that say nothing to people. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['case', 'id', 'appeal', 'restriction', 'removal', 'targetId']);
/** Pages about what an id of a field names. */
const FIELD_PATHS: Readonly<Record<string, string>> = { tokenId: '/admin/tokens', backup: '/admin/backups' };

/** Fields whose values have words on other pages, too, as these words are named. */
const VALUE_WORDS: Readonly<Record<string, readonly string[]>> = {
  kind: ['kind', 'limit'],
  targetKind: ['kind'],
  role: ['role'],
  status: ['status', 'verdict', 'state'],
  verdict: ['verdict'],
};

/** The word for a value that is a text; undefined: it is none of a fixed list, such as an id, a name or the kind of a job. */
function wordOfValue(page: PageContext, subjectKind: string, value: string, field: string): string | undefined {
  const find = (table: Messages, keys: readonly string[]): string | undefined =>
    keys
      .values()
      .map((key) => page.sayFrom(table).known(key))
      .find((text) => text !== undefined);
  switch (field) {
    case 'events':
      return find(WEBHOOK_EVENT_MESSAGES, [value]);
    case 'wanted':
      return sayAction(page, value);
    case 'scopes':
      return find(TOKEN_SETTINGS_MESSAGES, [value]);
    case 'locale':
      return languageIn(page.locale, value);
    default:
      return (
        find(AUDIT_VALUE_MESSAGES, [`${subjectKind}.${field}.${value}`, `${field}.${value}`]) ??
        find(
          KIND_MESSAGES,
          (VALUE_WORDS[field] ?? []).map((word) => `${word}_${value}`),
        )
      );
  }
}

/** A value of an event in words: moments, yes and no, roles, states and kinds; anything else as it stands. */
function writeValue(page: PageContext, subjectKind: string): WriteValue {
  const say = page.sayFrom(AUDIT_FIELD_MESSAGES);
  return (value, field) => {
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    if (typeof value === 'number') return field.endsWith('At') ? momentText(page, value) : page.numbers.format(value);
    return wordOfValue(page, subjectKind, value, field) ?? value;
  };
}

/** A part of a setting: a language, or a reason. */
const writeKey = (page: PageContext) => (key: string) =>
  LOCALES.some((locale) => locale === key) ? languageIn(page.locale, key) : sayReason(page, key);

/** What stood before and after, field by field. */
export function Changes({ page, event: { before, after, subjectKind } }: ChangesProps): VNode | null {
  const say = page.sayFrom(ADMIN_AUDIT_MESSAGES);
  const changes = listChanges(before, after, {
    locale: page.locale,
    write: writeValue(page, subjectKind),
    writeKey: writeKey(page),
  }).filter(
    // A note about a person is named by its id, that of an invite is a text.
    ({ field, was, is }) => !HIDDEN_FIELDS.has(field) && !(field === 'note' && isUuid(String(is ?? was))),
  );
  if (changes.length === 0) return null;
  return (
    <ul class="staff-changes">
      {changes.map(({ field, was, is }) => {
        const name = field === '' ? '' : wordFor<AuditField | SettingName>(page, AUDIT_FIELD_MESSAGES, field);
        const path = FIELD_PATHS[field];
        if (path !== undefined && page.viewer?.role === 'administrator') {
          return (
            <li key={field}>
              <a href={page.path(path)}>{name}</a>
            </li>
          );
        }
        return (
          <li key={field}>
            {name !== '' && `${name}${colonIn(page.locale)}`}
            {was !== undefined && (
              <del>
                <span class="unseen">{say('before')} </span>
                {was}
              </del>
            )}
            {was !== undefined && is !== undefined && ' → '}
            {is !== undefined && (
              <ins>
                <span class="unseen">{say('after')} </span>
                {is}
              </ins>
            )}
          </li>
        );
      })}
    </ul>
  );
}
