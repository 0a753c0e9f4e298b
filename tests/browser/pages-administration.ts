// Rows of the pages about accounts, releases, jobs and the audit log.
import { createSmallSnapshot } from '../fixtures/small-snapshot.ts';
import type { PageRow, PageStage } from './pages.ts';

/** Somebody who administers the instance. */
const asAdministrator = async ({ accounts }: PageStage): Promise<string> =>
  (await accounts.person({ role: 'administrator' })).cookie;

/** People of several roles and states. */
async function withPeople(stage: PageStage): Promise<string> {
  const { accounts } = stage;
  await accounts.person({ role: 'moderator' });
  await accounts.person({ emailVerified: false });
  await accounts.person({ status: 'suspended' });
  const [{ id }, named] = await accounts.people(2);
  await accounts.sql`insert into account_restriction (id, account_id, kind, reason_code)
    values (${Bun.randomUUIDv7()}, ${id}, 'write', 'spam')`;
  await accounts.sql`update profile set display_name = '灯台の約束 🎸 of the Saltglass Lanterns' where account_id = ${named.id}`;
  return asAdministrator(stage);
}

/** Somebody who can be helped in every way. */
async function somebody({ accounts }: PageStage): Promise<string> {
  const { id, uid } = await accounts.person();
  await accounts.sql`update account set two_factor_enabled = true where id = ${id}`;
  return `/admin/accounts/${uid}`;
}

/** Somebody who was suspended by an administrator, with a reason. */
async function suspended({ accounts }: PageStage): Promise<string> {
  const [{ uid }, staff] = [await accounts.person(), await accounts.person({ role: 'administrator' })];
  const plan = { reasonCode: 'harassment', message: 'You wrote to three people after they asked you to stop.' };
  await staff.send('POST', `/api/v1/admin/accounts/${uid}/suspension`, plan);
  return `/admin/accounts/${uid}`;
}

/** A second release of the sample's server, which is not public. */
async function stagedRelease({ world }: PageStage): Promise<string> {
  using snapshot = createSmallSnapshot({ server: 'demo', sourceId: 'next-week' });
  return (await world.publish(snapshot.directory, { promote: false })).releaseId;
}

async function releases(stage: PageStage): Promise<string> {
  await stagedRelease(stage);
  return '/admin/releases';
}

const promotion = async (stage: PageStage): Promise<string> =>
  `/admin/releases/demo/promote?to=${await stagedRelease(stage)}`;

/** Jobs in every state. */
async function jobs(stage: PageStage): Promise<string> {
  const { sql } = stage.accounts;
  await sql`delete from jobs.job where data ->> 'shown' = 'true'`;
  const data = JSON.stringify({ shown: true });
  const output = JSON.stringify({ message: 'PostgresError' });
  await sql`insert into jobs.job (name, data, start_after, state, retry_count, output) values
    ('attachment.scan', ${data}::text::jsonb, now() + interval '1 hour', 'created', 0, null),
    ('moderation.mail', ${data}::text::jsonb, now() + interval '9 hours', 'retry', 3, ${output}::text::jsonb)`;
  await sql`insert into jobs.job (name, data, state, started_on, expire_seconds)
    values ('attachment.film', ${data}::text::jsonb, 'active', now(), 3600)`;
  await sql`insert into jobs.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
    values ('dead-letter', ${data}::text::jsonb, 'avatar.prepare', gen_random_uuid(), now() - interval '2 days', 5,
      ${output}::text::jsonb)`;
  return asAdministrator(stage);
}

/** What an administrator did. */
async function withEvents(stage: PageStage): Promise<string> {
  const { accounts } = stage;
  const [staff, person] = [await accounts.person({ role: 'administrator' }), await accounts.person()];
  const path = `/api/v1/admin/accounts/${person.uid}`;
  await staff.send('PUT', `${path}/role`, { from: 'member', role: 'moderator' });
  await staff.send('POST', `${path}/suspension`, { reasonCode: 'spam', note: 'Three warnings before this.' });
  return staff.cookie;
}

/** Changes settings as somebody else would, and leads to a page. */
const withSettings =
  (path: string, settings: object) =>
  async ({ accounts }: PageStage): Promise<string> => {
    const staff = await accounts.person({ role: 'administrator' });
    const { version }: { readonly version: number } = await (await staff.fetch('/api/v1/admin/settings')).json();
    await staff.send('PATCH', '/api/v1/admin/settings', { version, ...settings });
    return path;
  };

const SETTINGS_ROWS: readonly PageRow[] = [
  {
    name: 'admin-settings',
    route: 'adminSettingsPage',
    path: withSettings('/admin/settings', { description: 'Songs, cards, and people who like them' }),
    cookies: asAdministrator,
  },
  {
    name: 'admin-settings-text',
    route: 'adminTextPage',
    path: withSettings('/admin/settings/texts/rules', { reset: ['rules'] }),
    cookies: asAdministrator,
  },
  {
    name: 'admin-settings-notice',
    route: 'adminTextPage',
    path: '/admin/settings/texts/notice',
    cookies: asAdministrator,
  },
  {
    name: 'admin-settings-look',
    route: 'adminLookPage',
    path: withSettings('/admin/settings/look', { accent: '#336699', heroText: { en: 'By the sea', ja: '海辺' } }),
    cookies: asAdministrator,
  },
  {
    name: 'admin-settings-reasons',
    route: 'adminReasonsPage',
    path: withSettings('/admin/settings/reasons', { reasons: { spam: { en: 'Advertising', ja: '宣伝' } } }),
    cookies: asAdministrator,
  },
  {
    name: 'admin-settings-environment',
    route: 'adminEnvironmentPage',
    path: '/admin/settings/environment',
    cookies: asAdministrator,
  },
];

/** Invites that can be used, were used up, and are over. */
async function invites({ accounts }: PageStage): Promise<string> {
  const staff = await accounts.person({ role: 'administrator' });
  await accounts.sql`delete from instance_invite`;
  for (const [maxUses, note] of [
    [1, '一緒に遊んでいる友だち'],
    [25, 'The harbour choir, all of the spring season and their friends from the other side of the bay'],
    [5, null],
  ] as const) {
    await staff.send('POST', '/api/v1/admin/invites', { maxUses, note, expiresAt: Date.UTC(2099, 0, 1) });
  }
  await accounts.sql`update instance_invite set uses = 1 where max_uses = 1`;
  await accounts.sql`update instance_invite set expires_at = now() - interval '1 day' where note is null`;
  return staff.cookie;
}

/** Registrations that wait, with a long text, a short one and none. */
async function waitingRegistrations({ accounts }: PageStage): Promise<string> {
  const staff = await accounts.person({ role: 'administrator' });
  for (const text of ['東京のイベントによく行きます。', `I run the wiki.\n${'Please let me in. '.repeat(20)}`, null]) {
    const { id } = await accounts.person();
    await accounts.sql`update account set approval = 'pending', approval_since = now(), approval_text = ${text} where id = ${id}`;
  }
  return staff.cookie;
}

/** Tokens of an administrator, with and without servers. */
async function tokens({ accounts }: PageStage): Promise<string> {
  const staff = await accounts.person({ role: 'administrator' });
  for (const body of [
    { name: '本番への公開', scopes: ['publish', 'releases'], servers: ['jp', 'kr', 'sample'] },
    { name: 'Hooks of the chat of the harbour choir', scopes: ['webhooks'] },
  ]) {
    await staff.send('POST', '/api/v1/account/tokens', body);
  }
  return staff.cookie;
}

export const ADMINISTRATION_ROWS: readonly PageRow[] = [
  // A real check takes seconds, and what it finds depends on the machine; the page is the same.
  { name: 'admin-health', route: 'adminHealthPage', path: '/admin/health', cookies: asAdministrator },
  { name: 'admin-invites', route: 'adminInvitesPage', path: '/admin/invites', cookies: invites },
  {
    name: 'admin-registrations',
    route: 'adminRegistrationsPage',
    path: '/admin/registrations',
    cookies: waitingRegistrations,
  },
  { name: 'admin-doors', route: 'adminDoorsPage', path: '/admin/doors', cookies: asAdministrator },
  { name: 'admin-erasures', route: 'adminErasuresPage', path: '/admin/erasures', cookies: asAdministrator },
  {
    name: 'admin-erasure',
    route: 'adminErasurePage',
    path: '/admin/erasures/account/10001',
    cookies: asAdministrator,
  },
  { name: 'admin-rules', route: 'adminRulesPage', path: '/admin/rules', cookies: asAdministrator },
  { name: 'admin-tokens', route: 'adminTokensPage', path: '/admin/tokens', cookies: tokens },
  ...SETTINGS_ROWS,
  { name: 'admin-accounts', route: 'adminAccountsPage', path: '/admin/accounts', cookies: withPeople },
  {
    name: 'admin-accounts-nobody',
    route: 'adminAccountsPage',
    path: '/admin/accounts?q=nobody-is-called-so&role=moderator',
    cookies: asAdministrator,
  },
  { name: 'admin-account', route: 'adminAccountPage', path: somebody, cookies: asAdministrator },
  { name: 'admin-account-suspended', route: 'adminAccountPage', path: suspended, cookies: asAdministrator },
  { name: 'admin-releases', route: 'adminReleasesPage', path: releases, cookies: asAdministrator },
  { name: 'admin-promote', route: 'adminReleaseMovePage', path: promotion, cookies: asAdministrator },
  {
    name: 'admin-retire',
    route: 'adminReleaseMovePage',
    path: '/admin/releases/demo/retire',
    cookies: asAdministrator,
  },
  { name: 'admin-jobs', route: 'adminJobsPage', path: '/admin/jobs', cookies: jobs },
  { name: 'admin-backups', route: 'adminBackupsPage', path: '/admin/backups', cookies: asAdministrator },
  { name: 'admin-audit', route: 'adminAuditPage', path: '/admin/audit', cookies: withEvents },
  {
    name: 'admin-audit-fault',
    route: 'adminAuditPage',
    path: '/admin/audit?actor=somebody',
    cookies: asAdministrator,
    status: 422,
  },
];
