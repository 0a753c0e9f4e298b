/** @jsxImportSource preact */
// The mark of the service: a house whose inside is an equaliser.
import type { VNode } from 'preact';

export const Mark = (): VNode => (
  <svg
    viewBox="0 0 32 32"
    fill="none"
    stroke="currentColor"
    stroke-width="2.25"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d="M4 14.5 16 4.5l12 10V25a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z" />
    <path d="M10 23v-4M14 23v-8M18 23v-6M22 23v-3" />
  </svg>
);
