/** @jsxImportSource preact */
// A button for each service that people can sign in with.
import type { VNode } from 'preact';
import { ACCOUNT_MESSAGES } from '../messages/account.ts';
import { nameProvider } from '../messages/settings.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Button } from '../ui/button.tsx';

export interface ProvidersProps {
  readonly page: PageContext;
  readonly names: readonly string[];
  /** Path to redirect to afterwards. */
  readonly leadsTo: string;
  /** Code of an invite, which a first sign-in needs. */
  readonly invite?: string | undefined;
}

/** Nothing where no service is configured. */
export function Providers({ page, names, leadsTo, invite }: ProvidersProps): VNode | null {
  const words = page.words(ACCOUNT_MESSAGES);
  if (names.length === 0) return null;
  return (
    <div class="account-ways">
      <p class="account-or">{page.say(words.or)}</p>
      {names.map((provider) => (
        <form key={provider} method="post" action={`${page.basePath}/sign-in/with/${provider}`}>
          <input type="hidden" name="then" value={leadsTo} />
          {invite !== undefined && <input type="hidden" name="invite" value={invite} />}
          <Button wide>{page.say(words.withProvider, { provider: nameProvider(page, provider) })}</Button>
        </form>
      ))}
    </div>
  );
}
