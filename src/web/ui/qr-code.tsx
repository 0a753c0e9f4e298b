/** @jsxImportSource preact */
// A QR code: dark on light in every theme, since cameras do not read the reverse. For the server; islands get it in a page.

import type { VNode } from 'preact';
import { encode } from 'uqr';

export interface QrCodeProps {
  /** What it contains. */
  readonly text: string;
  /** What it is, for those who do not see it. */
  readonly label: string;
}

/** Light modules around the code, which the standard asks for. */
const BORDER = 4;

export function QrCode({ text, label }: QrCodeProps): VNode {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={rows.join('')} fill="#000" />
    </svg>
  );
}
