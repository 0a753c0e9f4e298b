// What is shown of the environment: a variable that looks like a secret is marked as one, and an address is shown without
// the user and the password in it.
import { describe, expect, test } from 'bun:test';
import { ConfigError, checkConfig } from './config.ts';
import { maskUserInfo, type Variable } from './values.ts';
import { describeVariables, VARIABLES } from './variables.ts';

const ROWS: readonly (readonly [string, Variable<unknown>])[] = Object.entries(VARIABLES);

/** Names and examples that only secrets have. A site key stands in every page that asks for a captcha. */
const looksSecret = (name: string, { meaning, fallback }: Variable<unknown>): boolean =>
  (/TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIAL|HEADERS|KEY/.test(name) &&
    !/_SITE_KEY$|^HEADER_|_SECONDS?_/.test(name)) ||
  /:\/\/[^\s/`]+@|\bBearer\b|\bsecret\b|\bpassword\b|\btoken\b/i.test(`${meaning} ${fallback}`);

/** Whose meaning speaks of a secret that is elsewhere. */
const SPEAKS_OF_OTHERS = new Set(['STAFF_SECOND_FACTOR', 'PASSWORD_SIGN_IN']);

describe('secrets', () => {
  test.each(ROWS.filter(([name, row]) => looksSecret(name, row) && !SPEAKS_OF_OTHERS.has(name)))(
    '%s looks like one and is marked',
    (_, { isSecret }) => {
      expect(isSecret).toBe(true);
    },
  );

  test('are not described', () => {
    const names = ['LIMITS_URL', 'LIVEHOUSE_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS'];
    const shown = describeVariables(Object.fromEntries(names.map((name) => [name, 'hunter2'])));
    for (const name of names)
      expect(shown.find((row) => row.name === name)).toMatchObject({ isSet: true, value: null });
  });
});

describe('user and password of an address', () => {
  const values = ['http', 'https', 'redis', 'smtp', 'postgres'].flatMap((scheme) => [
    `${scheme}://operator:hunter2@host.example/place`,
    `${scheme}://:hunter2@host.example/place`,
    // `URL` takes this for an address where the scheme is that of the web.
    ...(scheme.startsWith('http') ? [`${scheme}:operator:hunter2@host.example/place`] : []),
    `${scheme}://oper@tor:hunter2@host.example,${scheme}://b:hunter2@host.example`,
  ]);
  test.each(ROWS.map(([name]) => name))('%s shows and reports none', (name) => {
    for (const value of values) {
      const shown = describeVariables({ [name]: value }).find((row) => row.name === name);
      expect(shown?.isSet).toBe(true);
      expect(shown?.value ?? '').not.toContain('hunter2');
      try {
        checkConfig({ [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        expect(String(error)).not.toContain('hunter2');
      }
    }
  });

  test('are left out, and nothing else is', () => {
    expect(maskUserInfo('https://operator:secret@id.example.org/realm?x=1')).toBe('https://…@id.example.org/realm?x=1');
    expect(maskUserInfo('https://a.example, https://b:c@d.example')).toBe('https://a.example, https://…@d.example');
    for (const text of [
      'Livehouse <no-reply@example.org>',
      'mailto:a@example.org',
      'https://x.example/@mio',
      '/srv/a@b',
    ]) {
      expect(maskUserInfo(text)).toBe(text);
    }
  });
});
