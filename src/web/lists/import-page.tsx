/** @jsxImportSource preact */
// The form for a file of entries: what it would do can be tried first.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { LISTS_MESSAGES } from '../messages/lists.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { FormErrorSummary } from '../ui/form-error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { commaIn } from '../ui/text/punctuation.ts';
import { type CollectionNames, type EntityList, listName } from './list-names.ts';
import { BackToList } from './list-page.tsx';

type Result = AnswerBody<'POST /api/v1/me/lists/{listId}/import'> & { readonly isTried: boolean };

export interface ImportData {
  readonly list: EntityList;
  readonly names: CollectionNames;
  readonly typed?: { readonly format: 'csv' | 'json'; readonly text: string } | undefined;
  readonly result?: Result | undefined;
  /** Why the file was refused. */
  readonly fault?: string | undefined;
}

/** The page that imports a file into a list. */
export function importPage(page: PageContext, { list, names, typed, result, fault }: ImportData): Page {
  const say = page.sayFrom(LISTS_MESSAGES);
  const title = `${say('import')} · ${listName(page, list, names)}`;
  return {
    title,
    section: 'me',
    width: 'reading',
    styles: ['settings', 'lists'],
    noindex: true,
    content: (
      <div class="stack">
        <BackToList page={page} list={list} />
        <h1 dir="auto">{title}</h1>
        <p class="meta">{say('importLead')}</p>
        {result !== undefined && <Outcome page={page} result={result} />}
        <FormErrorSummary
          title={say('import')}
          faults={fault === undefined ? [] : [{ field: 'text', text: say('failed', { code: fault }) }]}
        />
        <form class="stack" method="post" action={page.path(`/lists/${list.id}/import`)}>
          <SelectField
            id="format"
            label={say('format')}
            value={typed?.format}
            choices={[
              { value: 'csv', label: 'CSV' },
              { value: 'json', label: 'JSON' },
            ]}
          />
          <TextArea
            id="text"
            label={say('importText')}
            value={typed?.text}
            rows={12}
            required
            spellcheck={false}
            dir="ltr"
          />
          <div class="row">
            <Button name="act" value="try">
              {say('try')}
            </Button>
            <Button name="act" value="import" variant="main">
              {say('import')}
            </Button>
          </div>
        </form>
      </div>
    ),
  };
}

function Outcome({ page, result }: PageProps & { readonly result: Result }): VNode {
  const say = page.sayFrom(LISTS_MESSAGES);
  const { added, changed, unknown, isTried } = result;
  const numbers = { added: page.numbers.format(added), changed: page.numbers.format(changed) };
  return (
    <Notice tone="success">
      <p>{say(isTried ? 'tried' : 'imported', numbers)}</p>
      {unknown.length > 0 && <p>{say('unknown', { lines: unknown.join(commaIn(page.locale)) })}</p>}
    </Notice>
  );
}
