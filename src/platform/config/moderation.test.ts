import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { ConfigError, checkConfig, type Environment } from './config.ts';
import { PACKAGE_ROOT } from './package-root.ts';

const URL_ROW = { MODERATION_WEBHOOK_URL: 'https://classifier.example.org/x' };
const SECRET_ROW = { MODERATION_WEBHOOK_SECRET: 'sixteen letters!' };

function mistakesOf(environment: Environment): readonly string[] {
  try {
    checkConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

test('defaults: the shipped rules, allow, no classifier', () => {
  expect(checkConfig({}).moderation).toEqual({
    rulesFile: join(PACKAGE_ROOT, 'config/moderation.yaml'),
    fallback: 'allow',
    webhook: undefined,
  });
});

test('every row is read', () => {
  expect(
    checkConfig({ MODERATION_RULES: 'off', MODERATION_DEFAULT: 'review', ...URL_ROW, ...SECRET_ROW }).moderation,
  ).toEqual({
    rulesFile: undefined,
    fallback: 'review',
    webhook: { url: 'https://classifier.example.org/x', key: Buffer.from('sixteen letters!') },
  });
  expect(checkConfig({ MODERATION_RULES: '/etc/rules.yaml' }).moderation.rulesFile).toBe('/etc/rules.yaml');
});

test('an incomplete classifier and malformed variables are mistakes', () => {
  expect(mistakesOf(URL_ROW)).toEqual(['MODERATION_WEBHOOK_SECRET is missing: MODERATION_WEBHOOK_URL is set']);
  expect(mistakesOf(SECRET_ROW)).toEqual(['MODERATION_WEBHOOK_URL is missing: MODERATION_WEBHOOK_SECRET is set']);
  for (const row of [
    { MODERATION_DEFAULT: 'maybe' },
    { ...SECRET_ROW, MODERATION_WEBHOOK_URL: 'classifier' },
    { ...SECRET_ROW, MODERATION_WEBHOOK_URL: 'ftp://classifier.example.org' },
    { ...SECRET_ROW, MODERATION_WEBHOOK_URL: 'https://user:word@classifier.example.org' },
    { ...URL_ROW, MODERATION_WEBHOOK_SECRET: 'short' },
    { ...URL_ROW, MODERATION_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' },
  ]) {
    const [mistake = '', ...others] = mistakesOf(row).filter((text) => !text.includes('is missing'));
    expect([mistake.startsWith('MODERATION_'), others]).toEqual([true, []]);
    expect(mistake).not.toContain('short');
  }
});
