// Finds the places in a text where rules match, so that staff sees why it is in the queue. Rules compare folded texts
// (normalize.ts), so each character of the folded text is mapped to the part of the original that it came from.
import type { TextKind } from '../common/vocabulary.ts';
import { type FoldedText, foldWithOrigins } from './normalize.ts';
import { findLinks, type TextRules } from './rules.ts';

/** A part of a text, in UTF-16 units. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** The rule, as it is named in reasons: `rule.…`. */
  readonly rule: string;
}

const MARKS_MAX = 200;

/** The parts of a text that rules found, in the order of the text; they do not overlap. */
export function markText(rules: TextRules, kind: TextKind, text: string): readonly Mark[] {
  const { plain, folded, squeezed } = foldWithOrigins(text);
  const found: Mark[] = [];
  const add = (form: FoldedText, start: number, end: number, id: string): void => {
    const first = form.origins[start];
    const last = form.origins[end - 1];
    if (first !== undefined && last !== undefined)
      found.push({ start: first.start, end: last.end, rule: `rule.${id}` });
  };
  for (const { id, kinds, terms } of rules.words) {
    if (!kinds.includes(kind)) continue;
    for (const form of [folded, squeezed]) {
      const source = terms.source.replace(/^\^\(\?:/, '(?:').replace(/\)\$$/, ')');
      for (const match of form.text.matchAll(new RegExp(source, 'gu'))) {
        if (match[0] === '') continue;
        add(form, match.index, match.index + match[0].length, id);
      }
    }
  }
  const linkRules = [...rules.links, ...rules.newAccounts.filter(({ links }) => links > 0)].filter(({ kinds }) =>
    kinds.includes(kind),
  );
  const [linkRule] = linkRules;
  if (linkRule !== undefined) {
    for (const { start, end } of findLinks(plain.text)) add(plain, start, end, linkRule.id);
  }
  return withoutOverlaps(found).slice(0, MARKS_MAX);
}

/** The longest of those that begin together; what begins inside another one is left out. */
function withoutOverlaps(marks: readonly Mark[]): readonly Mark[] {
  const sorted = marks.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return sorted.filter((mark) => {
    if (mark.start < end) return false;
    end = mark.end;
    return true;
  });
}
