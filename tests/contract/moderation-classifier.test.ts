// Text rules inside the request and the classifier behind them: the question, the effect of each verdict, and failures.
import { beforeEach, describe, expect, test } from 'bun:test';
import { keepOpen } from '../fixtures/keep-open.ts';
import { askForName, decide, hurryJobs, PROFILE, readCase, readName, requireCaseOf } from '../fixtures/moderation.ts';
import { openClassifier } from '../fixtures/moderation-webhook.ts';
import { expectOnlyStatus, openAccountsWorld, type Person } from '../fixtures/people.ts';
import { makePng } from '../fixtures/pictures.ts';

const classifier = await keepOpen(openClassifier());
const home = await keepOpen(
  openAccountsWorld({
    MODERATION_WEBHOOK_URL: classifier.url,
    MODERATION_WEBHOOK_SECRET: classifier.secret,
    LIMITS: 'off',
  }),
);
const moderator = await home.person({ role: 'moderator' });
beforeEach(() => classifier.answerWith(() => Response.json({ verdict: 'allow' })));

const questionsAbout = (person: Person) =>
  classifier.questions.filter(({ body }) => body.case.authorUid === person.uid);
const waitFor = (person: Person, status: string): Promise<void> =>
  home.world.until(async () => (await readName(person)).displayNameStatus === status, 20_000);

describe('a name that no rule matches', () => {
  test('is pending until the classifier allows it; the question is signed and complete', async () => {
    const release = Promise.withResolvers<void>();
    classifier.answerWith(async () => {
      await release.promise;
      return Response.json({ verdict: 'allow', reasons: ['clean'] });
    });
    const person = await home.person();
    const before = await readName(person);
    expect(await askForName(person, 'Ask About Me')).toBe(202);
    expect(await readName(person)).toEqual({
      ...before,
      candidateDisplayName: 'Ask About Me',
      displayNameStatus: 'pending',
    });
    const open = await requireCaseOf(moderator, person, 'pending');
    await home.world.until(() => questionsAbout(person).length === 1);
    release.resolve();
    await waitFor(person, 'allow');
    expect((await readName(person)).displayName).toBe('Ask About Me');
    const [question] = questionsAbout(person);
    expect(question).toMatchObject({ id: open.id, isSigned: true });
    expect(question?.body).toEqual({
      type: 'moderation.case',
      case: {
        id: open.id,
        kind: 'profile-name',
        subjectId: String(person.uid),
        revision: 2,
        authorUid: person.uid,
        createdAt: open.createdAt,
      },
      text: 'Ask About Me',
      file: null,
    });
    expect(await readCase(moderator, open.id)).toMatchObject({
      status: 'decided',
      verdict: 'allow',
      reasons: ['policy.classify', 'classifier.clean'],
      decidedByUid: null,
    });
  });

  test('is rejected by the classifier', async () => {
    classifier.answerWith(() => Response.json({ verdict: 'rejected', reasons: ['hate'] }));
    const person = await home.person();
    const before = await readName(person);
    expect(await askForName(person, 'Bad Enough')).toBe(202);
    await waitFor(person, 'rejected');
    expect((await readName(person)).displayName).toBe(before.displayName);
  });

  test('is held for review when the classifier says so', async () => {
    classifier.answerWith(() => Response.json({ verdict: 'review' }));
    const person = await home.person();
    await askForName(person, 'Hard To Say');
    await waitFor(person, 'review');
    const held = await requireCaseOf(moderator, person, 'review');
    expect(held).toMatchObject({ version: 2, reasons: ['policy.classify', 'classifier.review'] });
    await expectOnlyStatus(decide(moderator, held, 'allow'), 200);
    expect((await readName(person)).displayName).toBe('Hard To Say');
  });

  test('is held for review after three failures, all with the same question id', async () => {
    classifier.answerWith(() => new Response('broken', { status: 500 }));
    const person = await home.person();
    await askForName(person, 'Nobody Answers');
    await home.world.until(async () => {
      await hurryJobs(home);
      return (await readName(person)).displayNameStatus === 'review';
    }, 60_000);
    const held = await requireCaseOf(moderator, person, 'review');
    expect(held.reasons).toEqual(['policy.classify', 'system.classifier_unavailable']);
    expect(questionsAbout(person).map(({ id }) => id)).toEqual([held.id, held.id, held.id]);
  });

  test('is asked again after one failure', async () => {
    let asked = 0;
    classifier.answerWith(() => {
      asked += 1;
      return asked === 1 ? Response.redirect(`${classifier.url}/elsewhere`, 307) : Response.json({ verdict: 'allow' });
    });
    const person = await home.person();
    await askForName(person, 'Second Try');
    await home.world.until(async () => {
      await hurryJobs(home);
      return (await readName(person)).displayNameStatus === 'allow';
    }, 30_000);
    expect(asked).toBe(2);
  });

  test('may be decided by a moderator before the classifier answers, whose verdict is then ignored', async () => {
    const release = Promise.withResolvers<void>();
    classifier.answerWith(async () => {
      await release.promise;
      return Response.json({ verdict: 'allow' });
    });
    const person = await home.person();
    await askForName(person, 'Slow Thoughts');
    const open = await requireCaseOf(moderator, person, 'pending');
    await home.world.until(() => questionsAbout(person).length === 1);
    await expectOnlyStatus(decide(moderator, open, 'rejected'), 200);
    release.resolve();
    const next = await home.person();
    await askForName(next, 'Next In Line');
    await waitFor(next, 'allow');
    expect((await readName(person)).displayNameStatus).toBe('rejected');
    expect(await readCase(moderator, open.id)).toMatchObject({ verdict: 'rejected', version: 2 });
  });
});

test('a name that a rule rejects is decided in the request without the classifier', async () => {
  const person = await home.person();
  await expectOnlyStatus(person.send('PATCH', PROFILE, { displayName: '★ Ｃustomer Supp0rt ★' }), 200);
  expect(await readName(person)).toMatchObject({ displayNameStatus: 'rejected' });
  const decided = await requireCaseOf(moderator, person, 'decided');
  expect(decided.reasons).toEqual(['rule.staff-name']);
  await expectOnlyStatus(decide(moderator, { ...decided, version: 1 }, 'allow'), 200);
  expect(await readName(person)).toMatchObject({ displayNameStatus: 'allow', candidateDisplayName: null });
  expect(questionsAbout(person)).toEqual([]);
});

test('the question about a picture contains it', async () => {
  const person = await home.person();
  const picture = await makePng(48, 48);
  const put = await person.fetch('/api/v1/account/avatar', {
    method: 'PUT',
    body: picture,
    headers: { 'content-type': 'image/png', 'content-length': String(picture.byteLength) },
  });
  expect(put.status).toBe(202);
  await home.world.until(() => questionsAbout(person).length === 1, 20_000);
  const [question] = questionsAbout(person);
  const file = question?.body.file;
  const bytes = Buffer.from(file?.data ?? '', 'base64');
  expect([question?.isSigned, question?.body.text, question?.body.case.kind]).toEqual([true, null, 'avatar']);
  expect([file?.mediaType, file?.bytes, bytes.subarray(8, 12).toString()]).toEqual([
    'image/webp',
    bytes.byteLength,
    'WEBP',
  ]);
  await home.world.until(async () => (await (await person.fetch(PROFILE)).text()).includes('"avatarUrl":"'));
});
