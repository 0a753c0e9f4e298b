// What the tools of the editor do to a text: they insert Markdown source, or remove what they inserted before. Pure.
import type { Tool } from './tool-names.ts';

export interface Selection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces the characters from `from` to `to` by `insert`, then selects. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

const MARKS = { bold: '**', italic: '*', strike: '~~' } as const;
const PREFIXES = { heading: '## ', quote: '> ', list: '- ', numbers: '1. ' } as const;
const FENCE = '```';

/** The edit that a tool makes at a selection. */
export function applyTool(tool: Tool, selection: Selection): TextEdit {
  switch (tool) {
    case 'bold':
    case 'italic':
    case 'strike':
      return wrap(MARKS[tool], selection);
    case 'link':
      return link(selection);
    case 'code':
      return selection.text.slice(selection.start, selection.end).includes('\n')
        ? fence(selection)
        : wrap('`', selection);
    default:
      return prefix(tool, selection);
  }
}

function wrap(mark: string, { text, start, end }: Selection): TextEdit {
  const inner = text.slice(start, end);
  const size = mark.length;
  const isWrapped = text.slice(start - size, start) === mark && text.slice(end, end + size) === mark;
  // One star inside two stars is bold, not emphasis.
  const isLonger = mark === '*' && text.slice(start - 2, start) === '**' && text.slice(start - 3, start) !== '***';
  if (isWrapped && !isLonger) {
    return { from: start - size, to: end + size, insert: inner, start: start - size, end: end - size };
  }
  return { from: start, to: end, insert: `${mark}${inner}${mark}`, start: start + size, end: end + size };
}

/** The address is selected next, or the text if the selection is an address. */
function link({ text, start, end }: Selection): TextEdit {
  const inner = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(inner)) {
    return { from: start, to: end, insert: `[](${inner})`, start: start + 1, end: start + 1 };
  }
  const at = start + inner.length + 3;
  return { from: start, to: end, insert: `[${inner}](https://)`, start: at, end: at + 'https://'.length };
}

function fence({ text, start, end }: Selection): TextEdit {
  const inner = text.slice(start, end).replace(/\n$/, '');
  const isLineStart = start === 0 || text[start - 1] === '\n';
  const before = `${isLineStart ? '' : '\n'}${FENCE}\n`;
  const after = `\n${FENCE}${text[end] === '\n' || text[end - 1] !== '\n' ? '' : '\n'}`;
  const from = start + before.length;
  return { from: start, to: end, insert: `${before}${inner}${after}`, start: from, end: from + inner.length };
}

function prefix(tool: keyof typeof PREFIXES, { text, start, end }: Selection): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(start, end - 1));
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const known = tool === 'numbers' ? /^\d+\. / : tool === 'heading' ? /^#{1,6} / : undefined;
  const isMarked = (line: string): boolean => known?.test(line) ?? line.startsWith(PREFIXES[tool]);
  const areMarked = lines.every(isMarked);
  const changed = lines.map((line, index) => {
    if (areMarked) return known === undefined ? line.slice(PREFIXES[tool].length) : line.replace(known, '');
    return `${tool === 'numbers' ? `${index + 1}. ` : PREFIXES[tool]}${line}`;
  });
  const insert = changed.join('\n');
  // A single line keeps its caret; several lines stay selected.
  const moved = Math.max(from, end + insert.length - (to - from));
  return {
    from,
    to,
    insert,
    start: lines.length === 1 ? moved : from,
    end: lines.length === 1 ? moved : from + insert.length,
  };
}
