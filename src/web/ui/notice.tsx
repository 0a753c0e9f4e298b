/** @jsxImportSource preact */
// A message that belongs to the page: news, success, a warning, a failure.
import type { ComponentChildren, VNode } from 'preact';
import type { Tone } from './chip.tsx';

export interface NoticeProps {
  readonly tone?: Extract<Tone, 'success' | 'warning' | 'danger'>;
  readonly children: ComponentChildren;
}

/** A failure is announced at once. */
export const Notice = ({ tone, children }: NoticeProps): VNode => (
  <div class={tone === undefined ? 'notice' : `notice tone-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
    {children}
  </div>
);
