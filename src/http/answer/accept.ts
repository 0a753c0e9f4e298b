// Whether a caller asks for HTML: browsers do when they open an address, programs and scripts do not.
import { Negotiator } from 'negotiator';

const HTML = 'text/html';
/** In order of preference, for equal weights. A caller that accepts everything is a program. */
const OFFERED = ['application/json', HTML];
const HEADER_CHARACTERS_MAX = 512;

/** Whether the `Accept` header prefers HTML to JSON. */
export function prefersHtml(request: Request): boolean {
  const accept = request.headers.get('accept');
  if (accept === null || !accept.includes('html')) return false;
  const headers = { accept: accept.slice(0, HEADER_CHARACTERS_MAX) };
  return new Negotiator({ headers }).mediaTypes(OFFERED)[0] === HTML;
}
