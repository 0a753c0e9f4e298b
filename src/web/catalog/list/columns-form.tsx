/** @jsxImportSource preact */
// Chooses the columns of a table: a form of boxes, which keeps everything else that was asked.
import type { VNode } from 'preact';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { type CatalogProps, labelsOf, listPath } from '../common/reads.ts';
import { KeptFields } from './kept-fields.tsx';
import type { List } from './list-data.ts';
import { COLUMNS_MAX, writeQuestion } from './list-question.ts';

export function ColumnsForm({ catalog, list }: CatalogProps & { readonly list: List }): VNode | null {
  const { page, server } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const { presentation, question, resource } = list;
  const choices = list.columnChoices.filter((path) => path !== presentation.title);
  if (choices.length < 2) return null;
  const labels = labelsOf(catalog, presentation, choices);
  return (
    <Menu summary={say('columns')}>
      <form class="columns-form" method="get" action={`${page.basePath}/catalog/${server.id}/${resource}`}>
        <KeptFields catalog={catalog} query={writeQuestion({ ...question, columns: undefined }, presentation)} />
        <fieldset>
          <legend>{say('columnsHint', { count: COLUMNS_MAX })}</legend>
          {choices.map((path, index) => (
            <label key={path} class="choice">
              <input type="checkbox" name="columns" value={path} checked={list.columns.includes(path)} />
              {labels[index]}
            </label>
          ))}
        </fieldset>
        <p class="row">
          <Button>{say('narrow')}</Button>
          {question.columns !== undefined && (
            <a href={listPath(catalog, resource, writeQuestion({ ...question, columns: undefined }, presentation))}>
              {say('columnsUsual')}
            </a>
          )}
        </p>
      </form>
    </Menu>
  );
}
