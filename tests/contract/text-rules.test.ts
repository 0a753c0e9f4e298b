// Text rules in the browser: stored ones apply at once, have versions, and are tried before they are stored.
import { describe, expect, test } from 'bun:test';
import type { AnswerBody } from '../../src/web/client/endpoints.ts';
import { POSTS, writeComment, writePost } from '../fixtures/community.ts';
import { keepOpen } from '../fixtures/keep-open.ts';
import { expectOnlyStatus, expectRefused, expectStatus, openAccountsWorld } from '../fixtures/people.ts';

const RULES = '/api/v1/admin/rules';
const MODERATION = '/api/v1/moderation';
const PAGE = '/admin/rules';
const html = { accept: 'text/html' };

const world = await keepOpen(openAccountsWorld({ LIMITS: 'off', QUOTAS: 'off' }));
const administrator = await world.person({ role: 'administrator' });
const moderator = await world.person({ role: 'moderator' });
const member = await world.person();

type View = AnswerBody<'GET /api/v1/admin/rules'>;
const read = (query = ''): Promise<View> => expectStatus(administrator.fetch(`${RULES}${query}`), 200);
const write = async (rules: string, fields: object = {}) =>
  administrator.send('PUT', RULES, { rules, version: (await read()).version, ...fields });
const tryOut = (rules: string, text?: string) =>
  expectStatus<AnswerBody<'POST /api/v1/admin/rules/try'>>(
    administrator.send('POST', `${RULES}/try`, { rules, ...(text === undefined ? {} : { text }) }),
    200,
  );
const reset = () => administrator.fetch(RULES, { method: 'DELETE' });
const wordRule = (term: string, verdict = 'review') =>
  `words:\n  - id: word\n    verdict: ${verdict}\n    languages:\n      en: [${term}]\n`;

describe('stored rules', () => {
  test('are for administrators', async () => {
    for (const person of [member, moderator]) await expectRefused(person.fetch(RULES), '403 forbidden');
  });

  test('apply at once instead of those of the file, and no longer once the file is chosen again', async () => {
    const first = await read();
    expect(first).toMatchObject({ version: 1, source: 'file', versions: [] });
    expect(first.rules).toContain('id: same-text');
    expect(first.list.map(({ id }) => id)).toContain('first-links');
    await expectRefused(reset(), '409 rules_not_stored');

    const stored = await expectStatus<View>(write(wordRule('zeppelin'), { note: 'A wave of spam' }), 200);
    expect(stored).toMatchObject({ version: 2, source: 'stored', rules: wordRule('zeppelin') });
    expect(stored.list).toEqual([
      {
        id: 'word',
        list: 'words',
        verdict: 'review',
        kinds: ['post', 'comment', 'list', 'profile-name', 'profile-links'],
      },
    ]);
    expect(stored.versions).toMatchObject([{ version: 2, source: 'stored', by: { uid: administrator.uid } }]);
    const held = await writePost(member, { body: 'Buy my zeppelin' });
    expect((await member.fetch(`${POSTS}/${held.id}`)).status).toBe(200);
    expect((await moderator.fetch(`${MODERATION}/queue`)).status).toBe(200);
    expect((await world.person().then((other) => other.fetch(`${POSTS}/${held.id}`))).status).toBe(404);

    await expectRefused(administrator.send('PUT', RULES, { rules: '', version: 1 }), '409 version_conflict');
    expect((await expectStatus<View>(write(''), 200)).list).toEqual([]);
    await expectOnlyStatus(reset(), 204);
    expect(await read()).toMatchObject({ version: 4, source: 'file', rules: first.rules });
    expect(await read('?of=2')).toMatchObject({ version: 4, source: 'stored', rules: wordRule('zeppelin') });
    await expectRefused(administrator.fetch(`${RULES}?of=99`), '404 rules_version_not_found');
    await expectRefused(administrator.fetch(`${RULES}?of=x`), '400 invalid_query');
    const open = await writePost(member, { body: 'Buy my zeppelin soon' });
    expect((await moderator.fetch(`${POSTS}/${open.id}`)).status).toBe(200);
    expect((await world.person().then((other) => other.fetch(`${POSTS}/${open.id}`))).status).toBe(200);

    const { events } = await expectStatus(administrator.fetch('/api/v1/admin/audit?subjectId=rules'), 200);
    expect(events.map(({ action, before, after, note }) => [action, before, after, note])).toEqual([
      ['instance.rules-reset', { version: 3 }, { version: 4 }, null],
      ['instance.rules', { version: 2 }, { version: 3 }, null],
      ['instance.rules', { version: 1 }, { version: 2 }, 'A wave of spam'],
    ]);
  });

  test('of two that are stored at once, one is refused', async () => {
    const { version } = await read();
    const put = () => administrator.send('PUT', RULES, { rules: wordRule('both'), version });
    const statuses = (await Promise.all([put(), put()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    await expectOnlyStatus(reset(), 204);
  });

  test('with mistakes, or too slow ones, are refused', async () => {
    await expectRefused(write('words: ['), '422 invalid_rules');
    await expectRefused(write('links: [{ id: a, verdict: perhaps, moreThan: 1 }]'), '422 invalid_rules');
    await expectRefused(write('x'.repeat(200_001)), '422 invalid_rules');
    await expectRefused(administrator.send('POST', `${RULES}/try`, {}), '422 invalid_body');
    const terms = (length: number) => Array.from({ length }, (_, index) => `q${index.toString(36)}z`).join(', ');
    expect((await tryOut(wordRule(terms(20_000)))).faults).toEqual([
      { place: 'words.0.languages', line: 5, message: 'has too many terms for one rule' },
    ]);
    const slow = `words:\n${Array.from({ length: 12 }, (_, index) => wordRule(terms(2_000)).replace('words:\n', '').replace('word', `w${index}`)).join('')}`;
    await expectRefused(
      administrator.send('POST', `${RULES}/try`, { rules: slow, text: 'q zq '.repeat(4_000) }),
      '422 rules_too_slow',
    );
    for (let index = 0; index < 40; index += 1) await writePost(member, { body: `${index} ${'q zq '.repeat(3_000)}` });
    await expectRefused(write(slow), '422 rules_too_slow');
    expect((await read()).source).toBe('file');
  }, 120_000);
});

describe('a trial', () => {
  test('names mistakes with their lines', async () => {
    const { faults, text, tried } = await tryOut(
      'links:\n  - id: a\n    verdict: perhaps\n    moreThan: 1\n  - id: A\n    verdict: review\n    moreThan: 1\n',
      'x',
    );
    expect(faults.map(({ place, line }) => [place, line])).toEqual([
      ['links.0.verdict', 3],
      ['links.1.id', 5],
    ]);
    expect([text, tried]).toEqual([null, 0]);
    expect((await tryOut('links:\n  - {\n')).faults[0]?.line).toBeGreaterThan(1);
    const twice = 'links:\n  - { id: a, verdict: review, moreThan: 1 }\n  - { id: a, verdict: review, moreThan: 1 }\n';
    expect((await tryOut(twice)).faults).toEqual([{ place: 'links.1.id', line: 3, message: 'two rules are called a' }]);
    expect((await tryOut('- a')).faults).toMatchObject([{ place: '' }]);
  });

  test('survives aliases that refer to each other many times', async () => {
    const levels = Array.from({ length: 30 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`);
    const answer = await administrator.send('POST', `${RULES}/try`, { rules: `a0: &a0 [x]\n${levels.join('\n')}\n` });
    expect([200, 422]).toContain(answer.status);
  });

  test('judges a text, and finds public posts, but no others', async () => {
    const shown = await writePost(member, { title: 'Tide', body: 'A marzipan harbour' });
    const own = await writePost(member, { body: 'A private marzipan', visibility: 'private' });
    const found = await tryOut(wordRule('marzipan', 'rejected'), 'No M4RZIPAN here');
    expect(found.text).toEqual({
      verdict: 'rejected',
      reasons: ['rule.word'],
      marks: [{ start: 3, end: 11, rule: 'rule.word' }],
    });
    expect(found.posts).toMatchObject([
      { id: shown.id, title: 'Tide', author: { uid: member.uid }, verdict: 'rejected', reasons: ['rule.word'] },
    ]);
    expect(JSON.stringify(found)).not.toContain(own.id);
    expect(found.tried).toBeGreaterThan(0);
    const newAccounts = 'newAccounts: [{ id: young, verdict: review, firstTexts: 1, youngerThan: 1h }]';
    const young = await tryOut(newAccounts, 'Hello');
    expect(young.text?.reasons).toEqual(['rule.young']);
    const newcomer = await world.person();
    const first = await writePost(newcomer);
    const second = await writePost(newcomer);
    const ids = (await tryOut(newAccounts)).posts.map(({ id }) => id);
    expect([ids.includes(first.id), ids.includes(second.id)]).toEqual([true, false]);
    for (let copy = 0; copy < 3; copy += 1) await writePost(newcomer, { body: 'The very same copy' });
    const same = 'repetition: [{ id: same, verdict: review, sameText: { moreThan: 2, within: 1h } }]';
    expect((await tryOut(same)).posts).toHaveLength(1);
  });
});

const SAME = 'repetition: [{ id: same, verdict: review, sameText: { moreThan: 2, within: 1h } }]';
type Alike = AnswerBody<'POST /api/v1/moderation/cases/{id}/reject-alike'>;
const waiting = async () => (await expectStatus(moderator.fetch(`${MODERATION}/queue?limit=100`), 200)).entries;

describe('the same text', () => {
  test('puts the whole series before staff, but not what staff allowed', async () => {
    await expectOnlyStatus(write(SAME), 200);
    const author = await world.person();
    const text = 'Come to my wonderful garden';
    const first = await writePost(author, { body: text });
    const other = await writePost(member);
    const second = await writeComment(author, other.id, { body: `${text}!` });
    const unlike = await writePost(author, { body: 'Something else' });
    const third = await writePost(author, { body: text });
    const series = async () =>
      (await waiting()).filter(({ authorUid }) => authorUid === author.uid).map(({ subjectId }) => subjectId);
    await world.world.until(async () => (await series()).length === 3);
    expect((await series()).sort()).toEqual([first.id, second.id, third.id].sort());
    for (const entry of (await waiting()).filter(({ authorUid }) => authorUid === author.uid)) {
      expect(entry.reasons).toEqual(['rule.same']);
    }
    const reader = await world.person();
    expect((await reader.fetch(`${POSTS}/${first.id}`)).status).toBe(404);
    expect((await reader.fetch(`${POSTS}/${unlike.id}`)).status).toBe(200);

    const entry = (await waiting()).find(({ subjectId }) => subjectId === first.id);
    await expectOnlyStatus(
      moderator.send('POST', `${MODERATION}/cases/${entry?.id}/decision`, {
        verdict: 'allow',
        reasonCode: 'other',
        version: entry?.version,
      }),
      200,
    );
    const fourth = await writePost(author, { body: text });
    await world.world.until(async () => (await series()).includes(fourth.id));
    expect((await series()).sort()).toEqual([second.id, third.id, fourth.id].sort());
    expect((await reader.fetch(`${POSTS}/${first.id}`)).status).toBe(200);
    await expectOnlyStatus(reset(), 204);
  });

  test('is rejected at once, whoever wrote it', async () => {
    await expectOnlyStatus(write(wordRule('turnip')), 200);
    const [one, two] = await world.people(2);
    const posts = [
      await writePost(one, { body: 'Fresh turnip for all' }),
      await writePost(two, { body: 'FRESH turnip, for all!' }),
      await writePost(moderator, { body: 'Fresh turnip for all' }),
    ];
    const unlike = await writePost(two, { body: 'Old turnip for all' });
    await expectOnlyStatus(reset(), 204);
    const entries = await waiting();
    const entry = entries.find(({ subjectId }) => subjectId === posts[0]?.id);
    const path = `${MODERATION}/cases/${entry?.id}/reject-alike`;
    const body = { reasonCode: 'spam', message: 'No vegetables.', version: entry?.version };
    await expectRefused(member.send('POST', path, body), '403 staff_required');
    await expectRefused(moderator.send('POST', path, { version: 1 }), '422 invalid_decision');
    await expectRefused(moderator.send('POST', path, { ...body, version: 9 }), '409 version_conflict');
    const NOWHERE = '00000000-0000-4000-8000-000000000000';
    await expectRefused(
      moderator.send('POST', `${MODERATION}/cases/${NOWHERE}/reject-alike`, body),
      '404 case_not_found',
    );
    const { results, more } = await expectStatus<Alike>(moderator.send('POST', path, body), 200);
    expect(more).toBe(false);
    expect(results.map((result) => (result.ok ? result.case.verdict : result.code))).toEqual([
      'rejected',
      'rejected',
      // One's own text is for others to decide.
      'forbidden',
    ]);
    expect(results[0]?.id).toBe(entry?.id ?? '');
    const left = (await waiting()).map(({ subjectId }) => subjectId);
    expect(left).toContain(unlike.id);
    expect(left).not.toContain(posts[1]?.id);
    const standing = await expectStatus(two.fetch('/api/v1/account/standing'), 200);
    expect(JSON.stringify(standing)).toContain('No vegetables.');

    await world.sql`update moderation_case set body = null where id = ${entry?.id ?? ''}::uuid`;
    await expectRefused(moderator.send('POST', path, { ...body, version: 2 }), '409 case_without_text');
  });
});

describe('the page', () => {
  const show = async (path = PAGE) => (await administrator.fetch(path, { headers: html })).text();
  const send = (path: string, fields: Readonly<Record<string, string>>) =>
    world.form(path, fields, { ...html, cookie: administrator.cookie });
  const versionOf = (page: string): string => /name="version" value="(\d+)"/.exec(page)?.[1] ?? '';

  test('edits, tries, stores, shows earlier versions, and goes back to the file', async () => {
    const before = await show();
    expect(before).toContain('The rules of the file apply.');
    const typed = {
      rules: wordRule('harbour').replaceAll('\n', '\r\n'),
      text: 'The HARBOUR',
      note: '',
      version: versionOf(before),
    };
    const tried = await send(`${PAGE}/try`, typed);
    expect(tried.status).toBe(200);
    const outcome = await tried.text();
    expect(outcome).toContain('What the rules find');
    expect(outcome).toContain('en: [harbour]');
    const saved = await send(PAGE, typed);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${PAGE}?done=saved`]);
    expect((await read()).rules).toBe(wordRule('harbour'));
    expect(await show(`${PAGE}?done=saved`)).toContain('The rules are saved and apply now.');

    const late = await send(PAGE, { ...typed, rules: 'links: [] # mine' });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain('links: [] # mine');
    const current = versionOf(await show());
    const wrong = await send(PAGE, { ...typed, rules: 'links:\n  - id: Ä\n', version: current });
    expect(wrong.status).toBe(422);
    const mistakes = await wrong.text();
    expect(mistakes).toContain('Line 2');
    expect(mistakes).toContain('<code>links.0.id</code>');
    expect((await send(`${PAGE}/try`, { ...typed, text: 'x'.repeat(20_001) })).status).toBe(422);

    const earlier = await show(`${PAGE}?version=${current}`);
    expect(earlier).toContain('looking at version');
    expect((await administrator.fetch(`${PAGE}?version=77`, { headers: html, redirect: 'manual' })).status).toBe(303);
    for (let time = 0; time < 2; time += 1) {
      const back = await send(`${PAGE}/reset`, {});
      expect([back.status, back.headers.get('location')?.startsWith(PAGE)]).toEqual([303, true]);
    }
    expect((await read()).source).toBe('file');
  });
});
