/** @jsxImportSource preact */
// How many notes each second has, as a picture from the server; with script a slider over it.
import type { VNode } from 'preact';
import { clockTime } from '../../ui/play/clock-time.ts';
import type { Loop } from './stage.ts';

/** Where the axis has a time. */
const AXIS = [0, 0.25, 0.5, 0.75, 1];

export interface DensityProps {
  readonly density: readonly number[];
  readonly label: string;
  readonly loop: Loop | undefined;
}

export function Density({ density, label, loop }: DensityProps): VNode {
  const most = density.reduce((a, b) => Math.max(a, b), 1);
  const path = density
    .flatMap((count, second) => (count === 0 ? [] : [`M${second} ${most}v-${count}h1v${count}z`]))
    .join('');
  return (
    <>
      <svg
        class="density"
        viewBox={`0 0 ${Math.max(1, density.length)} ${most}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {loop !== undefined && (
          <rect class="density-loop" x={loop.from} width={loop.to - loop.from} y="0" height={most} />
        )}
        <path d={path} />
      </svg>
      <div class="density-axis" aria-hidden="true">
        {AXIS.map((share) => (
          <span key={share}>{clockTime(density.length * share)}</span>
        ))}
      </div>
    </>
  );
}
