// Which settings count, and what a folder of texts may hold.
import { beforeEach, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderForTest } from '../../../../tests/fixtures/keep-open.ts';
import { LOCALES } from '../../../kernel/names.ts';
import { ConfigError, checkConfig } from '../../../platform/config/config.ts';
import { DEFAULT_TEXTS } from './default-texts.ts';
import { resolveSettings, TEXT_CHARACTERS_MAX } from './settings.ts';
import { readTextsFolder } from './texts-folder.ts';

const environment = (variables: Record<string, string> = {}) => checkConfig(variables).instance;

describe('settings', () => {
  test('stored ones beat the environment, which beats the defaults; null says that there is none', () => {
    const given = environment({
      INSTANCE_NAME: 'Env',
      INSTANCE_CONTACT: 'a@example.org',
      INSTANCE_LOGO_URL: '/logo.png',
    });
    const files = { rules: { en: 'Ours at {name}' } };
    const facts = resolveSettings({ name: 'Stored', contact: null }, given, files, DEFAULT_TEXTS);
    expect(facts).toMatchObject({
      name: 'Stored',
      contact: null,
      logoUrl: '/logo.png',
      description: null,
      locale: 'en',
    });
    expect(facts.rules).toEqual({ en: 'Ours at Stored' });
    expect(Object.keys(facts.privacy)).toEqual([...LOCALES]);
    expect(facts.notice).toEqual({});
    const stored = resolveSettings({ rules: { ja: ' ' } }, given, files, DEFAULT_TEXTS);
    expect(stored.rules).toEqual({});
  });

  test('a name cannot become markup in a text', () => {
    const given = environment({ INSTANCE_NAME: '[x](https://evil.example) $& <b>' });
    const { about } = resolveSettings({}, given, { about: { en: '{name}!' } }, {});
    expect(about.en).toBe('\\[x\\]\\(https://evil\\.example\\) $\\& \\<b\\>!');
  });

  test('every shipped text is there in five languages', () => {
    for (const name of ['about', 'rules', 'privacy'] as const) {
      expect(Object.keys(DEFAULT_TEXTS[name] ?? {})).toEqual([...LOCALES]);
    }
  });
});

test.each([
  ['INSTANCE_NAME', 'x'.repeat(61)],
  ['INSTANCE_NAME', 'two\nlines'],
  ['INSTANCE_DESCRIPTION', 'x'.repeat(301)],
  ['INSTANCE_LOGO_URL', 'javascript:alert(1)'],
  ['INSTANCE_LOGO_URL', 'http://example.org/x.png'],
  ['INSTANCE_LOGO_URL', '//evil.example/x.png'],
  ['INSTANCE_LOGO_URL', '/\\evil.example'],
  ['INSTANCE_CONTACT', 'javascript:alert(1)'],
  ['INSTANCE_CONTACT', 'ask at the bar'],
  ['INSTANCE_REGISTRATION', 'sometimes'],
])('%s refuses %j', (name, value) => {
  expect(() => checkConfig({ [name]: value })).toThrow(name);
});

test.each(['a@example.org', 'mailto:a+b@example.org', 'https://example.org/us?x=1', 'http://例え.jp/'])(
  'INSTANCE_CONTACT takes %j',
  (contact) => expect(checkConfig({ INSTANCE_CONTACT: contact }).instance.contact).toBe(contact),
);

describe('the folder of texts', () => {
  let folder = '';
  beforeEach(() => {
    folder = folderForTest();
  });
  const read = () => readTextsFolder(environment({ INSTANCE_TEXTS: folder, INSTANCE_LOCALE: 'ja' }));
  const write = (name: string, text: string | Uint8Array): void => writeFileSync(join(folder, name), text);

  test('files by name and language; one without a language is in that of the instance', () => {
    write('rules.md', 'everybody\n');
    write('rules.ko.md', '한국어');
    write('about.md', 'not this');
    write('about.ja.md', 'これ');
    write('README.md', 'for ourselves');
    write('logo.png', 'x');
    expect(read()).toEqual({ rules: { ja: 'everybody', ko: '한국어' }, about: { ja: 'これ' } });
  });

  test('every mistake is reported together', () => {
    write('rulez.md', 'x');
    write('rules.de.md', 'x');
    write('notice.md', new Uint8Array([0xff]));
    write('about.md', 'x'.repeat(TEXT_CHARACTERS_MAX + 1));
    let mistakes: readonly string[] = [];
    try {
      read();
    } catch (error) {
      if (error instanceof ConfigError) ({ mistakes } = error);
    }
    expect(mistakes.map((mistake) => /: (\S+)/.exec(mistake)?.[1])).toEqual([
      'about.md',
      'notice.md',
      'rules.de.md',
      'rulez.md',
    ]);
    rmSync(folder, { recursive: true });
    expect(read).toThrow('INSTANCE_TEXTS names a folder that cannot be read (ENOENT)');
  });
});
