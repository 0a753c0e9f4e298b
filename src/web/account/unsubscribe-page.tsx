/** @jsxImportSource preact */
// The page that the link of a mail opens to end such mails, and the one after it. It works without script and without a session.
import { formPage } from '../forms/form-page.tsx';
import { UNSUBSCRIBE_MESSAGES } from '../messages/account.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';

/** The form. Opening it changes nothing, because mail programs open links by themselves. */
export function unsubscribePage(page: PageContext, token: string): Page {
  const say = page.sayFrom(UNSUBSCRIBE_MESSAGES);
  return formPage(page, {
    title: say('title'),
    lead: say('lead'),
    below: (
      <ButtonForm action={`${page.basePath}/mail/unsubscribe/${token}`} variant="main" wide>
        {say('submit')}
      </ButtonForm>
    ),
  });
}

/** The mails have ended. */
export function unsubscribedPage(page: PageContext): Page {
  const say = page.sayFrom(UNSUBSCRIBE_MESSAGES);
  return formPage(page, {
    title: say('doneTitle'),
    lead: say('doneLead'),
    below: <LinkButton href={page.path('/settings/notifications')}>{say('settings')}</LinkButton>,
  });
}
