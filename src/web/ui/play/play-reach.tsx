/** @jsxImportSource preact */
// How a phone gets here: a QR code, or, where the address leads each device to itself, what to do instead.
import type { VNode } from 'preact';
import { QrCode } from '../qr-code.tsx';

export interface PlayReachProps {
  /** Text of the code; undefined when a phone could do nothing with it. */
  readonly code: string | undefined;
  readonly label: string;
  readonly hint: string;
  /** What to do where there is no code. */
  readonly title: string;
  readonly steps: readonly string[];
}

export function PlayReach({ code, label, hint, title, steps }: PlayReachProps): VNode {
  return code === undefined ? (
    <div class="play-reach stack">
      <h3>{title}</h3>
      {steps.map((step) => (
        <p key={step}>{step}</p>
      ))}
    </div>
  ) : (
    <figure class="play-reach">
      <QrCode text={code} label={label} />
      <figcaption class="meta">{hint}</figcaption>
    </figure>
  );
}
