// The logo of the service, a house with an equaliser. It is inline SVG, so that no page requests an image.

const ROOF = 'M4 14.5 16 4.5l12 10V25a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z';
const BARS = 'M10 23v-4M14 23v-8M18 23v-6M22 23v-3';

/** SVG markup for a page, in the colour of its text. */
export const MARK = `<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${ROOF}"/><path d="${BARS}"/></svg>`;

/** The same as a data URL for `rel="icon"`. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#b0447f" stroke-width="2.75" stroke-linecap="round" stroke-linejoin="round"><path d="${ROOF}"/><path d="${BARS}"/></svg>`,
)}`;
