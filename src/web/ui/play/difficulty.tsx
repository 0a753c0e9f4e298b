/** @jsxImportSource preact */
// The ticket of a difficulty: its word is always written, the colour only helps.
import type { VNode } from 'preact';

export interface DifficultyProps {
  readonly name: string;
  /** As it is written. */
  readonly rating: string;
  readonly href: string;
  readonly current?: boolean;
}

/** Data writes names of difficulties in any case. */
export const difficultyName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const TONES: Readonly<Record<string, string>> = {
  easy: 'info',
  normal: 'success',
  hard: 'warning',
  expert: 'danger',
  special: 'special',
  master: 'special',
};

export function Difficulty({ name, rating, href, current = false }: DifficultyProps): VNode {
  const tone = Object.hasOwn(TONES, name) ? ` tone-${TONES[name]}` : '';
  return (
    <a class={`difficulty${tone}`} href={href} aria-current={current ? 'page' : undefined}>
      <span>{difficultyName(name)}</span> <b>{rating}</b>
    </a>
  );
}
