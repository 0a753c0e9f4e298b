/** @jsxImportSource preact */
// Text rules: the editor with a trial, what the rules find, the rules in the text, and earlier changes.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf, faultsOf } from '../../forms/faults.ts';
import { TEXT_RULES_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { colonIn, commaIn } from '../../ui/text/punctuation.ts';
import { TitledSection } from '../../ui/titled-section.tsx';
import { adminPage } from '../common/frame.tsx';
import { Moment } from '../common/moment.tsx';
import { StaffTable } from '../common/table.tsx';

type View = AnswerBody<'GET /api/v1/admin/rules'>;
export type Tried = AnswerBody<'POST /api/v1/admin/rules/try'>;

export interface TypedRules {
  readonly rules: string;
  readonly text: string;
  readonly note: string;
  readonly version: string;
}

export interface RulesPageData {
  readonly view: View;
  readonly done?: string | undefined;
  /** The earlier version that is looked at. */
  readonly earlier?: string | undefined;
  readonly typed?: TypedRules;
  readonly fault?: string | undefined;
  readonly tried?: Tried | undefined;
}

const NOTE_CHARACTERS = 2_000;

const sayDone = doneOf(TEXT_RULES_MESSAGES, { saved: 'saved', reset: 'reset' });
export const RULES_FAULTS = faultsOf(TEXT_RULES_MESSAGES, {
  invalid_rules: ['rules', 'invalid'],
  invalid_body: ['rules', 'tooLong'],
  rules_too_slow: ['rules', 'tooSlow'],
  version_conflict: 'changed',
});

/** The page. */
export function rulesPage(page: PageContext, data: RulesPageData): Page {
  const { view, done, earlier, typed, fault, tried } = data;
  const say = page.sayFrom(TEXT_RULES_MESSAGES);
  const isStored = (view.versions[0]?.source ?? 'file') === 'stored';
  return adminPage(page, {
    section: 'textRules',
    styles: ['administration', 'admin-rules'],
    done: sayDone(page, done),
    faults: RULES_FAULTS.list(page, fault),
    children: (
      <>
        <p>{say('lead')}</p>
        <Notice>
          {earlier === undefined
            ? say(isStored ? 'source_stored' : view.source === 'none' ? 'source_none' : 'source_file')
            : say('earlier', { version: earlier })}{' '}
          {earlier !== undefined && <a href={page.path('/admin/rules')}>{say('current')}</a>}
        </Notice>
        {tried !== undefined && <Outcome page={page} tried={tried} hasText={(typed?.text.trim() ?? '') !== ''} />}
        <form class="stack" method="post" action={page.path('/admin/rules')}>
          {/* After a conflict, saving again replaces what somebody else stored. */}
          <input type="hidden" name="version" value={view.version} />
          <TextArea
            id="rules"
            label={say('field')}
            error={RULES_FAULTS.at(page, fault, 'rules')}
            value={typed?.rules ?? view.rules}
            rows={20}
            spellcheck={false}
            dir="ltr"
          />
          <TextArea id="text" label={say('text')} hint={say('textHint')} value={typed?.text} rows={3} dir="auto" />
          <TextField
            id="note"
            label={say('note')}
            hint={say('noteHint')}
            value={typed?.note}
            maxLength={NOTE_CHARACTERS}
            autocomplete="off"
            dir="auto"
          />
          <div class="row">
            <Button variant="main">{say('saveAct')}</Button>
            <Button formaction={page.path('/admin/rules/try')}>{say('tryAct')}</Button>
          </div>
        </form>
        <div class="stack">
          <h2>{say('list')}</h2>
          <RuleList page={page} view={view} />
        </div>
        {view.versions.length > 0 && <Versions page={page} view={view} />}
        {isStored && (
          <details class="staff-more">
            <summary>{say('resetTitle')}</summary>
            <form class="stack" method="post" action={page.path('/admin/rules/reset')}>
              <p>{say('resetLead')}</p>
              <SubmitButton variant="danger">{say('resetAct')}</SubmitButton>
            </form>
          </details>
        )}
      </>
    ),
  });
}

/** The mistakes with their lines; or what the rules find in the text, and among the last posts. */
function Outcome({ page, tried, hasText }: PageProps & { readonly tried: Tried; readonly hasText: boolean }): VNode {
  const say = page.sayFrom(TEXT_RULES_MESSAGES);
  const { faults, text, posts } = tried;
  if (faults.length > 0) {
    return (
      <TitledSection titleId="faults-title" title={say('faults')}>
        <ul class="rule-faults">
          {faults.map(({ place, line, message }) => (
            <li key={`${place} ${message}`}>
              <strong>{line === null ? say('wholeText') : say('line', { line })}</strong>
              {place !== '' && (
                <>
                  {' '}
                  <code>{place}</code>
                </>
              )}
              <br />
              <span lang="en">{message}</span>
            </li>
          ))}
        </ul>
      </TitledSection>
    );
  }
  return (
    <TitledSection titleId="outcome-title" title={say('outcome')}>
      {hasText && text !== null && (
        <p>
          <strong>{say('forText')}</strong>
          {colonIn(page.locale)}
          {text.verdict === 'allow' ? (
            say('noMatch')
          ) : (
            <>
              {say(`decides_${text.verdict}`)} · <Reasons page={page} reasons={text.reasons} />
            </>
          )}
        </p>
      )}
      <p>{say('matched', { count: posts.length, tried: tried.tried })}</p>
      {posts.length > 0 && (
        <StaffTable
          caption={say('outcome')}
          rows={posts}
          keyOf={({ id }) => id}
          columns={[
            {
              label: say('kind_post'),
              cell: ({ id, title, excerpt }) => (
                <a href={page.path(`/community/posts/${id}`)} dir="auto">
                  {title === '' ? excerpt : title}
                </a>
              ),
            },
            {
              label: say('author'),
              cell: ({ author }) => (
                <a href={page.path(`/moderation/people/${author.uid}`)} dir="auto">
                  {author.displayName}
                </a>
              ),
            },
            { label: say('verdict'), cell: ({ verdict }) => say(`decides_${verdict}`) },
            { label: say('rule'), cell: ({ reasons }) => <Reasons page={page} reasons={reasons} /> },
          ]}
        />
      )}
    </TitledSection>
  );
}

const Reasons = ({ page, reasons }: PageProps & { readonly reasons: readonly string[] }): VNode => (
  <code>{reasons.map((reason) => reason.replace(/^rule\./, '')).join(commaIn(page.locale))}</code>
);

interface ViewProps extends PageProps {
  readonly view: View;
}

function RuleList({ page, view }: ViewProps): VNode {
  const say = page.sayFrom(TEXT_RULES_MESSAGES);
  if (view.list.length === 0) return <p>{say('none')}</p>;
  return (
    <StaffTable
      caption={say('list')}
      rows={view.list}
      keyOf={({ id }) => id}
      columns={[
        { label: say('id'), cell: ({ id }) => <code>{id}</code> },
        { label: say('kindOf'), cell: ({ list }) => say(`list_${list}`) },
        { label: say('verdict'), cell: ({ verdict }) => say(`decides_${verdict}`) },
        { label: say('applies'), cell: ({ kinds }) => kinds.map((kind) => say(`kind_${kind}`)).join(' · ') },
      ]}
    />
  );
}

function Versions({ page, view }: ViewProps): VNode {
  const say = page.sayFrom(TEXT_RULES_MESSAGES);
  return (
    <div class="stack">
      <h2>{say('versions')}</h2>
      <StaffTable
        caption={say('versions')}
        rows={view.versions}
        keyOf={({ version }) => version}
        columns={[
          {
            label: say('version'),
            cell: ({ version, source }) =>
              source === 'file' ? (
                `${version} · ${say('fileAgain')}`
              ) : (
                <a href={page.path('/admin/rules', { version: String(version) })}>
                  {version} · {say('look')}
                </a>
              ),
          },
          { label: say('when'), cell: ({ changedAt }) => <Moment page={page} at={changedAt} /> },
          { label: say('by'), cell: ({ by }) => <span dir="auto">{by?.displayName ?? say('somebody')}</span> },
        ]}
      />
    </div>
  );
}
