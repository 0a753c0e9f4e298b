// Mails in every kind and language: the link is complete and on its own line, and everything is escaped.
import { expect, test } from 'bun:test';
import { LOCALES } from '../../../kernel/names.ts';
import { composeMail } from './compose.ts';
import { NOTICE_KINDS, readNoticeText } from './notice-texts.ts';
import { MAIL_KINDS, readMailText } from './texts.ts';

const LINK = 'https://live.example/account/password?token=abc&x="<b>';

test.each(LOCALES.flatMap((locale) => MAIL_KINDS.map((kind) => [locale, kind] as const)))('%s %s', (locale, kind) => {
  const mail = composeMail({ kind, to: 'a@example.org', site: 'Livehouse', locale, link: LINK });
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.text.split('\n').filter((line) => line === LINK)).toHaveLength(1);
  expect(mail.html).toContain(`<html lang="${locale}">`);
  expect(mail.html).toContain('token=abc&amp;x=&quot;&lt;b&gt;');
  expect(mail.html).not.toContain('<script');
  expect(mail.html).not.toMatch(/src=/);
});

test('a code stands alone on its line, and there is no link', () => {
  const mail = composeMail({
    kind: 'confirm-code',
    to: 'a@example.org',
    site: 'Livehouse',
    locale: 'en',
    code: '012345',
  });
  expect(mail.text.split('\n').filter((line) => line === '012345')).toHaveLength(1);
  expect(mail.html).toContain('>012345<');
  expect(mail.html).not.toContain('<a ');
});

test('no text stands in two languages, and without a link there is none', () => {
  for (const kind of MAIL_KINDS)
    expect(new Set(LOCALES.map((locale) => readMailText(locale, kind).lead)).size).toBe(LOCALES.length);
  const notice = composeMail({ kind: 'address-changed', to: 'a@example.org', site: 'Livehouse', locale: 'en' });
  expect(notice.html).not.toContain('<a ');
});

test.each(LOCALES)('notices in %s differ from each other and from other languages, and have no link', (locale) => {
  const texts = NOTICE_KINDS.map((kind) => readNoticeText(locale, kind));
  expect(new Set(texts.map(({ subject }) => subject)).size).toBe(NOTICE_KINDS.length);
  expect(new Set(texts.map(({ lead }) => lead)).size).toBe(NOTICE_KINDS.length);
  for (const kind of NOTICE_KINDS) {
    expect(new Set(LOCALES.map((other) => readNoticeText(other, kind).lead)).size).toBe(LOCALES.length);
    const mail = composeMail({ kind, to: 'a@example.org', site: 'Livehouse', locale });
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain('<a ');
  }
});
