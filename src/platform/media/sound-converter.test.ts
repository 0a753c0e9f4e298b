// Conversion by an installed FFmpeg. Without one the result is undefined, which these tests accept.
import { expect, test } from 'bun:test';
import { isMp3 } from '../../../tests/fixtures/level-resources.ts';
import { variableMp3 } from '../../../tests/fixtures/level-snapshot.ts';
import { convertToConstantMp3 } from './sound-converter.ts';

test('a variable-rate sound becomes constant-rate, where FFmpeg is installed', async () => {
  const made = await convertToConstantMp3(variableMp3());
  expect(made === undefined).toBe(Bun.which('ffmpeg') === null);
  if (made !== undefined) expect(isMp3(made)).toBe(true);
});

test.each([
  ['text', new TextEncoder().encode('no sound at all')],
  ['nothing', new Uint8Array(0)],
  ['a playlist that names a file', new TextEncoder().encode('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
])('%s is not converted, and nothing throws', async (_, bytes) => {
  expect(await convertToConstantMp3(bytes)).toBeUndefined();
});
