/** @jsxImportSource preact */
// Below the content of a page that others may see: a button that shares its address (client/share.ts), and its feeds.
import type { VNode } from 'preact';
import { SHARE_MESSAGES } from '../messages/shell.ts';
import { Button } from '../ui/button.tsx';
import { iconShare2 } from '../ui/icons.ts';
import type { Page } from './page.ts';
import type { PageContext } from './page-context.ts';

export interface ShareRowProps {
  readonly context: PageContext;
  readonly page: Pick<Page, 'canBeQuoted' | 'feeds' | 'noindex'>;
}

/** The button that shares the page, and links to its feeds. */
export function ShareRow({ context, page }: ShareRowProps): VNode | null {
  const { basePath } = context;
  const say = context.sayFrom(SHARE_MESSAGES);
  const feeds = page.feeds ?? [];
  // Pages that are not for search engines have no canonical address.
  const isShared = page.noindex !== true && (page.canBeQuoted === true || feeds.length > 0);
  if (!isShared && feeds.length === 0) return null;
  return (
    <div class="share-row">
      {isShared && (
        <span class="needs-script">
          <Button type="button" icon={iconShare2} data-share={say('copied')} data-failed={say('failed')}>
            {say('share')}
          </Button>
        </span>
      )}
      {feeds.map(({ path, title }) => (
        <a key={path} href={`${basePath}${path}`} type="application/atom+xml">
          {say('feed', { title })}
        </a>
      ))}
    </div>
  );
}
