/** @jsxImportSource preact */
// The advanced filter of a list: comparisons as text, which goes to the interface as it is. A mistake is shown at its place.
import type { VNode } from 'preact';
import { Island } from '../../islands/island.tsx';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { gapIn } from '../../ui/text/punctuation.ts';
import type { Catalog, CatalogProps } from '../common/reads.ts';
import { KeptFields } from './kept-fields.tsx';
import type { List } from './list-data.ts';
import { WHERE_CHARACTERS_MAX, writeQuestion } from './list-question.ts';
import { type WhereFault, wordReason } from './where-fault.ts';

const FIELD = 'where';
const ROWS = 3;

/** The form of the advanced filter. */
export function WhereForm({ catalog, list }: CatalogProps & { readonly list: List }): VNode {
  const { page, server, releaseId } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { question, presentation, resource, whereFault } = list;
  const { where } = question;
  const example = exampleOf(list);
  return (
    <details class="where" open={where !== undefined}>
      <summary>{say('advanced')}</summary>
      <form class="stack" method="get" action={`${page.basePath}/catalog/${server.id}/${resource}`}>
        <KeptFields catalog={catalog} query={writeQuestion({ ...question, where: undefined, page: 1 }, presentation)} />
        <TextArea
          id={FIELD}
          label={say('advanced')}
          rows={ROWS}
          value={where ?? ''}
          maxLength={WHERE_CHARACTERS_MAX}
          spellcheck={false}
          autocomplete="off"
          dir="ltr"
          hint={example === undefined ? undefined : say('advancedHint', { example })}
          error={whereFault && sayFault(catalog, whereFault)}
        />
        {where !== undefined && whereFault?.at !== undefined && <Place where={where} at={whereFault.at} />}
        <Island
          name="field-names"
          props={{ field: FIELD, server: server.id, resource, release: releaseId }}
          when="focus"
        />
        <p>
          <Button>{say('narrow')}</Button>
        </p>
      </form>
    </details>
  );
}

function sayFault({ page }: Catalog, { at, reason }: WhereFault): string {
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { key, values } = wordReason(reason);
  // What has no words of its own is said in English to those who read it: the interface says more than a general word.
  const said = key === 'whereOther' && page.locale === 'en' ? reason : say(key, values);
  return [say('advancedWrong'), at === undefined ? said : say('advancedAt', { at: at + 1, reason: said })].join(
    gapIn(page.locale),
  );
}

/** The text with the character of the mistake marked. */
const Place = ({ where, at }: { readonly where: string; readonly at: number }): VNode => {
  const characters = [...where];
  return (
    <pre class="where-place" dir="ltr">
      {characters.slice(0, at).join('')}
      <mark>{characters[at] ?? '\u00a0'}</mark>
      {characters.slice(at + 1).join('')}
    </pre>
  );
};

/** A filter that the collection understands. */
function exampleOf({ ranges }: List): string | undefined {
  const range = ranges.find(({ type, min }) => type === 'number' && min !== undefined);
  return range === undefined ? undefined : `${range.path}>=${range.min} && !(${range.path}=null)`;
}
