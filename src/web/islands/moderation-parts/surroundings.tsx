/** @jsxImportSource preact */
// What a moderator reads before a decision: the author, the context, other reports, notes, and what happened before.
import type { ComponentChildren, VNode } from 'preact';
import { Chip } from '../../ui/chip.tsx';
import { commaIn } from '../../ui/text/punctuation.ts';
import { TitledSection } from '../../ui/titled-section.tsx';
import { Moment } from './moment.tsx';
import { NoteForm } from './note-form.tsx';
import { sayAction, sayReason, sayWhy } from './reasons.ts';
import { type Context, type DeskPaths, type DeskSpoken, fill } from './shapes.ts';

export interface SurroundingsProps {
  readonly context: Context;
  readonly paths: DeskPaths;
  readonly onNoted: () => void;
}

const SHOWN_MAX = 5;

export function Surroundings(props: SurroundingsProps & DeskSpoken): VNode {
  const { context, say } = props;
  return (
    <TitledSection
      titleId="desk-context-title"
      title={say('context')}
      id="desk-context"
      class="desk-context stack stack-loose"
      tabIndex={-1}
    >
      <PersonPart {...props} />
      <PlacePart {...props} />
      <ReportsPart {...props} />
      {context.case !== null && (
        <Part title={say('notes')}>
          <Notes notes={context.notes} {...props} />
          {context.entry.blocked !== 'own' && <NoteForm key={context.case.id} caseId={context.case.id} {...props} />}
        </Part>
      )}
      {context.audit.length > 0 && (
        <Part title={say('audit')}>
          <ul class="plain-list desk-lines">
            {context.audit.slice(0, SHOWN_MAX * 2).map((event) => (
              <li key={event.id}>
                {sayAction(props, event.action)}{' '}
                <span class="meta">
                  {event.actor !== null && (
                    <>
                      <a href={fill(props.paths.person, { uid: event.actor.uid })} dir="auto">
                        {event.actor.displayName}
                      </a>
                      {' · '}
                    </>
                  )}
                  <Moment at={event.at} locale={props.locale} />
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </TitledSection>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode => (
  <div class="stack desk-part">
    <h3>{title}</h3>
    {children}
  </div>
);

/** The reason of a person, else the rule or the classifier. */
function sayWhyRejected(
  spoken: DeskSpoken,
  { reasonCode, reasons }: NonNullable<Context['person']>['decisions'][number],
): string {
  if (reasonCode !== null || reasons.length === 0) return sayReason(spoken, reasonCode);
  return reasons.map((reason) => sayWhy(spoken, reason)).join(commaIn(spoken.locale));
}

function PersonPart(props: SurroundingsProps & DeskSpoken): VNode {
  const { context, paths, say, locale } = props;
  const { person } = context;
  if (person === null) {
    return (
      <Part title={say('person')}>
        <p class="meta">{say('nobody')}</p>
      </Part>
    );
  }
  const { uid, displayName, handle, role, status } = person;
  const active = person.restrictions.filter((one) => one.active);
  return (
    <Part title={say('person')}>
      <p>
        <strong dir="auto">{displayName}</strong> <span class="meta">{handle === null ? `#${uid}` : `@${handle}`}</span>
      </p>
      {(role !== 'member' || status !== 'active' || active.length > 0) && (
        <p class="row">
          {role !== 'member' && <Chip tone="special">{say(`role_${role}`)}</Chip>}
          {status !== 'active' && <Chip tone="danger">{say(`status_${status}`)}</Chip>}
          {active.map(({ id, kind }) => (
            <Chip key={id} tone="danger">
              {say(`limit_${kind}`)}
            </Chip>
          ))}
        </p>
      )}
      <p>{say('tally', { rejected: person.rejected, allowed: person.allowed })}</p>
      {person.decisions.length > 0 && (
        <details>
          <summary>{say('lastDecisions')}</summary>
          <ul class="plain-list desk-lines">
            {person.decisions.slice(0, SHOWN_MAX).map((one) => (
              <li key={one.caseId}>
                <a href={fill(paths.case, { id: one.caseId })}>
                  {say(`verdict_${one.verdict}`)} · {say(`kind_${one.kind}`)}
                </a>{' '}
                <span class="meta">
                  {one.verdict === 'rejected' && `${sayWhyRejected(props, one)} · `}
                  <Moment at={one.decidedAt} locale={locale} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Notes {...props} notes={person.notes.filter(({ caseId }) => caseId === null)} />
      <p>
        <a href={fill(paths.person, { uid })} data-act="author">
          {say('authorPage')}
        </a>{' '}
        · <a href={fill(paths.everything, { uid })}>{say('everything')}</a>
      </p>
    </Part>
  );
}

function Notes({ notes, locale }: DeskSpoken & { readonly notes: Context['notes'] }): VNode | null {
  if (notes.length === 0) return null;
  return (
    <ul class="plain-list desk-lines">
      {notes.slice(0, SHOWN_MAX).map((note) => (
        <li key={note.id}>
          <p class="desk-note" dir="auto">
            {note.body}
          </p>
          <p class="meta">
            {note.byName ?? ''} · <Moment at={note.createdAt} locale={locale} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function PlacePart({ context, paths, say }: SurroundingsProps & DeskSpoken): VNode | null {
  const { post, parent, self } = context.place;
  const postId = post?.id ?? (self?.kind === 'post' ? self.id : undefined);
  const listId = self?.kind === 'list' ? self.id : undefined;
  if (postId === undefined && listId === undefined) return null;
  const address =
    listId !== undefined
      ? fill(paths.list, { listId })
      : self?.kind === 'comment'
        ? fill(paths.comment, { postId: postId ?? '', commentId: self.id })
        : fill(paths.post, { postId: postId ?? '' });
  return (
    <Part title={say('place')}>
      {self?.hidden === true && (
        <p>
          <Chip tone="warning">{say('state_hidden')}</Chip>
        </p>
      )}
      {post !== null && <Quote label={say('onPost')} text={post} />}
      {parent !== null && <Quote label={say('answers')} text={parent} />}
      <p>
        <a href={address}>{say('openPlace')}</a>
      </p>
    </Part>
  );
}

const EXCERPT = 280;

function Quote({
  label,
  text,
}: {
  readonly label: string;
  readonly text: NonNullable<Context['place']['self']>;
}): VNode {
  const whole = text.title === '' ? text.text : `${text.title}\n${text.text}`;
  return (
    <div>
      <p class="meta">
        {label} · <span dir="auto">{text.authorName}</span>
      </p>
      <blockquote class="desk-quote" dir="auto">
        {whole.length > EXCERPT ? `${whole.slice(0, EXCERPT)}…` : whole}
      </blockquote>
    </div>
  );
}

function ReportsPart(props: SurroundingsProps & DeskSpoken): VNode | null {
  const { context, say, locale } = props;
  if (context.reports.length === 0) return null;
  return (
    <Part title={say('otherReports')}>
      <ul class="plain-list desk-lines">
        {context.reports.map((report) => (
          <li key={report.id}>
            <strong>{sayReason(props, report.reasonCode)}</strong>{' '}
            {(report.status === 'resolved' || report.status === 'dismissed') && <Chip>{say('state_closed')}</Chip>}{' '}
            <span class="meta">
              <Moment at={report.createdAt} locale={locale} />
            </span>
            {report.details !== null && (
              <p class="desk-note" dir="auto">
                {report.details}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
