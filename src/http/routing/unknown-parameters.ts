// Which routes refuse query parameters that they do not declare, so that a misspelled filter does not answer everything. Routes
// of the interface version ignore them, as it says, and so do pages, files and feeds. Pure.
import type { Route } from './contract.ts';

/** What was added to the interface: reads of programs, and what accounts and staff call. */
const ADDED = new RegExp(
  `^/api/v1(?:${[
    '/servers/\\{server\\}/release/(?:history|changes|files)$',
    '/servers/\\{server\\}/catalog/(?:history|presentation|schema|types|query|export|database|search)\\b',
    '/publications\\b',
    '/admin/',
    '/moderation/',
    '/instance\\b',
    '/search$',
    '/me/(?!preferences)',
    '/charts/',
    '/account/(?:standing|tokens|export)\\b',
    '/community/(?:tags|me)\\b',
    '/community/users$',
    '/community/users/\\{uid\\}/(?:followers|following)$',
  ].join('|')})`,
);

/** Whether the route refuses parameters that it does not declare. */
export const refusesUnknownParameters = ({ path, dialect }: Pick<Route, 'path' | 'dialect'>): boolean =>
  dialect === 'api' && ADDED.test(path) && !/\.(?:atom|ics)$/.test(path);
