/** @jsxImportSource preact */
// The two values of a field that changed: texts word by word, numbers with their difference, pictures beside each other. Values
// in slots are compared slot by slot, so that a change in another language than the reader's is seen.
import type { ComponentChildren, VNode } from 'preact';
import { RELEASE_MESSAGES } from '../../messages/catalog.ts';
import { sayValue } from '../../messages/names.ts';
import { type Catalog, labelOf, type Names, type ResourcePresentation } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { Value } from '../common/value-view.tsx';
import { fileOf, isIdPath } from '../common/values.ts';
import { diffWords, type Piece } from './word-diff.ts';

export interface FieldChangeProps {
  readonly catalog: Catalog;
  readonly before: Catalog;
  readonly presentation: ResourcePresentation;
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

interface Sides {
  readonly was: ComponentChildren;
  readonly is: ComponentChildren;
}

const NO_NAMES: Names = new Map();

/** A row of the table of changes. */
export function FieldChange(props: FieldChangeProps): VNode {
  const { catalog, presentation, path } = props;
  const { page } = catalog;
  const words = page.words(RELEASE_MESSAGES);
  const { was, is } = sidesOf(props);
  return (
    <tr>
      <th scope="row">{labelOf(catalog, presentation, path)}</th>
      <td data-label={page.say(words.before)}>{was}</td>
      <td data-label={page.say(words.after)}>{is}</td>
    </tr>
  );
}

function sidesOf(props: FieldChangeProps): Sides {
  const { catalog, was, is } = props;
  const { locales } = catalog.slots;
  const isSlotted = (value: unknown): value is readonly unknown[] =>
    Array.isArray(value) && value.length === locales.length && locales.length > 1;
  if (!isSlotted(was) || !isSlotted(is)) return oneChange(props, was, is, undefined);
  const slots = locales.flatMap((lang, slot) => (isSame(was[slot], is[slot]) ? [] : [{ lang, slot }]));
  const lines = slots.map(({ lang, slot }) => ({ lang, ...oneChange(props, was[slot], is[slot], lang) }));
  const side = (name: keyof Sides): VNode => (
    <ul class="plain-list">
      {lines.map((line) => (
        <li key={line.lang}>
          <span class="text-lang">{line.lang}</span> {line[name]}
        </li>
      ))}
    </ul>
  );
  return { was: side('was'), is: side('is') };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function oneChange(props: FieldChangeProps, was: unknown, is: unknown, lang: string | undefined): Sides {
  const { catalog, before, presentation, path } = props;
  const [pictureBefore, picture] = [fileOf(was, before.server.id), fileOf(is, catalog.server.id)];
  if (pictureBefore?.kind === 'picture' || picture?.kind === 'picture') {
    const show = (side: Catalog, file: typeof picture): VNode | null =>
      file?.kind === 'picture' ? (
        <ReleasePicture catalog={side} file={file} alt={file.name} sizes="160px" side={160} />
      ) : null;
    return { was: show(before, pictureBefore), is: show(catalog, picture) };
  }
  if (typeof was === 'string' && typeof is === 'string' && presentation.references[path] === undefined) {
    // Words of several languages are compared as they stand; a bare value as the page says it.
    const said = (value: string): string => (lang === undefined ? sayValue(catalog.page.locale, value) : value);
    const diff = diffWords(said(was), said(is), lang);
    const textLang = lang === undefined ? {} : { lang };
    return {
      was: (
        <span dir="auto" {...textLang}>
          {diff.before.map((piece, index) => mark(piece, index, 'del'))}
        </span>
      ),
      is: (
        <span dir="auto" {...textLang}>
          {diff.after.map((piece, index) => mark(piece, index, 'ins'))}
        </span>
      ),
    };
  }
  const value = (one: unknown): VNode => (
    <Value catalog={catalog} presentation={presentation} path={path} value={one} names={NO_NAMES} />
  );
  const isNumber = typeof was === 'number' && typeof is === 'number' && !isIdPath(path) && Math.abs(is) < DATES_FROM;
  return {
    was:
      was === undefined || was === null ? null : (
        <span>
          <del>{value(was)}</del>
        </span>
      ),
    is:
      is === undefined || is === null ? null : (
        <span>
          <ins>{value(is)}</ins>
          {isNumber && <span class="difference">{signed(catalog, is - was)}</span>}
        </span>
      ),
  };
}

/** Numbers from here on are moments; their difference in milliseconds says nothing. */
const DATES_FROM = 631_152_000_000;

function signed({ page }: Catalog, difference: number): string {
  const rounded = Math.round(difference * 1e6) / 1e6;
  return `${rounded < 0 ? '−' : '+'}${page.numbers.format(Math.abs(rounded))}`;
}

function mark({ text, isChanged }: Piece, index: number, kind: 'ins' | 'del'): VNode | string {
  if (!isChanged) return text;
  return kind === 'ins' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>;
}
