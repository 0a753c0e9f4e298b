/** @jsxImportSource preact */
// The frame of an account page: a heading, a sentence, faults in a summary, a form in one narrow column, links below.
import type { ComponentChildren, VNode } from 'preact';
import { ACCOUNT_MESSAGES } from '../messages/account.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { FormErrorSummary, type FormFault } from '../ui/form-error-summary.tsx';
import { HiddenFields, type HiddenValues } from '../ui/hidden-fields.tsx';
import { colonIn, gapIn } from '../ui/text/punctuation.ts';

export interface FormPage {
  readonly title: string;
  readonly lead?: string;
  readonly faults?: readonly FormFault[];
  /** Path that the form is sent to; undefined: a page without a form. */
  readonly action?: string;
  readonly hidden?: HiddenValues;
  readonly fields?: ComponentChildren;
  readonly below?: ComponentChildren;
}

/** An account page, which is for nobody else and for no search engine. */
export function formPage(page: PageContext, form: FormPage): Page {
  const say = page.sayFrom(ACCOUNT_MESSAGES);
  const { title, lead, faults = [] } = form;
  return {
    title: faults.length === 0 ? title : `${say('faults')}${colonIn(page.locale)}${title}`,
    width: 'form',
    styles: ['account'],
    noindex: true,
    content: (
      <div class="sheet stack">
        <h1>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
        <FormErrorSummary title={say('faults')} faults={faults} />
        {form.action !== undefined && (
          <form class="stack" method="post" action={`${page.basePath}${form.action}`}>
            <HiddenFields values={form.hidden ?? {}} />
            {form.fields}
          </form>
        )}
        {form.below}
      </div>
    ),
  };
}

export interface AsideProps extends PageProps {
  readonly text?: string;
  readonly href: string;
  readonly label: string;
}

/** A way to another page, with the question that it answers. */
export const Aside = ({ page, text, href, label }: AsideProps): VNode => (
  <p class="account-aside">
    {text !== undefined && <span>{`${text}${gapIn(page.locale)}`}</span>}
    <a href={href}>{label}</a>
  </p>
);
