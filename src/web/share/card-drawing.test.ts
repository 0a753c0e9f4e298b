import { expect, test } from 'bun:test';
import { drawCardOf } from './card-drawing.ts';

const texts = { title: 'Lamp', tickets: [], site: 'Livehouse', hasPicture: false };

test('texts are escaped, and what XML cannot hold is left out', () => {
  const { svg } = drawCardOf({ ...texts, title: '<image href="x"/> & \u0000\u202e"\u{1f3b5}' }, true);
  expect(svg).toContain('&lt;image href=&quot;x&quot;/&gt; &amp; &quot;\u{1f3b5}');
  for (const part of ['<image', '\u0000', '\u202e']) expect(svg).not.toContain(part);
});

test('a long title ends with three dots', () => {
  const { svg } = drawCardOf({ ...texts, title: 'A very long title of a song '.repeat(20) }, true);
  expect(svg.match(/font-size="60"/g)?.length).toBe(3);
  expect(svg).toContain('…</text>');
  expect(drawCardOf({ ...texts, title: '長い題名'.repeat(40) }, true).svg.match(/font-size="60"/g)?.length).toBe(3);
});

test('without letters for it, CJK text is left out and figures stay', () => {
  const { svg } = drawCardOf({ ...texts, title: '街の灯', tickets: ['EXPERT 28', '難しい'] }, false);
  expect(svg).not.toContain('街');
  expect(svg).not.toContain('難');
  expect(svg).toContain('EXPERT 28');
});
