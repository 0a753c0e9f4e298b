// Which version is newer, and what counts as one.
import { expect, test } from 'bun:test';
import { isNewer, versionSchema } from './state.ts';

test.each([
  ['0.1.1', '0.1.0', true],
  ['0.10.0', '0.9.1', true],
  ['1.0.0', '1.0.0-rc.1', true],
  ['1.0.0-rc.2', '1.0.0-rc.1', true],
  ['1.0.0-rc.10', '1.0.0-rc.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0+build.5', '0.1.0', false],
  ['1.0.0-rc.1', '1.0.0', false],
  ['0.9.9', '0.10.0', false],
])('%s is newer than %s: %p', (version, than, newer) => {
  expect(isNewer(version, than)).toBe(newer);
});

test.each(['1.0', 'v1.0.0', '1.0.0 ', '', '1.0.0-', `1.0.0-${'a'.repeat(64)}`])('%p is no version', (text) => {
  expect(versionSchema.safeParse(text).success).toBe(false);
});
