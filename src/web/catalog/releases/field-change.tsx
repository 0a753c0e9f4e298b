/** @jsxImportSource preact */
// The two values of a field that changed: texts word by word, numbers with their difference, pictures beside each other. Values
// in slots are compared slot by slot, so that a change in another language than the reader's is seen.
import type { ComponentChildren, VNode } from 'preact';
import { ELEMENT_KEYS } from '../../../features/release/history/changed-fields.ts';
import { RELEASE_MESSAGES } from '../../messages/catalog.ts';
import { sayValue } from '../../messages/names.ts';
import { commaIn } from '../../ui/text/punctuation.ts';
import { fieldAt, isHidden, isTexts, referencesAt, textsOf } from '../common/fields.ts';
import type { Catalog, CatalogProps, Names, ResourcePresentation } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { Value } from '../common/value-view.tsx';
import { fileOf, isIdPath } from '../common/values.ts';
import { labelOfChange, plainPath, splitLanguage } from './change-label.ts';
import { diffWords, type Piece } from './word-diff.ts';

/** The catalogs of both releases, and how the resource is shown. */
interface ShownProps extends CatalogProps {
  readonly before: Catalog;
  readonly presentation: ResourcePresentation;
  /** Whether pictures are shown, rather than their names; default true. */
  readonly hasPictures?: boolean;
}

interface FieldChangeProps extends ShownProps {
  /** Without elements of lists. */
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

export interface FieldTableProps extends ShownProps {
  readonly fields: readonly {
    readonly path: string;
    readonly before?: unknown;
    readonly after?: unknown;
    /** Whether a value is cut. */
    readonly truncated?: true | undefined;
  }[];
  /** What the table is about. */
  readonly label: string;
}

interface Sides {
  readonly was: ComponentChildren;
  readonly is: ComponentChildren;
}

const NO_NAMES: Names = new Map();

/** The fields that differ, before and after. */
export function FieldTable({ fields, label, ...shown }: FieldTableProps): VNode | null {
  const { catalog, presentation } = shown;
  const say = catalog.page.sayFrom(RELEASE_MESSAGES);
  const shownFields = fields.filter(({ path }) => !isHidden(presentation, plainPath(path)));
  if (shownFields.length === 0) return null;
  return (
    <section class="table-scroll" aria-label={label} tabIndex={0}>
      <table class="entity-table">
        <caption class="unseen">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{say('field')}</th>
            <th scope="col">{say('before')}</th>
            <th scope="col">{say('after')}</th>
          </tr>
        </thead>
        <tbody>
          {shownFields.map(({ path, before, after, truncated }) => {
            const { was, is } = sidesOf({ ...shown, path: plainPath(path), was: before, is: after });
            return (
              <tr key={path}>
                <th scope="row" dir="auto">
                  {labelOfChange(catalog, presentation, path)}
                  {truncated && <span class="meta shortened">{say('shortened')}</span>}
                </th>
                <td data-label={say('before')}>{was}</td>
                <td data-label={say('after')}>{is}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function sidesOf(props: FieldChangeProps): Sides {
  const { catalog, presentation, path, was, is } = props;
  const { locales } = catalog.slots;
  const text = splitLanguage(presentation, path);
  if (text !== undefined) return oneChange({ ...props, path: text.path }, was, is, text.lang);
  const field = fieldAt(presentation, path);
  if (isTexts(was, field) || isTexts(is, field)) return { was: textList(props, was), is: textList(props, is) };
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

/** All texts of a value that came or went as a whole. */
function textList({ catalog, presentation, path }: FieldChangeProps, value: unknown): ComponentChildren {
  const texts = textsOf(value, catalog.slots, fieldAt(presentation, path)) ?? [];
  if (texts.length === 0) return null;
  return (
    <ul class="plain-list">
      {texts.map(({ text, lang }) => (
        <li key={lang}>
          <span class="text-lang">{lang}</span>{' '}
          <span dir="auto" lang={lang}>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function oneChange(props: FieldChangeProps, was: unknown, is: unknown, lang: string | undefined): Sides {
  const { catalog, before, presentation, path } = props;
  const { hasPictures = true } = props;
  const [pictureBefore, picture] = [fileOf(was, before.server.id), fileOf(is, catalog.server.id)];
  if (hasPictures && (pictureBefore?.kind === 'picture' || picture?.kind === 'picture')) {
    const show = (side: Catalog, file: typeof picture): VNode | null =>
      file?.kind === 'picture' ? (
        <ReleasePicture catalog={side} file={file} alt={file.name} sizes="160px" side={160} />
      ) : null;
    return { was: show(before, pictureBefore), is: show(catalog, picture) };
  }
  if (typeof was === 'string' && typeof is === 'string' && isPlainText(presentation, path)) {
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
  const order = orderOf(was, is, commaIn(catalog.page.locale));
  if (order !== undefined) return { was: <del>{order.was}</del>, is: <ins>{order.is}</ins> };
  const value = (one: unknown): VNode => (
    <Value catalog={catalog} presentation={presentation} path={path} value={one} names={NO_NAMES} />
  );
  const isNumber =
    typeof was === 'number' &&
    typeof is === 'number' &&
    !isIdPath(path) &&
    Math.abs(is) < DATES_FROM &&
    fieldAt(presentation, path)?.type !== 'date' &&
    isPlainAmount(presentation, path);
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

/** Whether words of a field are compared: its values are neither dates, numbers, labels nor keys. */
function isPlainText(presentation: ResourcePresentation, path: string): boolean {
  const { type, labels } = fieldAt(presentation, path) ?? {};
  const isText = type === undefined || type === 'localized' || type === 'markdown' || type === 'file';
  return isText && labels === undefined && referencesAt(presentation, path).length === 0;
}

const ELEMENTS_MAX = 50;

/** What the elements of two lists are called, where only their order differs. */
function orderOf(was: unknown, is: unknown, comma: string): { readonly was: string; readonly is: string } | undefined {
  if (!Array.isArray(was) || !Array.isArray(is) || was.length !== is.length || was.length > ELEMENTS_MAX)
    return undefined;
  const sorted = (list: readonly unknown[]): string =>
    list
      .map((element) => JSON.stringify(element))
      .sort()
      .join();
  const nameOf = (element: unknown, key: string): unknown =>
    typeof element === 'object' && element !== null && Object.hasOwn(element, key)
      ? Reflect.get(element, key)
      : undefined;
  const key = ELEMENT_KEYS.find((one) =>
    was.every((element) => /^(?:string|number)$/.test(typeof nameOf(element, one))),
  );
  if (key === undefined || sorted(was) !== sorted(is)) return undefined;
  const names = (list: readonly unknown[]): string => list.map((element) => nameOf(element, key)).join(comma);
  return { was: names(was), is: names(is) };
}

/** Whether the difference of two numbers says something: they are no labels and no keys. */
const isPlainAmount = (presentation: ResourcePresentation, path: string): boolean =>
  fieldAt(presentation, path)?.labels === undefined && referencesAt(presentation, path).length === 0;

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
