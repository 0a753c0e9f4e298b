/** @jsxImportSource preact */
// The audit trail: one form of filters, and each event with what stood before and after.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { ADMIN_AUDIT_MESSAGES, AUDIT_ACTION_MESSAGES, AUDIT_SUBJECT_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { iconScrollText, iconSearch } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AuditSubjectLink, Changes, PersonLink, sayAction } from '../common/audit.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';

type Audit = AnswerBody<'GET /api/v1/admin/audit'>;
type Event = Audit['events'][number];

/** As they stand in the address; days as `2026-11-22`. */
export type AuditFilters = Readonly<
  Partial<Record<'part' | 'actor' | 'action' | 'subjectKind' | 'subjectId' | 'since' | 'until', string>>
>;

/** What the page shows apart. */
const AUDIT_PARTS = ['acts', 'access'] as const;

export interface AuditData extends Audit {
  readonly filters: AuditFilters;
  /** A filter is malformed. */
  readonly isFaulty?: boolean;
}

const PATH = '/admin/audit';

export function auditPage(page: PageContext, { events, nextCursor, filters, isFaulty = false }: AuditData): Page {
  const say = page.sayFrom(ADMIN_AUDIT_MESSAGES);
  return adminPage(page, {
    section: 'audit',
    styles: ['administration'],
    faults: isFaulty ? [{ field: 'actor', text: say('fault') }] : [],
    children: (
      <>
        <Tabs
          label={say('parts')}
          tabs={AUDIT_PARTS.map((part) => ({
            href: page.path(PATH, part === 'acts' ? {} : { part }),
            label: say(part),
            current: part === filters.part,
          }))}
        />
        <Filters page={page} filters={filters} />
        {events.length === 0 ? (
          <EmptyState icon={iconScrollText} text={say('none')}>
            {Object.keys(filters).some((name) => name !== 'part') && (
              <LinkButton href={page.path(PATH)}>{say('clear')}</LinkButton>
            )}
          </EmptyState>
        ) : (
          <Events page={page} events={events} />
        )}
        <OlderLink href={page.older(PATH, nextCursor, filters)}>{say('older')}</OlderLink>
      </>
    ),
  });
}

function Filters({ page, filters }: PageProps & { readonly filters: AuditFilters }): VNode {
  const say = page.sayFrom(ADMIN_AUDIT_MESSAGES);
  const choices = (table: typeof AUDIT_ACTION_MESSAGES | typeof AUDIT_SUBJECT_MESSAGES, chosen: string | undefined) => {
    const sayOf = page.sayFrom<string>(table);
    const known = Object.keys(table[page.locale]).map((value) => ({ value, label: sayOf(value) }));
    const isOther = chosen !== undefined && known.every(({ value }) => value !== chosen);
    return [{ value: '', label: say('whichever') }, ...known, ...(isOther ? [{ value: chosen, label: chosen }] : [])];
  };
  return (
    <search>
      <form class="staff-filter" method="get" action={`${page.basePath}${PATH}`}>
        <HiddenFields values={{ lang: page.forcedLocale, part: filters.part === 'access' ? 'access' : undefined }} />
        <TextField id="actor" label={say('actor')} hint={say('actorHint')} value={filters.actor} autocomplete="off" />
        <SelectField
          id="action"
          label={say('action')}
          value={filters.action ?? ''}
          choices={choices(AUDIT_ACTION_MESSAGES, filters.action)}
        />
        <SelectField
          id="subjectKind"
          label={say('subjectKind')}
          value={filters.subjectKind ?? ''}
          choices={choices(AUDIT_SUBJECT_MESSAGES, filters.subjectKind)}
        />
        <TextField
          id="subjectId"
          label={say('subjectId')}
          value={filters.subjectId}
          maxLength={64}
          autocomplete="off"
        />
        <TextField id="since" type="date" label={say('since')} value={filters.since} />
        <TextField id="until" type="date" label={say('until')} hint={say('untilHint')} value={filters.until} />
        <Button icon={iconSearch}>{say('show')}</Button>
      </form>
    </search>
  );
}

function Events({ page, events }: PageProps & { readonly events: readonly Event[] }): VNode {
  const say = page.sayFrom(ADMIN_AUDIT_MESSAGES);
  return (
    <StaffTable
      caption={say('list')}
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        { label: say('action'), cell: ({ action }) => sayAction(page, action) },
        { label: say('when'), cell: ({ at }) => <Moment page={page} at={at} /> },
        {
          label: say('actor'),
          cell: ({ actor }) =>
            actor === null ? say('service') : <PersonLink page={page} person={actor} below="/admin/accounts" />,
        },
        {
          label: say('subject'),
          cell: (event) => <AuditSubjectLink page={page} event={event} below="/admin/accounts" />,
        },
        { label: say('change'), cell: (event) => <Changes page={page} event={event} /> },
        { label: say('note'), cell: ({ note }) => note !== null && <span dir="auto">{note}</span> },
      ]}
    />
  );
}
