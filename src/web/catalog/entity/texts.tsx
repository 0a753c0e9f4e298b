/** @jsxImportSource preact */
// The languages of an entity's texts: all of them beside each other, and links that show the page with the texts of one.
import type { VNode } from 'preact';
import { ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { LANGUAGE_NAMES } from '../../messages/shell.ts';
import { DataText } from '../common/frame.tsx';
import { type Catalog, labelOf } from '../common/reads.ts';
import { isSlottedText, listTexts, type Text } from '../common/values.ts';
import type { EntityData } from './entity-data.ts';

export interface TextsProps {
  readonly catalog: Catalog;
  readonly data: Pick<EntityData, 'fields' | 'presentation'>;
}

/** Name of the address parameter that chooses the language of the data. */
export const TEXT_PARAMETER = 'text';

interface SlottedField {
  readonly path: string;
  readonly slots: readonly Required<Text>[];
}

const slottedOf = ({ catalog: { slots }, data }: TextsProps): readonly SlottedField[] =>
  data.fields.flatMap(({ path, value }) =>
    isSlottedText(value, slots) ? [{ path, slots: listTexts(value, slots) }] : [],
  );

const nameOfLanguage = (lang: string): string =>
  Object.entries(LANGUAGE_NAMES).find(([locale]) => locale === lang)?.[1] ?? lang;

/** Links that show the texts of the data in another language; the words of the page stay. */
export function TextSwitch({ catalog, data }: TextsProps): VNode | null {
  const { page, slots } = catalog;
  const filled = new Set(slottedOf({ catalog, data }).flatMap((field) => field.slots.map(({ lang }) => lang)));
  const languages = slots.locales.filter((lang) => filled.has(lang));
  if (languages.length < 2) return null;
  const [path = '', search = ''] = page.own.split('?');
  const hrefOf = (lang: string): string => {
    const query = new URLSearchParams(search);
    if (lang === page.locale) query.delete(TEXT_PARAMETER);
    else query.set(TEXT_PARAMETER, lang);
    return `${page.basePath}${path}${query.size === 0 ? '' : `?${query}`}`;
  };
  return (
    <nav class="text-switch" aria-label={page.say(page.words(ENTITY_MESSAGES).textsIn)}>
      {languages.map((lang) => (
        <a
          key={lang}
          href={hrefOf(lang)}
          lang={lang}
          rel="nofollow"
          {...(lang === slots.reader ? { 'aria-current': 'true' as const } : {})}
        >
          {nameOfLanguage(lang)}
        </a>
      ))}
    </nav>
  );
}

/** Texts in slots, each in its language. */
export function Texts({ catalog, data }: TextsProps): VNode | null {
  const { page } = catalog;
  const words = page.words(ENTITY_MESSAGES);
  const texts = slottedOf({ catalog, data });
  if (texts.length === 0) return null;
  return (
    <details class="card texts">
      <summary>{page.say(words.texts)}</summary>
      <dl class="values">
        {texts.map(({ path, slots: filled }) => (
          <div key={path}>
            <dt>{labelOf(catalog, data.presentation, path)}</dt>
            <dd>
              <ul class="plain-list">
                {filled.map((text) => (
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
