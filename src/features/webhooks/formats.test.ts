// Messages for Discord: titles and values without markup, a link to the page, and never more than Discord takes.
import { expect, test } from 'bun:test';
import { writeDiscord } from './formats.ts';

const PUBLIC = 'https://live.example';
const write = (type: string, data: object): { readonly content: string; readonly allowed_mentions: object } =>
  JSON.parse(writeDiscord(JSON.stringify({ type, timestamp: '', data }), PUBLIC, 'en'));

test('a message names the event and links to its page', () => {
  expect(write('release.promoted', { server: 'jp', number: 12, releaseId: 'r-1' })).toEqual({
    content: '**Release becomes current** jp \\#12\n<https://live.example/catalog/jp>',
    allowed_mentions: { parse: [] },
  });
  expect(write('account.suspended', { uid: 7 }).content).toEndWith('<https://live.example/moderation/people/7>');
  expect(write('report.created', { reportId: 'a' }).content).toEndWith('<https://live.example/moderation/reports/a>');
});

test('values cannot mention, link or mark up, and a long one is cut before the link', () => {
  const hostile = '@everyone <#1> **x** [a](https://evil.example) `c` > q';
  const { content } = write('release.promoted', { server: hostile, number: 1 });
  expect(content).toContain('\\@everyone \\<\\#1\\> \\*\\*x\\*\\* \\[a\\]\\(https\\:\\/\\/evil\\.example\\)');
  const long = write('release.promoted', { server: '🎸'.repeat(3_000), number: 1 });
  expect([...long.content].length).toBeLessThanOrEqual(2_000 + 1);
  const unknown = write('later.event', { server: 's'.repeat(5_000) });
  expect([...unknown.content]).toHaveLength(2_000);
  expect(unknown.content).toEndWith('\n<https://live.example/>');
  expect(unknown.content).toStartWith('**later\\.event** s');
});
