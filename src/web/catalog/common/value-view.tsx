/** @jsxImportSource preact */
// A value in readable form: texts in their language, dates, numbers, links to what a key names, files, colours.
import type { ComponentChildren, VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { sayValue } from '../../messages/names.ts';
import { Time } from '../../ui/time.tsx';
import { DataText } from './frame.tsx';
import { type Catalog, entityPath, type Names, type ResourcePresentation, rawPath } from './reads.ts';
import { fileOf, isIdPath, isSlottedText, keysOf, momentOf, textOf } from './values.ts';

export interface ValueProps {
  readonly catalog: Catalog;
  readonly presentation: ResourcePresentation;
  readonly path: string;
  readonly value: unknown;
  readonly names: Names;
  /** Type of the field, where it is known. */
  readonly type?: string | undefined;
}

const COLOUR = /^#[0-9a-f]{6}$/i;
const LIST_MAX = 50;
const DATE_KEY = /(?:^at|At|Date)$/;
/** Milliseconds of dates from the year 1990 on. */
const DATE_MIN = 631_152_000_000;

/** Whether the value looks like a moment of a field of this name. */
const isDateOf = (path: string, value: unknown): boolean => {
  if (!DATE_KEY.test(path)) return false;
  const list = Array.isArray(value) ? value : [value];
  return list.every((item) => item === null || (typeof item === 'number' && item >= DATE_MIN));
};

/** The value of a field; nothing for what is absent. */
export function Value({ catalog, presentation, path, value, names, type }: ValueProps): VNode | null {
  const { page, slots, server } = catalog;
  if (value === undefined || value === null) return null;
  const target = presentation.references[path];
  if (target !== undefined) return <References catalog={catalog} target={target} keys={keysOf(value)} names={names} />;
  if (type === 'date' || path === presentation.start || path === presentation.end || isDateOf(path, value)) {
    const at = momentOf(value, slots);
    if (at !== undefined) return <Time at={at} text={page.date(at)} />;
  }
  if (isSlottedText(value, slots)) {
    const text = textOf(value, slots);
    return text === undefined ? null : DataText({ text });
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, LIST_MAX);
    return (
      <span class="value-list">
        {shown.map((item, index) => (
          <span key={index}>
            <Value catalog={catalog} presentation={presentation} path={path} names={names} type={type} value={item} />
          </span>
        ))}
        {value.length > LIST_MAX && '…'}
      </span>
    );
  }
  if (typeof value === 'number') return <>{isIdPath(path) ? String(value) : page.numbers.format(value)}</>;
  if (typeof value === 'boolean') return <>{page.say(page.words(CATALOG_MESSAGES)[value ? 'yes' : 'no'])}</>;
  if (typeof value === 'object') return <code class="value-json">{JSON.stringify(value)}</code>;
  const text = String(value);
  const file = fileOf(text, server.id);
  if (file !== undefined) return <a href={rawPath(catalog, file.path)}>{file.name}</a>;
  if (COLOUR.test(text)) return <Swatch colour={text}>{text}</Swatch>;
  return <span dir="auto">{sayValue(page.locale, text)}</span>;
}

interface ReferencesProps {
  readonly catalog: Catalog;
  readonly target: string;
  readonly keys: readonly string[];
  readonly names: Names;
}

/** Keys as links with the names of what they lead to. A key without entity is shown as it is. */
const References = ({ catalog, target, keys, names }: ReferencesProps): VNode => (
  <span class="value-list">
    {keys.map((key) => {
      const found = names.get(`${target}/${key}`);
      return (
        <span key={key}>
          {found === undefined ? (
            key
          ) : (
            <a href={entityPath(catalog, target, key)}>
              <DataText text={found.title} />
            </a>
          )}
        </span>
      );
    })}
  </span>
);

interface SwatchProps {
  readonly colour: string;
  readonly children: ComponentChildren;
}

/** A colour of the data beside its name; the policy allows the attribute, not a style. */
const Swatch = ({ colour, children }: SwatchProps): VNode => (
  <span class="swatch">
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <rect width="16" height="16" rx="3" fill={colour} />
    </svg>
    {children}
  </span>
);
