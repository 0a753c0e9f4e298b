// Where a form leads afterwards: a path of this instance and nothing else.
import { isOwnPath as isSafePath } from '../../features/accounts/common/redirects.ts';

const LENGTH_MAX = 2048;

/** Whether a text is a path of this instance: one slash first, then neither slash nor backslash. */
export const isOwnPath = (text: string): boolean => text.length <= LENGTH_MAX && isSafePath(text);

/** The path if it is one of this instance, else the home page. */
export const ownPathOr = (text: string | undefined, fallback = '/'): string =>
  text !== undefined && isOwnPath(text) ? text : fallback;
