// Writes docs/retention.md from the periods that the code uses. Part of `npm run gen`; with `--check` it writes nothing, and
// fails if the page is not what it writes, or if a job that removes something is not in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECURRING_JOBS } from '../src/app/recurring-jobs.ts';
import { RETENTION, type Retention } from '../src/kernel/retention.ts';
import { VARIABLES } from '../src/platform/config/variables.ts';

const ROOT = join(import.meta.dir, '..');
const PAGE = join(ROOT, 'docs/retention.md');

/** Jobs whose periods are settings of the operator, and those that remove nothing. */
const BY_SETTING = {
  ORIGINALS_DAYS: ['originals of uploads, as they came', 'days after the file was ready', 'uploads.removal'],
  ACCOUNT_GRACE_DAYS: [
    'mail address and handle of a deleted account',
    'days after the deletion',
    'accounts.release-addresses',
  ],
  BACKUP_KEEP: ['backups', 'of the last days, weeks and months', 'backup.run'],
} as const satisfies Readonly<Partial<Record<keyof typeof VARIABLES, readonly [string, string, string]>>>;
/** `avatars.sweep` and `uploads.orphans` remove what the other jobs missed. */
const REMOVING_NOTHING = [
  'avatars.sweep',
  'community.activity',
  'community.notification-mails',
  'community.rank',
  'moderation.sweep',
  'update.check',
  'uploads.sweep',
  'webhook.sweep',
];

const isJob = (by: string): boolean => RECURRING_JOBS.some(({ kind }) => kind === by);
const say = (by: string): string => (isJob(by) ? `job \`${by}\`` : by);
const period = ({ amount, unit, from }: Retention): string =>
  unit === 'entries' ? `${from} ${amount}` : `${amount} ${amount === 1 ? unit.slice(0, -1) : unit} ${from}`;

const fixed = Object.values(RETENTION).map(
  (entry: Retention) => `| ${entry.what} | ${period(entry)} | ${say(entry.by)} |`,
);
const bySetting = Object.entries(BY_SETTING).map(([name, [what, unit, by]]) => {
  const fallback = Object.entries(VARIABLES).find(([variable]) => variable === name)?.[1].fallback;
  return `| ${what} | \`${name}\` (${fallback}) ${unit} | ${say(by)} |`;
});

const page = `# Retention

After this page you know what Livehouse keeps, for how long, and what removes it. \`npm run gen\` writes this page from the periods that
the code uses.

## What is removed by itself

Jobs run hourly or daily, so something can stay a little longer than its period. \`livehouse jobs run KIND\` runs a job now
([commands](commands.md#recurring-jobs)).

| what | is kept | removed by |
| --- | --- | --- |
${fixed.join('\n')}

## What you decide

[configuration](configuration.md) describes these variables.

| what | is kept | removed by |
| --- | --- | --- |
${bySetting.join('\n')}

Releases are kept until \`livehouse releases gc\` or \`releases delete\` removes them. Lines of the log are where your service manager keeps
them; they contain no mail addresses and no addresses of clients.

## What stays

| what | until |
| --- | --- |
| posts, comments, reactions, lists, follows, blocks | their author or staff delete them, or the account is deleted |
| files in posts, profile pictures | the post, the file or the account is deleted |
| decisions of moderation | the subject is deleted; then the text and the reference to the file are removed, and the verdict stays |
| the audit trail | for good: the database refuses to change or delete an event |
| API tokens | they end, their owner ends them, or the account is deleted |

## When an account is deleted

[accounts](accounts.md#deletion) says what is removed at once and what a job removes. The address and the handle stay reserved for
\`ACCOUNT_GRACE_DAYS\`. Backups that were made before still contain the account until \`BACKUP_KEEP\` removes them.
`;

const problems: string[] = [];
const named = [
  ...Object.values(RETENTION).map(({ by }): string => by),
  ...Object.values(BY_SETTING).map(([, , by]) => by),
];
for (const { kind } of RECURRING_JOBS) {
  const isNamed = named.includes(kind);
  if (isNamed === REMOVING_NOTHING.includes(kind)) problems.push(`${kind} must be in one of the two lists`);
}
if (process.argv.includes('--check')) {
  if (readFileSync(PAGE, 'utf8') !== page) problems.push('docs/retention.md is not what `npm run gen` writes');
  // Every period is one that the code takes.
  const sources = await Array.fromAsync(new Bun.Glob('src/{features,platform}/**/*.ts').scan(ROOT));
  const text = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  for (const name of Object.keys(RETENTION)) {
    if (!text.includes(`RETENTION.${name}.amount`)) problems.push(`nothing uses the period ${name}`);
  }
} else writeFileSync(PAGE, page);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
