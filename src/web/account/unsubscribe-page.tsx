/** @jsxImportSource preact */
// The page that the link of a mail opens to end such mails, and the one after it. It works without script and without a session.
import { UNSUBSCRIBE_MESSAGES } from '../messages/account.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { LinkButton } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';

const frame = { width: 'form', noindex: true, styles: ['account'] } as const;

/** The form. Opening it changes nothing, because mail programs open links by themselves. */
export function unsubscribePage(page: PageContext, token: string): Page {
  const say = page.sayFrom(UNSUBSCRIBE_MESSAGES);
  return {
    ...frame,
    title: say('title'),
    content: (
      <div class="sheet stack">
        <h1>{say('title')}</h1>
        <p class="lead">{say('lead')}</p>
        <ButtonForm action={`${page.basePath}/mail/unsubscribe/${token}`} variant="main" wide>
          {say('submit')}
        </ButtonForm>
      </div>
    ),
  };
}

/** The mails have ended. */
export function unsubscribedPage(page: PageContext): Page {
  const say = page.sayFrom(UNSUBSCRIBE_MESSAGES);
  return {
    ...frame,
    title: say('doneTitle'),
    content: (
      <div class="sheet stack">
        <h1>{say('doneTitle')}</h1>
        <p class="lead">{say('doneLead')}</p>
        <LinkButton href={page.path('/settings/notifications')}>{say('settings')}</LinkButton>
      </div>
    ),
  };
}
