/** @jsxImportSource preact */
// Who wrote something, and when: picture, name, handle, time.
import type { ComponentChildren, VNode } from 'preact';
import { Avatar } from '../avatar.tsx';

export interface AuthorLineProps {
  readonly name: string;
  readonly handle: string | null;
  readonly avatarUrl: string | null;
  readonly avatarSeed: string;
  /** The person's page. */
  readonly href: string;
  /** In pixels; default 40. */
  readonly size?: number;
  /** The time, and other facts. */
  readonly children?: ComponentChildren;
}

export const AuthorLine = ({ name, handle, avatarUrl, avatarSeed, href, size, children }: AuthorLineProps): VNode => (
  <div class="author-line">
    <Avatar url={avatarUrl} seed={avatarSeed} size={size} />
    <div>
      <a class="author-name" href={href} dir="auto">
        {name}
      </a>
      <div class="meta row row-tight">
        {handle !== null && <span dir="ltr">{`@${handle}`}</span>}
        {children}
      </div>
    </div>
  </div>
);
