// Handlers of the pages of moderation. They call the same routes as programs.
import type { Handlers } from '../../../http/routing/contract.ts';
import { isTimeZone } from '../../../kernel/local-days.ts';
import { isReasonCode } from '../../../kernel/reason-code.ts';
import { optional, withPlainLines } from '../../forms/lines.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { type Refused, requireAsked, showList } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import { APPEAL_FAULTS, APPEAL_TABS, type AppealTab, appealsPage } from './appeals-page.tsx';
import { auditPage } from './audit-page.tsx';
import { CONTENT_FAULTS, CONTENT_STATES, type ContentData, contentPage } from './content-page.tsx';
import type { moderationPages } from './contract.ts';
import { decisionsPage } from './decisions-page.tsx';
import { deskPage, entryPage } from './desk-page.tsx';
import { FIGURE_RANGES, figuresPage } from './figures-page.tsx';
import { peoplePage } from './people-page.tsx';
import { PERSON_FAULTS, type PersonData, personPage } from './person-page.tsx';
import { CHOSEN_MAX, chosenOf, decideReports, isTooLong } from './report-decisions.ts';
import { REPORT_TABS, type ReportsState, type ReportTab, reportsPage } from './reports-page.tsx';

const QUEUE_LIMIT = 30;
const DAY_MS = 86_400_000;
const APPEALS = '/moderation/appeals';
const REPORTS = '/moderation/reports';

const isReportTab = (text: string): text is ReportTab => text in REPORT_TABS;
const isAppealTab = (text: string): text is AppealTab => text in APPEAL_TABS;

export function moderationPageHandlers(shell: Shell): Handlers<typeof moderationPages> {
  const { signedIn } = openingBy(shell);

  const showPerson = async (page: PageContext, uid: string, data: Omit<PersonData, 'person' | 'links'>) => {
    const params = { uid };
    const [user, shown] = await Promise.all([
      page.ask('GET /api/v1/moderation/users/{uid}', { params }),
      page.ask('GET /api/v1/moderation/users/{uid}/links', { params }),
    ]);
    const { user: person } = requireAsked(user);
    return personPage(page, { person, links: requireAsked(shown), ...data });
  };
  /** The page again with what was refused and typed; other refusals are pages of their own. */
  const personAgain =
    (page: PageContext, uid: string, typed: Readonly<Record<string, string>> = {}) =>
    ({ code, status }: Refused) =>
      PERSON_FAULTS.has(code) && withStatus(status, showPerson(page, uid, { fault: code, typed }));

  const showContent = async (
    page: PageContext,
    uid: string,
    {
      state: named,
      cursor,
      ...data
    }: { readonly state?: string | undefined; readonly cursor?: string | undefined } & Pick<
      ContentData,
      'done' | 'fault' | 'typed'
    >,
  ) => {
    const params = { uid };
    const state = CONTENT_STATES.find((one) => one === named);
    const [asked, person, acts] = await Promise.all([
      page.ask('GET /api/v1/moderation/users/{uid}/content', { params, query: { state, cursor } }),
      page.ask('GET /api/v1/moderation/users/{uid}', { params }),
      page.ask('GET /api/v1/moderation/users/{uid}/removals', { params }),
    ]);
    const { user } = requireAsked(person);
    const { removals } = requireAsked(acts);
    return showList(asked, `/moderation/people/${uid}/content`, (content) =>
      contentPage(page, { ...content, ...data, person: user, removals, state }),
    );
  };
  const contentAgain =
    (page: PageContext, uid: string, typed: Readonly<Record<string, string>> = {}) =>
    ({ code, status }: Refused) =>
      CONTENT_FAULTS.has(code) && withStatus(status, showContent(page, uid, { fault: code, typed }));

  const showReports = async (
    page: PageContext,
    { cursor, ...state }: ReportsState & { readonly cursor?: string | undefined },
  ) => {
    const query = { status: REPORT_TABS[state.tab], cursor };
    const asked = await page.ask('GET /api/v1/moderation/reports', { query });
    return showList(asked, REPORTS, (reports) => reportsPage(page, reports, state));
  };

  return {
    moderationPage: signedIn(async (page) => {
      const queue = requireAsked(await page.ask('GET /api/v1/moderation/queue', { query: { limit: QUEUE_LIMIT } }));
      const [first] = queue.entries;
      if (first === undefined) return deskPage(page, queue, null);
      const params = { id: first.id };
      const asked =
        first.type === 'case'
          ? await page.ask('GET /api/v1/moderation/cases/{id}/context', { params })
          : await page.ask('GET /api/v1/moderation/reports/{id}/context', { params });
      return deskPage(page, queue, asked.ok ? asked.body.context : null);
    }),
    moderationCasePage: signedIn(async (page, { params }) =>
      entryPage(page, requireAsked(await page.ask('GET /api/v1/moderation/cases/{id}/context', { params })).context),
    ),
    moderationReportPage: signedIn(async (page, { params }) =>
      entryPage(page, requireAsked(await page.ask('GET /api/v1/moderation/reports/{id}/context', { params })).context),
    ),
    moderationReportsPage: signedIn(async (page, { query: { status = 'open', cursor, select, done } }) => {
      if (!isReportTab(status)) return { redirectTo: REPORTS };
      return showReports(page, { tab: status, cursor, isAllChosen: select === 'all', done });
    }),
    moderationReportsForm: signedIn(async (page, { body: { verdict, reasonCode, message, ...boxes } }) => {
      const chosen = chosenOf(boxes);
      const typed = { reasonCode, message };
      const again = (status: number, fault: ReportsState['fault'], ids = chosen.map(({ id }) => id)) =>
        withStatus(status, showReports(page, { tab: 'open', chosen: new Set(ids), typed, fault }));
      if (chosen.length === 0) return again(422, 'none_chosen');
      if (chosen.length > CHOSEN_MAX) return again(422, 'too_many');
      if (isTooLong(message)) return again(422, 'message');
      if (verdict === 'hide' && !isReasonCode(reasonCode)) return again(422, 'no_reason');
      const hide =
        verdict === 'hide' && isReasonCode(reasonCode) ? { reasonCode, message: optional(message) } : undefined;
      const refused = await decideReports(page, chosen, { hide });
      return refused.length === 0 ? { redirectTo: `${REPORTS}?done=decided` } : again(409, 'refused', refused);
    }),
    moderationAppealsPage: signedIn(async (page, { query: { status: tab = 'open', cursor, done } }) => {
      if (!isAppealTab(tab)) return { redirectTo: APPEALS };
      const query = { status: APPEAL_TABS[tab], cursor };
      const asked = await page.ask('GET /api/v1/moderation/appeals', { query });
      return showList(asked, APPEALS, (appeals) => appealsPage(page, { ...appeals, tab, done }));
    }),
    moderationAppealForm: signedIn(async (page, { params, body: { verdict, version, ...typed } }) => {
      const asked = await page.ask('POST /api/v1/moderation/appeals/{id}/decision', {
        params,
        body: { verdict, version, message: optional(typed.message), note: optional(typed.note) },
      });
      const again = async (fault: string) => {
        const open = requireAsked(await page.ask('GET /api/v1/moderation/appeals', { query: { status: 'open' } }));
        return appealsPage(page, { ...open, tab: 'open', refused: { id: params.id, fault, typed } });
      };
      return submit(
        asked,
        `${APPEALS}?done=decided`,
        ({ code, status }) => APPEAL_FAULTS.has(code) && withStatus(status, again(code)),
      );
    }),
    moderationPeoplePage: signedIn(async (page, { query: { q = '', cursor } }) => {
      const asked = await page.ask('GET /api/v1/moderation/users', { query: { q, cursor } });
      return showList(asked, '/moderation/people', (people) => peoplePage(page, people, q));
    }),
    moderationPersonPage: signedIn((page, { params, query }) => showPerson(page, params.uid, query)),
    moderationRestrictForm: signedIn(async (page, { params, body: typed }) => {
      const { kind, days, reasonCode, message, note } = typed;
      if (!isReasonCode(reasonCode))
        return withStatus(422, showPerson(page, params.uid, { fault: 'no_reason', typed }));
      const expiresAt = days === '' ? null : Date.now() + Number(days) * DAY_MS;
      const body = { kind, reasonCode, expiresAt, message: optional(message), note: optional(note) };
      const asked = await page.ask('POST /api/v1/moderation/users/{uid}/restrictions', { params, body });
      return submit(asked, `/moderation/people/${params.uid}?done=restricted`, personAgain(page, params.uid, typed));
    }),
    moderationLiftForm: signedIn(async (page, { params }) =>
      submit(
        await page.ask('DELETE /api/v1/moderation/users/{uid}/restrictions/{id}', { params, body: {} }),
        `/moderation/people/${params.uid}?done=lifted`,
        personAgain(page, params.uid),
      ),
    ),
    moderationContentPage: signedIn((page, { params, query }) => showContent(page, params.uid, query)),
    moderationRemovalForm: signedIn(async (page, { params, body: typed }) => {
      const { scope, reasonCode, message, restriction } = typed;
      const again = contentAgain(page, params.uid, typed);
      const path = `/moderation/people/${params.uid}/content`;
      if (!isReasonCode(reasonCode))
        return withStatus(422, showContent(page, params.uid, { fault: 'no_reason', typed }));
      const asked = await page.ask('POST /api/v1/moderation/users/{uid}/removals', {
        params,
        body: {
          scope,
          reasonCode,
          message: optional(message),
          ...(restriction !== '' && { restriction: { kind: restriction, until: null } }),
        },
      });
      return submit(asked, `${path}?done=removed`, again);
    }),
    moderationUndoForm: signedIn(async (page, { params }) =>
      submit(
        await page.ask('POST /api/v1/moderation/removals/{id}/undo', { params: { id: params.id } }),
        `/moderation/people/${params.uid}/content?done=undone`,
        contentAgain(page, params.uid),
      ),
    ),
    moderationLinksForm: signedIn(async (page, { params, body: typed }) => {
      const { reasonCode, message } = typed;
      if (!isReasonCode(reasonCode))
        return withStatus(422, showPerson(page, params.uid, { fault: 'no_reason', typed }));
      const body = { reasonCode, message: optional(message) };
      return submit(
        await page.ask('DELETE /api/v1/moderation/users/{uid}/links', { params, body }),
        `/moderation/people/${params.uid}?done=links`,
        personAgain(page, params.uid, typed),
      );
    }),
    moderationNoteForm: signedIn(async (page, call) => {
      const { params } = call;
      const body = withPlainLines(call.body.body);
      const asked = await page.ask('POST /api/v1/moderation/users/{uid}/notes', { params, body: { body } });
      return submit(asked, `/moderation/people/${params.uid}?done=noted`, personAgain(page, params.uid, { body }));
    }),
    moderationDecisionsPage: signedIn(async (page, { query: { cursor } }) => {
      const asked = await page.ask('GET /api/v1/moderation/decisions', { query: { cursor } });
      return showList(asked, '/moderation/decisions', (decisions) => decisionsPage(page, decisions));
    }),
    moderationAuditPage: signedIn(async (page, { query }) => {
      const { subjectKind = '', subjectId = '', action = '', actorUid = '', cursor } = query;
      const filter = { subjectKind, subjectId, action, actorUid };
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
      const asked = await page.ask('GET /api/v1/moderation/audit', { query: { ...given, cursor } });
      return showList(asked, '/moderation/audit', (events) => auditPage(page, events, filter));
    }),
    moderationFiguresPage: signedIn(async (page, { query }) => {
      const days = FIGURE_RANGES.find((range) => range === query.days) ?? '30';
      const asked = query.timeZone?.trim() || undefined;
      const isUnknown = asked !== undefined && !isTimeZone(asked);
      const timeZone = isUnknown ? undefined : asked;
      const figures = await page.ask('GET /api/v1/moderation/figures', { query: { days, timeZone } });
      const shown = figuresPage(page, requireAsked(figures), days, { asked, isUnknown });
      return isUnknown ? withStatus(422, shown) : shown;
    }),
  };
}
