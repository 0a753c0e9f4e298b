/** @jsxImportSource preact */
// The languages of an entity's texts: all of them beside each other, and links that show the page with the texts of one.
import type { VNode } from 'preact';
import { matchLocale, tagsInOrder } from '../../../kernel/languages.ts';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { fieldAt, isHidden, listAt, textsOf } from '../common/fields.ts';
import { DataText } from '../common/frame.tsx';
import { nameOfLanguage } from '../common/language-names.ts';
import { type Catalog, type CatalogProps, labelOf } from '../common/reads.ts';
import type { TextInLanguage } from '../common/values.ts';
import type { EntityData } from './entity-data.ts';

export interface TextsProps extends CatalogProps {
  readonly data: Pick<EntityData, 'fields' | 'presentation' | 'summary'>;
}

/** Name of the address parameter that chooses the language of the data. */
export const TEXT_PARAMETER = 'text';
/** Texts of one field of objects in a list. */
const ELEMENTS_MAX = 20;

interface Read {
  readonly catalog: Pick<Catalog, 'slots'>;
  readonly data: TextsProps['data'];
}

interface TextField {
  readonly path: string;
  readonly texts: readonly TextInLanguage[];
}

/** Every text that is one in several languages, of fields and then of objects in lists. */
function listFields({ catalog: { slots }, data: { fields, presentation, summary } }: Read): readonly TextField[] {
  const textsAt = (path: string, value: unknown): readonly TextField[] => {
    const texts = textsOf(value, slots, fieldAt(presentation, path)) ?? [];
    return texts.length === 0 ? [] : [{ path, texts }];
  };
  const own = new Set(fields.map(({ path }) => path));
  const inLists = Object.entries(presentation.fields ?? {}).flatMap(([path, { type }]) =>
    type !== 'localized' || own.has(path) || isHidden(presentation, path)
      ? []
      : listAt(summary.entity, path)
          .slice(0, ELEMENTS_MAX)
          .flatMap((value) => textsAt(path, value)),
  );
  return [...fields.flatMap(({ path, value }) => textsAt(path, value)), ...inLists];
}

/** Languages of the texts, in the order of the snapshot. */
function languagesOf(read: Read): readonly string[] {
  const { slots } = read.catalog;
  const found = listFields(read).flatMap(({ texts }) => texts.map(({ lang }) => lang));
  return tagsInOrder(slots.locales, found);
}

/** Links that show the texts of the data in another language; the words of the page stay. */
export function TextSwitch({ catalog, data }: TextsProps): VNode | null {
  const { page, slots } = catalog;
  const languages = languagesOf({ catalog, data });
  if (languages.length < 2) return null;
  const [path = '', search = ''] = page.own.split('?');
  const usual = matchLocale(page.locale, languages);
  const current = matchLocale(slots.reader, languages) ?? usual;
  const hrefOf = (lang: string): string => {
    const query = new URLSearchParams(search);
    if (lang === usual) query.delete(TEXT_PARAMETER);
    else query.set(TEXT_PARAMETER, lang);
    return `${page.basePath}${path}${query.size === 0 ? '' : `?${query}`}`;
  };
  return (
    <nav class="text-switch" aria-label={page.sayFrom(ENTITY_MESSAGES)('textsIn')}>
      {languages.map((lang) => {
        const name = nameOfLanguage(page.locale, lang);
        return (
          <a
            key={lang}
            href={hrefOf(lang)}
            lang={name.lang}
            hreflang={lang}
            rel="nofollow"
            aria-current={lang === current ? 'true' : undefined}
          >
            {name.text}
          </a>
        );
      })}
    </nav>
  );
}

/** Texts in several languages, each in its language. */
export function Texts({ catalog, data }: TextsProps): VNode | null {
  const say = catalog.page.sayFrom(ENTITY_MESSAGES);
  const fields = listFields({ catalog, data });
  if (fields.length === 0) return null;
  return (
    <details class="card texts">
      <summary>{say('texts')}</summary>
      <dl class="values">
        {fields.map(({ path, texts }, index) => (
          <div key={`${index} ${path}`}>
            <dt>{labelOf(catalog, data.presentation, path)}</dt>
            <dd>
              <ul class="plain-list">
                {texts.map((text) => (
                  <li key={text.lang}>
                    <span class="text-lang">{text.lang}</span> <DataText text={text} />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
