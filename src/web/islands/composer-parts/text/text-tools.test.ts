// The tools of the editor: what they insert and remove, and what is completed.
import { describe, expect, test } from 'bun:test';
import { splitTags } from '../common/content.ts';
import { countCharacters } from '../common/store.ts';
import { findReference } from './reference.ts';
import { applyTool } from './text-tools.ts';
import type { Tool } from './tool-names.ts';

/** `[` and `]` mark the selection, before and after. */
function use(tool: Tool, marked: string): string {
  const start = marked.indexOf('‹');
  const end = marked.indexOf('›') - 1;
  const text = marked.replace(/[‹›]/g, '');
  const edit = applyTool(tool, { text, start, end });
  const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return `${after.slice(0, edit.start)}‹${after.slice(edit.start, edit.end)}›${after.slice(edit.end)}`;
}

describe('a tool', () => {
  test.each([
    ['bold', 'a ‹word› b', 'a **‹word›** b'],
    ['bold', 'a **‹word›** b', 'a ‹word› b'],
    ['italic', '**‹word›**', '***‹word›***'],
    ['italic', '*‹word›*', '‹word›'],
    ['strike', '‹›', '~~‹›~~'],
    ['code', '‹a›', '`‹a›`'],
    ['code', '‹a\nb›', '```\n‹a\nb›\n```'],
    ['code', 'x ‹a\nb›', 'x \n```\n‹a\nb›\n```'],
    ['link', 'see ‹this›', 'see [this](‹https://›)'],
    ['link', '‹https://example.org›', '[‹›](https://example.org)'],
    ['heading', 'one\ntw‹›o', 'one\n## tw‹›o'],
    ['heading', '# tw‹›o', 'tw‹›o'],
    ['quote', '‹one\ntwo›', '‹> one\n> two›'],
    ['quote', '‹> one\n> two›', '‹one\ntwo›'],
    ['list', 'on‹e\ntw›o\nthree', '‹- one\n- two›\nthree'],
    ['numbers', '‹one\ntwo›', '‹1. one\n2. two›'],
    ['numbers', '‹1. one\n2. two›', '‹one\ntwo›'],
    ['list', '‹›', '- ‹›'],
  ] as const)('%s turns %j into %j', (tool, before, after) => {
    expect(use(tool, before)).toBe(after);
  });
});

test.each([
  ['hello @ann', { kind: 'mention', query: 'ann', start: 6 }],
  ['＠ann', { kind: 'mention', query: 'ann', start: 0 }],
  ['曲 #初音', { kind: 'tag', query: '初音', start: 2 }],
  ['mail ann@example', undefined],
  ['a/#b', undefined],
  ['@', undefined],
  ['#', undefined],
  ['@ann ', undefined],
] as const)('what is written at the end of %j', (text, found) => {
  expect(findReference(text, text.length)).toEqual(found);
});

test('counts code points, not units', () => {
  expect(countCharacters('a🎸é')).toBe(3);
});

test('splits tags at commas and new lines, and nowhere else', () => {
  expect(splitTags(' #live, ライブ、＃歌，live\nsea ')).toEqual(['live', 'ライブ', '歌', 'sea']);
  expect(splitTags('last train, night;bus')).toEqual(['last train', 'night;bus']);
});
