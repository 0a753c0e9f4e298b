// The log speaks the language of its reader: in Japanese, no event of any action has a code among its words, whatever its values are.
import { expect, test } from 'bun:test';
import { AUDIT_ACTIONS } from '../../src/features/audit/actions.ts';
import { HOME_PARTS, MENU_PLACES, SETTING_NAMES } from '../../src/features/instance/common/settings.ts';
import { APPEAL_STATUSES } from '../../src/features/moderation/appeals/appeals.ts';
import {
  CASE_STATUSES,
  REPORT_STATUSES,
  REPORT_TARGETS,
  VERDICTS,
} from '../../src/features/moderation/common/vocabulary.ts';
import { LISTED_STATUSES } from '../../src/features/uploads/common/attachments.ts';
import { FORMATS } from '../../src/features/webhooks/formats.ts';
import { RESTRICTIONS, ROLES, TOKEN_SCOPES } from '../../src/http/gates/guard.ts';
import { LOCALES } from '../../src/kernel/names.ts';
import { REASON_CODES } from '../../src/kernel/reason-code.ts';
import { REGISTRATION_MODES } from '../../src/platform/config/instance.ts';
import { STORED_JOB_STATES } from '../../src/platform/jobs/stored-jobs.ts';
import { WEBHOOK_EVENT_MESSAGES } from '../../src/web/messages/staff.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { openAccountsWorld } from '../fixtures/people.ts';

const home = await keepOpen(openAccountsWorld({ LIMITS: 'off' }));
const admin = await home.person({ role: 'administrator' });

type Values = Readonly<Record<string, readonly unknown[]>>;
const LOCALIZED = Object.fromEntries(LOCALES.map((locale) => [locale, '文']));
/** Values of fields, by the part of the action before the dot, or by its name; else by the field alone. */
const VALUES: Readonly<Record<string, Values>> = {
  appeal: { status: APPEAL_STATUSES },
  report: { status: REPORT_STATUSES, targetKind: REPORT_TARGETS },
  case: { status: [...CASE_STATUSES], verdict: VERDICTS },
  attachment: { status: [...LISTED_STATUSES, 'finishing', 'deleted'] },
  account: { status: ['active', 'suspended', 'deleted'] },
  restriction: { kind: RESTRICTIONS },
  job: { kind: ['裏方'], state: [...STORED_JOB_STATES, 'deleted'] },
  webhook: { reason: ['failing', 'gone'] },
  'account.sign-in': { by: ['password', 'second-factor', 'passkey', 'provider'] },
  'account.password': { by: ['change', 'link'] },
  'release.unchanged': { wanted: ['release.promote', 'release.rollback', 'release.retire', 'release.delete'] },
};
const COMMON: Values = {
  role: ROLES,
  scope: ['day', 'week', 'all'],
  scopes: [TOKEN_SCOPES],
  events: [Object.keys(WEBHOOK_EVENT_MESSAGES.en)],
  format: FORMATS,
  registration: REGISTRATION_MODES,
  locale: LOCALES,
  menu: [MENU_PLACES],
  home: [HOME_PARTS],
  reasons: [Object.fromEntries(REASON_CODES.map((code) => [code, LOCALIZED]))],
  ...Object.fromEntries(['about', 'rules', 'privacy', 'notice', 'heroText'].map((field) => [field, [LOCALIZED]])),
  expiresAt: [1_790_000_000_000, null],
  eraseAt: [1_790_000_000_000],
  hidden: [true, false],
};
/** Fields with values of people or operators, and numbers. */
const FREE: readonly unknown[] = ['自由', 3];

const events = Object.entries(AUDIT_ACTIONS).flatMap(([action, { subjects, fields }]) =>
  (fields ?? SETTING_NAMES).flatMap((field) => {
    const [area = ''] = action.split('.');
    const values = VALUES[action]?.[field] ?? VALUES[area]?.[field] ?? COMMON[field] ?? FREE;
    return values.map((value) => ({ action, subject: subjects[0], after: { [field]: value } }));
  }),
);

for (const { action, subject, after } of events) {
  await home.sql`insert into audit_event (id, actor_account_id, action, subject_kind, subject_id, after)
    values (${Bun.randomUUIDv7()}, ${admin.id}, ${action}, ${subject}, '文', ${after}::jsonb)`;
}

const FILTERS: ReadonlySet<string> = new Set([
  ...Object.keys(AUDIT_ACTIONS),
  ...Object.values(AUDIT_ACTIONS).flatMap(({ subjects }) => subjects),
]);

/** The text of the changes on a page, and the address of the next one. */
function readPage(html: string) {
  const changes = [...html.matchAll(/<ul class="staff-changes">([\s\S]*?)<\/ul>/g)].map(([, list = '']) =>
    list
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  // The filters have a word for each action and kind of subject.
  const choices = [...html.matchAll(/<option value="([\w.-]+)"[^>]*>([^<]*)</g)].flatMap(([, value = '', text = '']) =>
    FILTERS.has(value) ? [text] : [],
  );
  const [, next] = /href="([^"]*cursor=[^"]*)"/.exec(html) ?? [];
  return { words: [...changes, ...choices], next: next?.replaceAll('&amp;', '&') };
}

/** Names that are the same in every language. */
const NAMES = /\b(?:API|Discord|ID|URL|UTC|Webhook)\b/g;

test.each(['/moderation/audit', '/admin/audit', '/admin/audit?part=access'])('%s has words alone', async (path) => {
  let address: string | undefined = path;
  const words: string[] = [];
  while (address !== undefined) {
    const answer = await admin.fetch(address, { headers: { accept: 'text/html', 'accept-language': 'ja' } });
    expect(answer.status).toBe(200);
    const page = readPage(await answer.text());
    words.push(...page.words);
    address = page.next;
  }
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter((text) => /[a-z]/i.test(text.replaceAll(NAMES, '')))).toEqual([]);
});
