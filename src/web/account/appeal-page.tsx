/** @jsxImportSource preact */
// The page that a mailed appeal link opens, for people who cannot sign in. It works without script.
import { APPEAL_MAX } from '../../features/moderation/appeals/appeals.ts';
import type { LinkedDecision } from '../../features/moderation/appeals/links.ts';
import { formPage } from '../forms/form-page.tsx';
import { STANDING_MESSAGES } from '../messages/settings.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { FormErrorSummary } from '../ui/form-error-summary.tsx';

export interface AppealLinkData {
  readonly token: string;
  readonly decision: LinkedDecision;
  /** What was typed and does not do: it is empty or too long. */
  readonly refused?: string;
}

/** The form. Opening it changes nothing. */
export function appealLinkPage(page: PageContext, { token, decision, refused }: AppealLinkData): Page {
  const say = page.sayFrom(STANDING_MESSAGES);
  const { what, reasonCode, message } = decision;
  const reason = reasonCode === null ? say('byRule') : (say.known(`reason_${reasonCode}`) ?? reasonCode);
  const error = refused === undefined ? undefined : say('invalid', { count: APPEAL_MAX });
  return {
    title: say('appealTitle'),
    width: 'form',
    noindex: true,
    styles: ['account'],
    content: (
      <div class="sheet stack">
        <h1>{say('appealTitle')}</h1>
        <FormErrorSummary
          title={say('appealTitle')}
          faults={error === undefined ? [] : [{ field: 'message', text: error }]}
        />
        <p class="lead">{say(what)}</p>
        <p>{say('reason', { reason })}</p>
        {message !== null && <blockquote dir="auto">{message}</blockquote>}
        <form class="stack" method="post" action={`${page.basePath}/account/appeal`}>
          <input type="hidden" name="token" value={token} />
          <TextArea
            id="message"
            label={say('message')}
            hint={say('messageHint', { count: APPEAL_MAX })}
            error={error}
            value={refused}
            required
            rows={8}
            dir="auto"
          />
          <p class="meta">{say('once')}</p>
          <Button variant="main" wide>
            {say('send')}
          </Button>
        </form>
      </div>
    ),
  };
}

/** The appeal is filed. */
export function appealFiledPage(page: PageContext): Page {
  const say = page.sayFrom(STANDING_MESSAGES);
  return formPage(page, {
    title: say('filedTitle'),
    lead: say('filedLead'),
    below: (
      <p>
        <a href={page.path('/')}>{say('home')}</a>
      </p>
    ),
  });
}
