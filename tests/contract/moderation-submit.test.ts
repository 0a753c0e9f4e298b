// The functions that other features use, on a database: verdicts of submissions, repetitions, revisions, and lost jobs.
import { expect, test } from 'bun:test';
import { Cases, readCase, withdrawCases } from '../../src/features/moderation/cases/cases.ts';
import {
  bindModerationJobs,
  classifyCase,
  enqueueClassify,
  sweepModeration,
} from '../../src/features/moderation/cases/classify.ts';
import type { Decision, FileSubmission, TextSubmission } from '../../src/features/moderation/common/vocabulary.ts';
import { parseRules } from '../../src/features/moderation/rules/file.ts';
import { NO_RULES, type TextRules } from '../../src/features/moderation/rules/rules.ts';
import { openDatabase, type Transaction } from '../../src/platform/database/database.ts';
import { type Jobs, openJobs } from '../../src/platform/jobs/jobs.ts';
import { type Screening, ScreeningFailed } from '../../src/platform/outside/screening.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { closing } from '../fixtures/closing.ts';
import { createTestDatabase } from '../fixtures/database.ts';
import { keepFolder, keepOpen } from '../fixtures/keep-open.ts';

const LOG = openLog('silent');
const RUN = { signal: new AbortController().signal, attempt: 1 };

const NO_OBJECTS = { local: async () => undefined, read: async () => undefined };
const neverEnqueue: Jobs['enqueue'] = async () => {
  throw new Error('nothing is enqueued here');
};

const reading = (rules: TextRules) => ({ read: async () => rules });

function parts(more: Partial<ConstructorParameters<typeof Cases>[0]> = {}): ConstructorParameters<typeof Cases>[0] {
  const silent = {
    mailDecision: async () => undefined,
    onWaiting: async () => undefined,
    flagSeries: async () => undefined,
  };
  return { rules: reading(NO_RULES), fallback: 'allow', askClassifier: undefined, ...silent, ...more };
}

/** Cases whose owner records the verdicts that it gets. */
function openCases(more: Partial<ConstructorParameters<typeof Cases>[0]> = {}) {
  const cases = new Cases(parts(more));
  const told: Decision[] = [];
  for (const kind of ['post', 'comment', 'attachment'] as const) {
    cases.onDecision(kind, async (_tx, decision) => {
      told.push(decision);
    });
  }
  return { cases, told };
}

const text = (more: Partial<TextSubmission> = {}): TextSubmission => ({
  kind: 'post',
  subjectId: Bun.randomUUIDv7(),
  revision: 1,
  authorAccountId: Bun.randomUUIDv7(),
  authorUid: 10_001,
  text: 'a text that is long enough to count',
  ...more,
});
const file = (more: Partial<FileSubmission> = {}): FileSubmission => ({
  kind: 'attachment',
  subjectId: Bun.randomUUIDv7(),
  revision: 1,
  authorAccountId: Bun.randomUUIDv7(),
  authorUid: 10_001,
  contentKey: 'somewhere',
  mediaType: 'image/webp',
  label: 'picture\u202egnp.exe',
  ...more,
});
const run = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => database.transaction(work);

const REPETITION = parseRules(
  'repetition: [{ id: same, verdict: review, kinds: [post, comment], sameText: { moreThan: 3, within: 1h, fromLength: 10 } }]',
);

const clone = await keepOpen(createTestDatabase());
const folder = keepFolder();
const database = await keepOpen(closing(openDatabase({ databaseUrl: clone.url, dataDirectory: folder }, LOG)));
const idle = {
  database,
  cases: new Cases(parts()),
  screening: undefined,
  enqueue: neverEnqueue,
  log: LOG,
  objects: NO_OBJECTS,
};
const jobs = openJobs(database, bindModerationJobs(idle), false, LOG);
await keepOpen({ [Symbol.asyncDispose]: () => jobs.stop() });
await database.ready();

test('a text that no rule matches is allowed and creates no case', async () => {
  const { cases } = openCases();
  expect(await run((tx) => cases.submitText(tx, text()))).toEqual({ verdict: 'allow', reasons: [] });
  expect(await run((tx) => cases.submitFile(tx, file()))).toEqual({ verdict: 'allow', reasons: [] });
});

test('a kind without an owner is a programming error', async () => {
  const cases = new Cases(parts({ fallback: 'review' }));
  await expect(run((tx) => cases.submitText(tx, text()))).rejects.toThrow('nobody owns');
  const { cases: owned } = openCases();
  expect(() => owned.onDecision('post', async () => undefined)).toThrow('an owner already');
});

test('a text that is repeated often is held, across kinds and despite changes around its words', async () => {
  const { cases } = openCases({ rules: reading(REPETITION) });
  const author = Bun.randomUUIDv7();
  const submit = (more: Partial<TextSubmission>) =>
    run((tx) => cases.submitText(tx, text({ authorAccountId: author, ...more }))).then(({ verdict }) => verdict);
  expect(await submit({ text: 'Join my club tonight' })).toBe('allow');
  expect(await submit({ text: 'join MY club, tonight!', kind: 'comment' })).toBe('allow');
  expect(await submit({ text: 'Join my club tonight 🎉' })).toBe('allow');
  expect(await submit({ text: 'J\u200boin my club tonight' })).toBe('review');
  expect(await submit({ text: 'Join my other club tonight' })).toBe('allow');
  expect(await submit({ text: 'Join my club tonight', authorAccountId: Bun.randomUUIDv7() })).toBe('allow');
});

test('editing a text is not a repetition', async () => {
  const { cases } = openCases({ rules: reading(REPETITION) });
  const first = text({ text: 'edited without a change' });
  for (let revision = 1; revision <= 6; revision += 1) {
    expect((await run((tx) => cases.submitText(tx, { ...first, revision }))).verdict).toBe('allow');
  }
});

test('a repeated submission keeps its case and verdict; a rolled-back one leaves nothing', async () => {
  const { cases, told } = openCases({ fallback: 'review' });
  const submission = file();
  const first = await run((tx) => cases.submitFile(tx, submission));
  expect(first).toMatchObject({ verdict: 'review', reasons: ['policy.review'] });
  expect(await run((tx) => cases.submitFile(tx, submission))).toEqual(first);
  const found = await readCase(database.db, first.caseId ?? '');
  if (found === undefined) throw new Error('the case is not there');
  expect(found.excerpt).toBe('picturegnp.exe');
  const settled = { verdict: 'rejected', reasons: ['staff.hate'], decidedBy: undefined } as const;
  expect(await run((tx) => cases.settle(tx, found, settled))).toBe(true);
  expect(told).toEqual([
    {
      caseId: found.id,
      kind: 'attachment',
      subjectId: submission.subjectId,
      revision: 1,
      authorAccountId: submission.authorAccountId,
      shows: false,
      reasonCode: null,
      message: null,
      verdict: 'rejected',
      reasons: ['policy.review', 'staff.hate'],
    },
  ]);
  expect(await run((tx) => cases.submitFile(tx, submission))).toMatchObject({ verdict: 'rejected', caseId: found.id });
  expect(await run((tx) => cases.settle(tx, found, settled))).toBe(false);

  let lost = '';
  const attempt = run(async (tx) => {
    lost = (await cases.submitFile(tx, file())).caseId ?? '';
    throw new Error('rolled back');
  });
  await expect(attempt).rejects.toThrow('rolled back');
  expect(await readCase(database.db, lost)).toBeUndefined();
});

test('a later revision supersedes the case of the earlier one, also when it is allowed itself', async () => {
  const rules = parseRules('words: [{ id: w, verdict: review, languages: { en: [forbidden] } }]');
  const { cases } = openCases({ rules: reading(rules) });
  const first = text({ text: 'a forbidden text' });
  const { caseId = '' } = await run((tx) => cases.submitText(tx, first));
  const second = await run((tx) => cases.submitText(tx, { ...first, revision: 2, text: 'a fine text' }));
  expect(second.verdict).toBe('allow');
  expect(await readCase(database.db, caseId)).toMatchObject({ status: 'superseded', version: 2 });
});

test('a withdrawn case cannot be decided, and its text is removed', async () => {
  const { cases } = openCases({ fallback: 'review' });
  const submission = text();
  const { caseId = '' } = await run((tx) => cases.submitText(tx, submission));
  await run((tx) => withdrawCases(tx, 'post', submission.subjectId));
  const gone = await readCase(database.db, caseId);
  if (gone === undefined) throw new Error('the case is not there');
  expect(gone).toMatchObject({ status: 'superseded', excerpt: '', body: null, content: null });
  const settled = { verdict: 'allow', reasons: [], decidedBy: undefined } as const;
  expect(await run((tx) => cases.settle(tx, gone, settled))).toBe(false);
});

test('with review as default the classifier may reject and never allow', async () => {
  const answers = { allow: 'review', review: 'review', rejected: 'rejected' } as const;
  for (const verdict of ['allow', 'review', 'rejected'] as const) {
    const { cases, told } = openCases({ fallback: 'review', askClassifier: async () => undefined });
    const { caseId = '' } = await run((tx) => cases.submitText(tx, text()));
    const screening: Screening = { ask: async () => ({ verdict, reasons: [] }) };
    await classifyCase(
      { database, objects: NO_OBJECTS, cases, screening, enqueue: neverEnqueue, log: LOG },
      caseId,
      RUN,
    );
    expect(told.map((decision) => decision.verdict)).toEqual([answers[verdict]]);
  }
});

test('content that the classifier cannot get is held for review, and so is everything without a classifier', async () => {
  const { cases } = openCases({ askClassifier: async () => undefined });
  const screening: Screening = {
    ask: async () => {
      throw new Error('nobody should ask');
    },
  };
  const common = { database, cases, enqueue: neverEnqueue, log: LOG };
  const large = { local: async () => ({ path: '', bytes: 9e6, fingerprint: '' }), read: async () => undefined };
  for (const [objects, reason] of [
    [NO_OBJECTS, 'system.content_missing'],
    [large, 'system.content_too_large'],
  ] as const) {
    const { caseId = '' } = await run((tx) => cases.submitFile(tx, file()));
    await classifyCase({ ...common, objects, screening }, caseId, RUN);
    expect(await readCase(database.db, caseId)).toMatchObject({
      status: 'review',
      reasons: ['policy.classify', reason],
    });
  }
  const { caseId = '' } = await run((tx) => cases.submitText(tx, text()));
  await classifyCase({ ...common, objects: NO_OBJECTS, screening: undefined }, caseId, RUN);
  expect(await readCase(database.db, caseId)).toMatchObject({ status: 'review', version: 2 });
});

test('a process that stops during a question does not count as a failure of the classifier', async () => {
  const { cases } = openCases({ askClassifier: async () => undefined });
  const { caseId = '' } = await run((tx) => cases.submitText(tx, text()));
  const screening: Screening = {
    ask: async () => {
      throw new ScreeningFailed('stopped');
    },
  };
  const common = { database, objects: NO_OBJECTS, cases, screening, enqueue: neverEnqueue, log: LOG };
  await expect(classifyCase(common, caseId, { signal: AbortSignal.abort(), attempt: 1 })).rejects.toThrow('stopped');
  expect(await readCase(database.db, caseId)).toMatchObject({ status: 'pending', attempts: 0 });
  await expect(classifyCase(common, caseId, RUN)).rejects.toThrow('stopped');
  expect(await readCase(database.db, caseId)).toMatchObject({ status: 'pending', attempts: 1 });
});

test('the sweep asks again about abandoned cases and no others', async () => {
  const asked: string[] = [];
  const { cases } = openCases({
    askClassifier: (tx, caseId) => enqueueClassify((...promised) => jobs.enqueue(...promised), tx, caseId),
  });
  const enqueue: Jobs['enqueue'] = async (_tx, _kind, payload) => {
    asked.push(JSON.stringify(payload));
  };
  const forgotten = (await run((tx) => cases.submitText(tx, text()))).caseId ?? '';
  const recent = (await run((tx) => cases.submitText(tx, text()))).caseId ?? '';
  await database.db.execute(
    `update moderation_case set updated_at = now() - interval '1 hour' where id = '${forgotten}'`,
  );
  await sweepModeration({ database, objects: NO_OBJECTS, cases, screening: undefined, enqueue, log: LOG });
  expect(asked).toContain(JSON.stringify({ caseId: forgotten }));
  expect(asked).not.toContain(JSON.stringify({ caseId: recent }));
});
