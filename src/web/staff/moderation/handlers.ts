// Handlers of the pages of moderation. They call the same routes as programs.
import type { Handlers } from '../../../http/routing/contract.ts';
import { isReasonCode } from '../../../kernel/reason-code.ts';
import { withPlainLines } from '../../forms/lines.ts';
import { openingBy } from '../../forms/opening.ts';
import { asRefusal, isStale, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import { APPEAL_TABS, type AppealTab, appealsPage, type RefusedAppeal } from './appeals-page.tsx';
import { auditPage } from './audit-page.tsx';
import type { moderationPages } from './contract.ts';
import { deskPage, entryPage } from './desk-page.tsx';
import { FIGURE_RANGES, figuresPage } from './figures-page.tsx';
import { peoplePage } from './people-page.tsx';
import { isPersonFault, personPage } from './person-page.tsx';
import { REPORT_TABS, type ReportTab, reportsPage } from './reports-page.tsx';

const QUEUE_LIMIT = 30;
const DAY_MS = 86_400_000;
const APPEALS = '/moderation/appeals';

const isReportTab = (text: string): text is ReportTab => text in REPORT_TABS;
const isAppealTab = (text: string): text is AppealTab => text in APPEAL_TABS;

const APPEAL_FAULTS: Readonly<Record<string, RefusedAppeal['fault']>> = {
  forbidden: 'fault_forbidden',
  version_conflict: 'fault_version',
  appeal_already_decided: 'fault_version',
  invalid_decision: 'fault_text',
};

/** A text that may be left out. */
const optional = (text: string): string | undefined => {
  const plain = withPlainLines(text).trim();
  return plain === '' ? undefined : plain;
};

export function moderationPageHandlers(shell: Shell): Handlers<typeof moderationPages> {
  const { open, answer } = openingBy(shell);

  const readPerson = async (page: PageContext, uid: string) =>
    requireAsked(await page.ask('GET /api/v1/moderation/users/{uid}', { params: { uid } })).user;

  /** The page again with what was refused and typed; other refusals are pages of their own. */
  async function personAgain(
    page: PageContext,
    uid: string,
    asked: { readonly ok: false; readonly code: string; readonly status: number; readonly wait: number | undefined },
    typed: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const { code } = asked;
    if (!isPersonFault(code)) throw asRefusal(asked);
    return answer(page, personPage(page, { person: await readPerson(page, uid), fault: code, typed }), asked.status);
  }

  return {
    moderationPage: async (call) => {
      const page = await open(call);
      const queue = requireAsked(await page.ask('GET /api/v1/moderation/queue', { query: { limit: QUEUE_LIMIT } }));
      const [first] = queue.entries;
      if (first === undefined) return answer(page, deskPage(page, queue, null));
      const params = { id: first.id };
      const asked =
        first.type === 'case'
          ? await page.ask('GET /api/v1/moderation/cases/{id}/context', { params })
          : await page.ask('GET /api/v1/moderation/reports/{id}/context', { params });
      return answer(page, deskPage(page, queue, asked.ok ? asked.body.context : null));
    },
    moderationCasePage: async (call) => {
      const page = await open(call);
      const asked = await page.ask('GET /api/v1/moderation/cases/{id}/context', { params: call.params });
      return answer(page, entryPage(page, requireAsked(asked).context));
    },
    moderationReportPage: async (call) => {
      const page = await open(call);
      const asked = await page.ask('GET /api/v1/moderation/reports/{id}/context', { params: call.params });
      return answer(page, entryPage(page, requireAsked(asked).context));
    },
    moderationReportsPage: async (call) => {
      const page = await open(call);
      const { status = 'open', cursor } = call.query;
      if (!isReportTab(status)) return shell.lead(call.context, '/moderation/reports');
      const asked = await page.ask('GET /api/v1/moderation/reports', {
        query: { status: REPORT_TABS[status], cursor },
      });
      if (isStale(asked)) return shell.lead(call.context, '/moderation/reports');
      return answer(page, reportsPage(page, requireAsked(asked), status));
    },
    moderationAppealsPage: async (call) => {
      const page = await open(call);
      const { status = 'open', cursor, done } = call.query;
      if (!isAppealTab(status)) return shell.lead(call.context, APPEALS);
      const asked = await page.ask('GET /api/v1/moderation/appeals', {
        query: { status: APPEAL_TABS[status], cursor },
      });
      if (isStale(asked)) return shell.lead(call.context, APPEALS);
      return answer(page, appealsPage(page, { ...requireAsked(asked), tab: status, done }));
    },
    moderationAppealForm: async (call) => {
      const page = await open(call);
      const { verdict, version, ...typed } = call.body;
      const asked = await page.ask('POST /api/v1/moderation/appeals/{id}/decision', {
        params: call.params,
        body: { verdict, version, message: optional(typed.message), note: optional(typed.note) },
      });
      if (asked.ok) return shell.lead(call.context, `${APPEALS}?done=decided`);
      const fault = APPEAL_FAULTS[asked.code];
      if (fault === undefined) throw asRefusal(asked);
      const shown = await page.ask('GET /api/v1/moderation/appeals', { query: { status: 'open' } });
      const refused = { id: call.params.id, fault, typed };
      return answer(page, appealsPage(page, { ...requireAsked(shown), tab: 'open', refused }), asked.status);
    },
    moderationPeoplePage: async (call) => {
      const page = await open(call);
      const { q = '', cursor } = call.query;
      const asked = await page.ask('GET /api/v1/moderation/users', { query: { q, cursor } });
      if (isStale(asked)) return shell.lead(call.context, '/moderation/people');
      return answer(page, peoplePage(page, requireAsked(asked), q));
    },
    moderationPersonPage: async (call) => {
      const page = await open(call);
      const person = await readPerson(page, call.params.uid);
      return answer(page, personPage(page, { person, done: call.query.done }));
    },
    moderationRestrictForm: async (call) => {
      const page = await open(call);
      const { uid } = call.params;
      const { kind, days, ...texts } = call.body;
      const { reasonCode } = texts;
      if (!isReasonCode(reasonCode)) {
        const refused = { ok: false, status: 422, code: 'no_reason', wait: undefined } as const;
        return personAgain(page, uid, refused, call.body);
      }
      const expiresAt = days === '' ? null : Date.now() + Number(days) * DAY_MS;
      const asked = await page.ask('POST /api/v1/moderation/users/{uid}/restrictions', {
        params: { uid },
        body: { kind, reasonCode, expiresAt, message: optional(texts.message), note: optional(texts.note) },
      });
      if (asked.ok) return shell.lead(call.context, `/moderation/people/${uid}?done=restricted`);
      return personAgain(page, uid, asked, call.body);
    },
    moderationLiftForm: async (call) => {
      const page = await open(call);
      const { uid, id } = call.params;
      const asked = await page.ask('DELETE /api/v1/moderation/users/{uid}/restrictions/{id}', {
        params: { uid, id },
        body: {},
      });
      if (asked.ok) return shell.lead(call.context, `/moderation/people/${uid}?done=lifted`);
      return personAgain(page, uid, asked);
    },
    moderationNoteForm: async (call) => {
      const page = await open(call);
      const { uid } = call.params;
      const body = withPlainLines(call.body.body);
      const asked = await page.ask('POST /api/v1/moderation/users/{uid}/notes', { params: { uid }, body: { body } });
      if (asked.ok) return shell.lead(call.context, `/moderation/people/${uid}?done=noted`);
      return personAgain(page, uid, asked, { body });
    },
    moderationAuditPage: async (call) => {
      const page = await open(call);
      const { subjectKind = '', subjectId = '', action = '', actorUid = '', cursor } = call.query;
      const filter = { subjectKind, subjectId, action, actorUid };
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
      const asked = await page.ask('GET /api/v1/moderation/audit', { query: { ...given, cursor } });
      if (isStale(asked)) return shell.lead(call.context, '/moderation/audit');
      return answer(page, auditPage(page, requireAsked(asked), filter));
    },
    moderationFiguresPage: async (call) => {
      const page = await open(call);
      const days = FIGURE_RANGES.find((range) => range === call.query.days) ?? '30';
      const asked = await page.ask('GET /api/v1/moderation/figures', { query: { days } });
      return answer(page, figuresPage(page, requireAsked(asked), days));
    },
  };
}
