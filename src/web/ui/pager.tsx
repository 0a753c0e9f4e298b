/** @jsxImportSource preact */
// Links to other pages of a list: numbers where they are known, "older" where only a cursor is.
import type { VNode } from 'preact';
import { LinkButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { iconArrowLeft, iconArrowRight } from './icons.ts';

export interface NumberPagerProps {
  readonly label: string;
  readonly page: number;
  readonly pages: number;
  readonly hrefOf: (page: number) => string;
  readonly previous: string;
  readonly next: string;
}

/** Numbers around the current page, the first and the last; 0 stands for those left out. */
export function pageNumbers(page: number, pages: number): readonly number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages));
  const sorted = [...wanted].sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1];
    return before !== undefined && number - before > 1 ? [0, number] : [number];
  });
}

export function NumberPager({ label, page, pages, hrefOf, previous, next }: NumberPagerProps): VNode | null {
  if (pages < 2) return null;
  return (
    <nav class="pager" aria-label={label}>
      {page > 1 && (
        <a href={hrefOf(page - 1)} rel="prev">
          <Icon shape={iconArrowLeft} label={previous} />
        </a>
      )}
      <ul>
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number === 0 ? `gap ${index}` : number}>
            {number === 0 ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a href={hrefOf(number)} aria-current={number === page ? 'page' : undefined}>
                {number}
              </a>
            )}
          </li>
        ))}
      </ul>
      {page < pages && (
        <a href={hrefOf(page + 1)} rel="next">
          <Icon shape={iconArrowRight} label={next} />
        </a>
      )}
    </nav>
  );
}

export interface OlderLinkProps {
  /** Undefined at the end of the list. */
  readonly href: string | undefined;
  readonly children: string;
}

export const OlderLink = ({ href, children }: OlderLinkProps): VNode | null =>
  href === undefined ? null : (
    <div class="pager">
      <LinkButton href={href} rel="next">
        {children}
      </LinkButton>
    </div>
  );
