/** @jsxImportSource preact */
// What a new account may do first, until it is done or put away.
import type { VNode } from 'preact';
import { FIRST_STEPS_MESSAGES } from '../messages/shell.ts';
import type { PageProps } from '../shell/page-context.ts';
import { ButtonForm } from '../ui/button-form.tsx';
import { Icon } from '../ui/icon.tsx';
import { iconArrowRight, iconCheck } from '../ui/icons.ts';
import { gapIn } from '../ui/text/punctuation.ts';
import type { FirstSteps as Steps } from './home-data.ts';

const PATHS = {
  profile: '/settings/profile',
  favourite: '/catalog',
  follow: '/community',
  post: '/compose',
} as const;

export function FirstSteps({ page, steps }: PageProps & { readonly steps: Steps['steps'] }): VNode {
  const say = page.sayFrom(FIRST_STEPS_MESSAGES);
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <div class="row shelf-head">
        <h2 id="first-steps">{say('title')}</h2>
        <ButtonForm action={page.path('/first-steps')} variant="quiet">
          {say('dismiss')}
        </ButtonForm>
      </div>
      <ol class="plain-list first-steps-list">
        {steps
          .filter(({ name }) => page.hasPage(PATHS[name]))
          .map(({ name, done }) => (
            <li key={name} class={done ? 'first-step first-step-done' : 'first-step'}>
              <Icon shape={done ? iconCheck : iconArrowRight} />
              {done ? (
                <span>
                  {say(name)}
                  <span class="unseen">{`${gapIn(page.locale)}${say('done')}`}</span>
                </span>
              ) : (
                <a href={page.path(PATHS[name])}>{say(name)}</a>
              )}
            </li>
          ))}
      </ol>
    </section>
  );
}
