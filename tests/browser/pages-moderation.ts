// The pages of moderation, with posts, comments, pictures, names and reports that wait.
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { writeComment, writePost } from '../fixtures/community.ts';
import { askForName, MODERATION } from '../fixtures/moderation.ts';
import type { Person } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';
import { settle, upload } from '../fixtures/uploads.ts';
import type { PageRow, PageStage } from './pages.ts';

/** Moderators, one for each stage. */
const moderators = new WeakMap<PageStage, Promise<Person>>();
const moderatorOf = (stage: PageStage): Promise<Person> => {
  const known = moderators.get(stage) ?? stage.accounts.person({ role: 'moderator' });
  moderators.set(stage, known);
  return known;
};
const asModerator = async (stage: PageStage): Promise<string> => (await moderatorOf(stage)).cookie;

const report = (who: Person, targetKind: string, targetId: string, fields: object) =>
  who.send('POST', '/api/v1/community/reports', { targetKind, targetId, reasonCode: 'spam', ...fields });

/** Names that a page must bear: as long as names may be, from right to left, in letters of several scripts. */
const NAMES = [
  '星降る夜の図書館で待ち合わせ',
  'ליאורה בת־הים 🌙',
  'Maximiliane-Theodora von Hohenberg',
  '김하늘',
  'مريم العنزي',
];

/** Gives people such names, one after the other. */
async function named({ accounts }: PageStage, person: Person, place: number): Promise<Person> {
  const name = NAMES[place % NAMES.length] ?? '';
  await accounts.sql`update profile set display_name = ${name} where account_id = ${person.id}`;
  return person;
}

/** A month of decisions and reports, with weekends that are quiet, and one day that is not. */
async function month(stage: PageStage): Promise<string> {
  const moderator = await moderatorOf(stage);
  const author = await named(stage, await stage.accounts.person(), 1);
  await stage.accounts.sql`
    insert into moderation_case (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict,
      excerpt, decided_by, decided_at, reason_code, created_at, updated_at)
    select gen_random_uuid(), 'comment', gen_random_uuid()::text, 1, ${author.id}, ${author.uid}, 'decided',
      case when n % 3 = 0 then 'allow' else 'rejected' end, 'a comment', ${moderator.id},
      born + make_interval(mins => 4 + (n * 37) % 400), (array['spam', 'harassment', 'privacy', 'spam', 'misinformation'])[1 + n % 5],
      born, born + make_interval(mins => 4 + (n * 37) % 400)
    from (select n, now() - make_interval(hours => (n * 7) % 700 + case when n % 9 = 0 then 240 - (n * 7) % 700 else 0 end + 8) as born
      from generate_series(1, 160) n) t`;
  await stage.accounts.sql`
    insert into report (id, reporter_account_id, target_kind, target_id, target_revision, target_account_id, reason_code, status, created_at)
    select gen_random_uuid(), ${moderator.id}, 'comment', gen_random_uuid()::text, 1, ${author.id},
      (array['spam', 'hate', 'other'])[1 + n % 3], 'dismissed', now() - make_interval(hours => (n * 11) % 700)
    from generate_series(1, 60) n`;
  await morning(stage);
  return '/moderation/figures';
}

/** A picture that waits for a person, as with `MODERATION_DEFAULT=review`. */
async function waitingPicture({ accounts }: PageStage): Promise<string> {
  const author = await accounts.person();
  const file = await upload(author, await makePng(640, 480), 'image/png');
  await settle(author, file);
  await writePost(author, { title: 'From the second row', attachmentIds: [file] });
  const id = Bun.randomUUIDv7();
  await accounts.sql`insert into moderation_case
      (id, kind, subject_id, subject_revision, author_account_id, author_uid, status, verdict, reasons, excerpt, content)
    select ${id}, 'attachment', ${file}, 1, ${author.id}, ${author.uid}, 'review', 'review', '{policy.review}', 'second-row.png',
      jsonb_build_object('key', original_key, 'mediaType', 'image/png') from attachment where id = ${file}`;
  return `/moderation/cases/${id}`;
}

/** A post that a rule holds, with two versions. */
async function waitingPost(stage: PageStage): Promise<Person> {
  const author = await named(stage, await stage.accounts.person(), 4);
  const post = await writePost(author, {
    title: 'Encore for everybody',
    body: 'I have two tickets for the harbour.\nWrite to me.',
  });
  await author.send('PATCH', `/api/v1/community/posts/${post.id}`, {
    body: 'I have two tickets for the harbour.\nAlso: selling my account, cheap, with a casino bonus.',
    version: post.version,
  });
  return author;
}

/** A post that two people reported. */
async function reportedPost(stage: PageStage): Promise<void> {
  const { accounts } = stage;
  const [author, first, second] = [
    await named(stage, await accounts.person(), 0),
    await named(stage, await accounts.person(), 1),
    await named(stage, await accounts.person(), 2),
  ];
  const post = await writePost(author, { title: 'Only here', body: 'The cheapest tickets in town, ask me how.' });
  await report(first, 'post', post.id, { details: 'The third time this week.' });
  await report(second, 'post', post.id, { reasonCode: 'misinformation' });
}

/** A comment that a rule holds, in answer to another one. */
async function waitingComment(stage: PageStage): Promise<void> {
  const { accounts } = stage;
  const [author, writer] = [await accounts.person(), await named(stage, await accounts.person(), 2)];
  const post = await writePost(author, { title: 'Lanterns at the harbour', body: 'Who is coming tonight?' });
  const root = await writeComment(author, post.id, { body: 'I am at the bridge.' });
  await writeComment(writer, post.id, { body: 'Me too. By the way: buy game account at my place.', parentId: root.id });
}

/** All that a morning brings. */
async function morning(stage: PageStage): Promise<string> {
  await waitingPost(stage);
  await reportedPost(stage);
  await waitingComment(stage);
  await askForName(await stage.accounts.person(), 'Account for sale');
  await waitingPicture(stage);
  return '/moderation';
}

type Queue = AnswerBody<'GET /api/v1/moderation/queue'>;

/** The own page of an entry of the queue. */
async function entryPath(stage: PageStage, type: string, kind: string): Promise<string> {
  await morning(stage);
  const moderator = await moderatorOf(stage);
  const { entries }: Queue = await (await moderator.fetch(`${MODERATION}/queue?kind=${kind}&limit=100`)).json();
  const found = entries.find((entry) => entry.type === type);
  return `/moderation/${type === 'case' ? 'cases' : 'reports'}/${found?.id}`;
}

/** A post that staff has deleted; its page. */
async function deletedPost(stage: PageStage): Promise<string> {
  const { id } = await writePost(await stage.accounts.person(), { title: 'A lamp', body: 'With an address' });
  const deletion = { reasonCode: 'privacy', message: 'It shows an address.' };
  await (await moderatorOf(stage)).send('DELETE', `${MODERATION}/posts/${id}`, deletion);
  return `/moderation/deletions/post/${id}`;
}

/** A person with a rejection, a restriction and notes; the page of that person. */
async function knownPerson(stage: PageStage): Promise<string> {
  const moderator = await moderatorOf(stage);
  const author = await waitingPost(stage);
  const [waiting]: { id: string; version: number }[] = await stage.accounts.sql`
    select id, version from moderation_case where author_account_id = ${author.id} and status = 'review'`;
  await moderator.send('POST', `${MODERATION}/cases/${waiting?.id}/decision`, {
    verdict: 'rejected',
    reasonCode: 'spam',
    message: 'Accounts are not for sale here.',
    version: waiting?.version,
  });
  await moderator.send('POST', `${MODERATION}/users/${author.uid}/restrictions`, {
    kind: 'write',
    reasonCode: 'spam',
    message: 'Please read the rules, and come back then.',
    expiresAt: Date.now() + 7 * 86_400_000,
  });
  await moderator.send('POST', `${MODERATION}/users/${author.uid}/notes`, {
    body: 'Was asked twice before, friendly.',
  });
  await author.send('POST', '/api/v1/account/appeals', {
    caseId: waiting?.id,
    message: 'It was a joke between friends. I have taken it out.',
  });
  return `/moderation/people/${author.uid}`;
}

const then =
  (make: (stage: PageStage) => Promise<unknown>, path: string) =>
  async (stage: PageStage): Promise<string> => {
    await make(stage);
    return path;
  };

export const MODERATION_ROWS: readonly PageRow[] = [
  { name: 'moderation-empty', route: 'moderationPage', path: '/moderation', cookies: asModerator },
  { name: 'moderation', route: 'moderationPage', path: morning, cookies: asModerator },
  // Says who may.
  { name: 'moderation-member', route: 'moderationPage', path: '/moderation', signedIn: true, status: 403 },
  {
    name: 'moderation-case',
    route: 'moderationCasePage',
    path: (stage) => entryPath(stage, 'case', 'comment'),
    cookies: asModerator,
  },
  { name: 'moderation-picture', route: 'moderationCasePage', path: waitingPicture, cookies: asModerator },
  {
    name: 'moderation-report',
    route: 'moderationReportPage',
    path: (stage) => entryPath(stage, 'reports', 'post'),
    cookies: asModerator,
  },
  {
    name: 'moderation-reports',
    route: 'moderationReportsPage',
    path: then(reportedPost, '/moderation/reports'),
    cookies: asModerator,
  },
  {
    name: 'moderation-appeals',
    route: 'moderationAppealsPage',
    path: then(knownPerson, '/moderation/appeals'),
    cookies: asModerator,
  },
  {
    name: 'moderation-people',
    route: 'moderationPeoplePage',
    path: then(knownPerson, '/moderation/people?q=person'),
    cookies: asModerator,
  },
  { name: 'moderation-person', route: 'moderationPersonPage', path: knownPerson, cookies: asModerator },
  {
    name: 'moderation-content',
    route: 'moderationContentPage',
    path: async (stage) => `${await knownPerson(stage)}/content`,
    cookies: asModerator,
  },
  {
    name: 'moderation-deletion',
    route: 'moderationDeletionPage',
    path: deletedPost,
    cookies: asModerator,
  },
  {
    name: 'moderation-audit',
    route: 'moderationAuditPage',
    path: then(knownPerson, '/moderation/audit'),
    cookies: asModerator,
  },
  {
    name: 'moderation-decisions',
    route: 'moderationDecisionsPage',
    path: then(knownPerson, '/moderation/decisions'),
    cookies: asModerator,
  },
  {
    name: 'moderation-figures',
    route: 'moderationFiguresPage',
    path: month,
    cookies: asModerator,
  },
];
