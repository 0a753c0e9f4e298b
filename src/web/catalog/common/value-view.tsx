/** @jsxImportSource preact */
// A value in readable form: texts in their language, labels, dates, numbers with units, links to what a key names or to another
// site, files, colours, Markdown.
import type { ComponentChildren, VNode } from 'preact';
import { numberOf } from '../../../features/presentation/common/field-values.ts';
import { readTreeText } from '../../markdown/tree.ts';
import { MarkdownView } from '../../markdown/view.tsx';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { sayValue } from '../../messages/names.ts';
import { fileSize } from '../../ui/text/file-size.ts';
import { Time } from '../../ui/time.tsx';
import { type FieldInfo, fieldAt, findName, isTexts, labelOfValue, momentIn, referencesAt, textIn } from './fields.ts';
import { DataText } from './frame.tsx';
import { colourOf, linkOf, SHORT_ADDRESS, treeOf } from './outside.ts';
import {
  type Catalog,
  type CatalogProps,
  entityPath,
  type Names,
  type ResourcePresentation,
  rawPath,
} from './reads.ts';
import { ReleasePicture } from './release-picture.tsx';
import { fileOf, isIdPath, isSlottedText, keysOf, minutesOf } from './values.ts';

export interface ValueProps extends CatalogProps {
  readonly presentation: ResourcePresentation;
  readonly path: string;
  readonly value: unknown;
  readonly names: Names;
  /** Type of the field, where it is known. */
  readonly type?: string | undefined;
  /** In tables pictures and texts are small; `line`: of a list inside an entity, whose sounds have no other place. */
  readonly place?: 'cell' | 'line';
}

const COLOUR = /^#[0-9a-f]{6}$/i;
const LIST_MAX = 50;
const DATE_KEY = /(?:^at|At|Date)$/;
/** Milliseconds of dates from the year 1990 on. */
const DATE_MIN = 631_152_000_000;
const CELL_CHARACTERS = 200;
const CELL_SIDE = 40;
const SMALL_SIDE = 24;

/** Whether the value looks like a moment of a field of this name. */
const isDateOf = (path: string, value: unknown): boolean => {
  if (!DATE_KEY.test(path)) return false;
  const list = Array.isArray(value) ? value : [value];
  return list.every((item) => item === null || (typeof item === 'number' && item >= DATE_MIN));
};

/** The value of a field; nothing for what is absent. */
export function Value(props: ValueProps): VNode | null {
  const { catalog, presentation, path, value, type } = props;
  const { page, slots } = catalog;
  if (value === undefined || value === null) return null;
  const field = fieldAt(presentation, path);
  if (referencesAt(presentation, path).length > 0) {
    const keys = keysOf(value);
    if (keys.length > 0 || typeof value !== 'object') return <References {...props} keys={keys} />;
  }
  const label = labelOfValue(value, slots, field);
  if (label !== undefined) return DataText({ text: label });
  if (isDate(presentation, path, type, field) || (field === undefined && isDateOf(path, value))) {
    const moment = momentIn(value, slots, field);
    if (moment !== undefined) return <Moment catalog={catalog} {...moment} />;
  }
  if (isTexts(value, field) || isSlottedText(value, slots)) {
    const text = textIn(value, slots, field);
    if (text === undefined) return null;
    return field?.type === 'markdown' ? <Markdown text={text.text} place={props.place} /> : DataText({ text });
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, LIST_MAX);
    return (
      <span class="value-list">
        {shown.map((item, index) => (
          <span key={index}>
            <Value {...props} value={item} />
          </span>
        ))}
        {value.length > LIST_MAX && '…'}
      </span>
    );
  }
  if (typeof value === 'number') return <>{numberText(catalog, presentation, path, value)}</>;
  if (typeof value === 'boolean') return <>{page.sayFrom(CATALOG_MESSAGES)(value ? 'yes' : 'no')}</>;
  if (typeof value === 'object') return <code class="value-json">{JSON.stringify(value)}</code>;
  return <Word {...props} text={String(value)} field={field} />;
}

const isDate = (
  { start, end }: ResourcePresentation,
  path: string,
  type: string | undefined,
  field: FieldInfo | undefined,
): boolean => type === 'date' || field?.type === 'date' || path === start || path === end;

interface MomentProps extends CatalogProps {
  readonly at: number;
  readonly isDay: boolean;
}

/** A moment, or a day of the calendar. */
export const Moment = ({ catalog: { page }, at, isDay }: MomentProps): VNode => (
  <Time at={at} text={page.date(at)} form={isDay ? 'day' : undefined} />
);

/** A number in the page's language with its unit; sizes and lengths of files in words. */
export function numberText({ page }: Catalog, presentation: ResourcePresentation, path: string, value: number): string {
  if (presentation.files && path === 'bytes') return fileSize(page.locale, value);
  if (presentation.files && path === 'seconds') return minutesOf(value);
  const unit = fieldAt(presentation, path)?.unit;
  const text = isIdPath(path) ? String(value) : page.numbers.format(value);
  return unit === undefined ? text : `${text}${/^[%°'"]/.test(unit) ? '' : '\u00a0'}${unit}`;
}

interface WordProps extends ValueProps {
  readonly text: string;
  readonly field: FieldInfo | undefined;
}

/** A value that is written as a text. */
function Word({ catalog, presentation, path, place, text, field }: WordProps): VNode | null {
  const { page, server } = catalog;
  switch (field?.type) {
    case 'number': {
      const number = numberOf(text);
      if (number !== undefined) return <>{numberText(catalog, presentation, path, number)}</>;
      break;
    }
    case 'url': {
      const link = linkOf(text, place === undefined ? undefined : SHORT_ADDRESS);
      if (link === undefined) break;
      return (
        <a href={link.href} rel="nofollow noopener" dir="ltr">
          {link.text}
        </a>
      );
    }
    case 'color': {
      const colour = colourOf(text);
      if (colour !== undefined) return <Swatch colour={colour}>{text}</Swatch>;
      break;
    }
    case 'markdown':
      return <Markdown text={text} place={place} />;
  }
  const file = fileOf(text, server.id);
  if (file?.kind === 'sound' && place === 'line') {
    // biome-ignore lint/a11y/useMediaCaption: a release holds no captions of its sounds
    return <audio controls preload="none" src={rawPath(catalog, file.path)} aria-label={file.name} />;
  }
  if (file !== undefined) {
    return (
      <a href={rawPath(catalog, file.path)}>
        {place !== undefined && file.kind === 'picture' ? (
          <span class="cell-picture">
            <ReleasePicture catalog={catalog} file={file} alt={file.name} sizes="40px" side={CELL_SIDE} />
          </span>
        ) : (
          file.name
        )}
      </a>
    );
  }
  if (field?.type === undefined && COLOUR.test(text)) return <Swatch colour={text}>{text}</Swatch>;
  return <span dir="auto">{sayValue(page.locale, text, presentation.facets.includes(path))}</span>;
}

/** Nobody is mentioned in data. */
const NO_LINKS = { mention: (): string => '#', tag: (): string => '#' };

const Markdown = ({ text, place }: { readonly text: string; readonly place: ValueProps['place'] }): VNode =>
  place !== undefined ? (
    <span dir="auto">{readTreeText(treeOf(text), CELL_CHARACTERS)}</span>
  ) : (
    <MarkdownView tree={treeOf(text)} links={NO_LINKS} />
  );

interface ReferencesProps extends ValueProps {
  readonly keys: readonly string[];
}

/** Keys as links with the names of what they lead to. A key without entity is shown as it is. */
const References = ({ catalog, presentation, path, place, keys, names }: ReferencesProps): VNode => (
  <span class="value-list">
    {keys.map((key) => {
      const found = findName(names, presentation, path, key);
      return (
        <span key={key}>
          {found === undefined ? (
            <DataText text={labelOfValue(key, catalog.slots, fieldAt(presentation, path)) ?? { text: key }} />
          ) : (
            <a
              href={entityPath(catalog, found.resource, found.id)}
              class={place === 'cell' || found.picture === undefined ? undefined : 'reference'}
            >
              {place !== 'cell' && found.picture !== undefined && (
                <ReleasePicture catalog={catalog} file={found.picture} alt="" sizes="24px" side={SMALL_SIDE} />
              )}
              <DataText text={found.title} />
            </a>
          )}
        </span>
      );
    })}
  </span>
);

/** A colour of the data beside its name; the policy allows the attribute, not a style. */
const Swatch = ({ colour, children }: { readonly colour: string; readonly children: ComponentChildren }): VNode => (
  <span class="swatch">
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <rect width="16" height="16" rx="3" fill={colour} />
    </svg>
    {children}
  </span>
);
