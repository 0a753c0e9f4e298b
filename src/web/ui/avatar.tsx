/** @jsxImportSource preact */
// The picture of a person, or a drawing made from the seed of the account. Always beside the name, so it has no text.
import type { VNode } from 'preact';

export interface AvatarProps {
  readonly url: string | null;
  /** Hexadecimal digits that never change for an account. */
  readonly seed: string;
  /** In pixels; default 40. */
  readonly size?: number | undefined;
}

/** Pairs of ground and shape that are told apart by hue and lightness. */
const COLOURS = [
  ['#7a3b1d', '#f4b660'],
  ['#6a2340', '#f291ae'],
  ['#1f4d33', '#8bd3a0'],
  ['#1e4263', '#9fc8ea'],
  ['#45306c', '#c9aef0'],
  ['#5a4410', '#e9c65c'],
] as const;

export function Avatar({ url, seed, size = 40 }: AvatarProps): VNode {
  if (url !== null) return <img class="avatar" src={url} width={size} height={size} alt="" decoding="async" />;
  const digits = [...seed].map((digit) => Number.parseInt(digit, 16) || 0);
  const [ground, shape] = COLOURS[(digits[0] ?? 0) % COLOURS.length] ?? COLOURS[0];
  return (
    <svg class="avatar" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <rect width="40" height="40" fill={ground} />
      {[0, 1, 2, 3].map((bar) => {
        const height = 6 + ((digits[bar + 1] ?? 0) % 8) * 2;
        return <rect key={bar} x={9 + bar * 6} y={30 - height} width="4" height={height} rx="2" fill={shape} />;
      })}
    </svg>
  );
}
