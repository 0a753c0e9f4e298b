// `livehouse doctor`: every engine is asked by a real round trip; what the operator named and does not work is FAIL with a
// reason and exit 1, what is done without is a warning; no secret is printed, and nothing is left in any engine.
import { expect, test } from 'bun:test';
import { chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAll } from '../../src/app/doctor/run.ts';
import { openObjects } from '../../src/app/open-objects.ts';
import { checkConfig } from '../../src/platform/config/config.ts';
import { describeConfinement } from '../../src/platform/media/confinement/confinement.ts';
import { hasCjkFont } from '../../src/platform/media/picture/card-fonts.ts';
import { connectTo, createTestDatabase } from '../fixtures/database.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { CLASSIFIER_SECRET, openClassifier } from '../fixtures/moderation-webhook.ts';
import { startOidcProvider } from '../fixtures/oidc-provider.ts';
import { openSimulator } from '../fixtures/provider-upstream/simulator.ts';
import { LIVEHOUSE, runProgram } from '../fixtures/run-command.ts';
import { startSmtpServer } from '../fixtures/smtp-server.ts';
import { words } from '../fixtures/words.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly state: 'ok' | 'folder' | 'running' | 'warn' | 'fail';
  readonly detail: string;
}

async function runDoctor(environment: Readonly<Record<string, string>>, ...args: string[]) {
  const data = folderForTest();
  const outcome = await runProgram([...LIVEHOUSE, 'doctor', ...args], {
    LIVEHOUSE_DATA: data,
    PROVIDER_URL: 'off',
    ...environment,
  });
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { ...outcome, files: files.map(({ name }) => name) };
}

/** Checks by name, of the one line of JSON. */
function readChecks(stdout: string): ReadonlyMap<string, Check> {
  const { ok, checks }: { ok: boolean; checks: readonly Check[] } = JSON.parse(stdout);
  expect(ok).toBe(checks.every((check) => check.state !== 'fail'));
  for (const check of checks) expect(check.ok).toBe(check.state !== 'fail');
  return new Map(checks.map((check) => [check.name, check]));
}

const DEAD = '127.0.0.1:1';

test('with everything configured and well, every engine answers and nothing is left in it', async () => {
  await using database = await createTestDatabase();
  await using mail = await startSmtpServer();
  await using provider = await openSimulator();
  await using oidc = startOidcProvider();
  await using classifier = openClassifier();
  await using sql = connectTo(database.url);
  const outcome = await runDoctor(
    {
      DATABASE_URL: database.url,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Doctor <doctor@example.org>',
      CAPTCHA: 'altcha',
      MODERATION_WEBHOOK_URL: classifier.url,
      MODERATION_WEBHOOK_SECRET: CLASSIFIER_SECRET,
      PROVIDER_URL: provider.address,
      ...oidc.settings,
    },
    '--json',
  );
  const checks = readChecks(outcome.stdout);
  const confinement = await describeConfinement();
  const imperfect = [...checks.values()].filter((check) => check.state !== 'ok');
  // Only the machine decides on this one.
  expect(imperfect.map(({ name }) => name)).toEqual([
    ...(confinement.isWhole ? [] : ['confinement']),
    ...(hasCjkFont() ? [] : ['fonts']),
  ]);
  expect(checks.get('confinement')?.detail).toBe(confinement.detail);
  expect(outcome.code).toBe(0);
  expect([...checks.keys()]).toEqual(
    words(`
      configuration data database objects backups maintenance version mail confinement pictures fonts video clients
      captcha limits sign-in classifier provider settings rules passkeys metrics
    `),
  );
  expect(checks.get('database')?.detail).toMatch(/^PostgreSQL \d+\S*, wrote, .+ ms a query; schema up to date$/);
  expect(checks.get('pictures')?.detail).toContain('48 × 64');
  expect(checks.get('video')?.detail).toContain('32 × 32');
  expect(checks.get('captcha')?.detail).toContain('solved');
  expect(checks.get('classifier')?.detail).toContain('allow');
  expect(classifier.questions.map(({ isSigned, body }) => [isSigned, body.type])).toEqual([[true, 'moderation.case']]);
  expect(mail.mails).toEqual([]);
  expect(outcome.files).toEqual([]);
  const tables = await sql`select 1 from pg_tables where tablename like 'livehouse_doctor%'`;
  expect(tables).toHaveLength(0);
}, 60_000);

test('stored settings that hide variables are named', async () => {
  await using database = await createTestDatabase();
  await using sql = connectTo(database.url);
  const settings = { registration: 'open', contact: null, about: { en: 'Ours' } };
  await sql`insert into instance_setting (id, settings) values (1, to_jsonb(${JSON.stringify(settings)}::text))`;
  const set = { INSTANCE_REGISTRATION: 'closed', INSTANCE_CONTACT: 'a@example.org', INSTANCE_NAME: 'The Cellar' };
  const outcome = await runDoctor({ ...set, DATABASE_URL: database.url, FFMPEG: 'off' }, '--json');
  const check = readChecks(outcome.stdout).get('settings');
  expect(check?.state).toBe('warn');
  expect(check?.detail).toContain('INSTANCE_CONTACT (contact), INSTANCE_REGISTRATION (registration);');
  expect(outcome.code).toBe(0);
}, 60_000);

test('stored text rules that hide MODERATION_RULES are named', async () => {
  await using database = await createTestDatabase();
  await using sql = connectTo(database.url);
  const environment = { DATABASE_URL: database.url, FFMPEG: 'off', MODERATION_RULES: 'off' };
  const read = async () => readChecks((await runDoctor(environment, '--json')).stdout).get('rules');
  await sql`insert into moderation_rules (version, rules) values (2, 'links: []')`;
  expect(await read()).toMatchObject({ state: 'warn' });
  expect((await read())?.detail).toContain('version 2, stored by an administrator; MODERATION_RULES has no effect');
  await sql`insert into moderation_rules (version, rules) values (3, null)`;
  expect(await read()).toMatchObject({ state: 'ok', detail: 'none (MODERATION_RULES=off)' });
}, 60_000);

test('what has not ended in time is still running: it neither works nor fails', async () => {
  using silent = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Promise<Response>(() => undefined) });
  const data = folderForTest();
  const config = checkConfig({
    LIVEHOUSE_DATA: data,
    DATABASE_URL: `postgres://someone@${DEAD}/none`,
    PROVIDER_URL: 'off',
    FFMPEG: 'off',
    SOCIAL_OIDC_ISSUER: silent.url.href,
    SOCIAL_OIDC_ID: 'client',
    SOCIAL_OIDC_SECRET: 'secret',
  });
  const checks = await checkAll(config, openObjects, 100);
  expect(checks.find(({ name }) => name === 'sign-in')?.state).toBe('running');
  expect(checks.find(({ name }) => name === 'captcha')?.state).toBe('ok');
}, 30_000);

test('what is named and does not work is FAIL with choose the reason, exit 1, and no secret', async () => {
  await using classifier = openClassifier();
  classifier.answerWith(() => new Response('no', { status: 500 }));
  const environment = {
    DATABASE_URL: `postgres://someone:hidden-word@${DEAD}/none`,
    SMTP_URL: `smtp://someone:hidden-word@${DEAD}`,
    MAIL_FROM: 'doctor@example.org',
    MODERATION_WEBHOOK_URL: classifier.url,
    MODERATION_WEBHOOK_SECRET: 'hidden-word-that-is-long-enough',
    PROVIDER_URL: `http://${DEAD}`,
    SOCIAL_OIDC_ISSUER: `http://someone:hidden-word@${DEAD}`,
    SOCIAL_OIDC_ID: 'client',
    SOCIAL_OIDC_SECRET: 'hidden-word',
    FFMPEG: '/nonexistent/ffmpeg',
    OBJECTS_URL: `s3://bucket?endpoint=http://${DEAD}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'hidden-word',
  };
  const outcome = await runDoctor(environment, '--json');
  expect(outcome.code).toBe(1);
  const checks = readChecks(outcome.stdout);
  const failed = [...checks.values()].filter((check) => check.state === 'fail').map(({ name }) => name);
  expect(failed).toEqual(['database', 'objects', 'mail', 'video', 'sign-in', 'classifier', 'provider']);
  expect(checks.get('classifier')?.detail).toContain('500');
  for (const name of ['database', 'mail', 'provider', 'objects', 'sign-in']) {
    expect(checks.get(name)?.detail).toContain(DEAD);
  }
  expect(outcome.stdout + outcome.stderr).not.toContain('hidden-word');
  const words = await runDoctor({ FFMPEG: '/nonexistent/ffmpeg' });
  expect(words.code).toBe(1);
  expect(words.stdout + words.stderr).toMatch(/^FAIL +video +no FFmpeg at \/nonexistent\/ffmpeg/m);
  expect(words.stdout + words.stderr).toMatch(/^ok +objects +files below /m);
}, 60_000);

test('a wrong mail password and a database of a newer version are told apart from engines that are away', async () => {
  await using database = await createTestDatabase();
  await using mail = await startSmtpServer();
  await using sql = connectTo(database.url);
  await sql`insert into migration (name) values ('9999_from_the_future.sql')`;
  const wrong = new URL(mail.url);
  wrong.password = 'wrong';
  const outcome = await runDoctor(
    { DATABASE_URL: database.url, SMTP_URL: wrong.href, MAIL_FROM: 'doctor@example.org', FFMPEG: 'off' },
    '--json',
  );
  const checks = readChecks(outcome.stdout);
  expect(outcome.code).toBe(1);
  expect(checks.get('database')).toMatchObject({ state: 'fail', detail: expect.stringContaining('newer Livehouse') });
  expect(checks.get('mail')).toMatchObject({ state: 'fail', detail: expect.stringMatching(/auth|password|535/i) });
  expect(checks.get('video')).toMatchObject({ state: 'ok', detail: expect.stringContaining('off') });
}, 60_000);

test('an outbox and an object folder that cannot be written are told', async () => {
  const data = folderForTest();
  // Not by modes, which do not bind everybody: files where folders would be.
  for (const name of ['outbox', 'objects']) writeFileSync(join(data, name), '');
  const outcome = await runDoctor({ LIVEHOUSE_DATA: data, FFMPEG: 'off' }, '--json');
  const checks = readChecks(outcome.stdout);
  expect(outcome.code).toBe(1);
  expect([checks.get('mail')?.state, checks.get('objects')?.state]).toEqual(['fail', 'fail']);
  // An embedded cluster that was never made is tried elsewhere.
  expect(checks.get('database')).toMatchObject({ state: 'ok', detail: expect.stringContaining('temporary folder') });
  expect(existsSync(join(data, 'postgres'))).toBe(false);
}, 60_000);

test('metrics for everybody are warned of, and data of another user is all that is told', async () => {
  const environment = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', FFMPEG: 'off' };
  const metricsOf = async (more: Readonly<Record<string, string>>) =>
    readChecks((await runDoctor({ ...environment, ...more }, '--json')).stdout).get('metrics');
  expect(await metricsOf({})).toMatchObject({ state: 'warn', detail: expect.stringContaining('METRICS_TOKEN') });
  expect(await metricsOf({ METRICS_TOKEN: 'a-token-of-the-operator' })).toMatchObject({ state: 'ok' });
  if (process.getuid?.() !== 0) return;
  const data = folderForTest();
  chownSync(data, 65_534, 65_534);
  const outcome = await runDoctor({ LIVEHOUSE_DATA: data }, '--json');
  const checks = readChecks(outcome.stdout);
  expect([outcome.code, [...checks.keys()], readdirSync(data)]).toEqual([1, ['configuration', 'data'], []]);
  expect(checks.get('data')).toMatchObject({ state: 'fail', detail: expect.stringContaining('belongs to nobody') });
}, 60_000);

test('a mistake in the configuration is the only thing that is told', async () => {
  const outcome = await runDoctor({ PORT: 'many', CAPTCHA: 'turnstile' }, '--json');
  expect(outcome.code).toBe(1);
  const { checks }: { checks: readonly Check[] } = JSON.parse(outcome.stdout);
  expect(new Set(checks.map(({ name, state }) => `${name} ${state}`))).toEqual(new Set(['configuration fail']));
  expect(checks.length).toBeGreaterThan(1);
});
