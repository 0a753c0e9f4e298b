// The OpenAPI document of this service: its routes in reading order. http/openapi describes them.
import { readFileSync } from 'node:fs';
import { createOpenApi, type DocumentOptions } from '../http/openapi/document.ts';
import type { Examples } from '../http/openapi/examples.ts';
import { listRoutes } from './surface.ts';

/** Section → description, in the order in which a newcomer reads them. */
const SECTIONS: Readonly<Record<string, string>> = {
  'Registry, release':
    'Which servers there are, which release each of them has, and what changed between two releases. Start here.',
  Catalog:
    'The data of a release: manifest, resources, entities, views and relations; queries, exports and schemas of them. Public, cacheable, and the same for ever when pinned by `release`.',
  'Source metadata': 'Records about the files that a release was made from.',
  'Release media and files':
    'Pictures, sounds and other files of a release, with byte ranges. Paths keep their slashes.',
  'Game-client files': 'What the game itself downloads: manifest, master data and asset bundles.',
  'Level server': 'Playable charts for clients of the level protocol, and charts as something to draw.',
  'Provider projections': 'Read-only data of another provider, by region, kept here and refreshed.',
  Search: 'One search over catalogs, posts, people and tags.',
  'Community posts': 'Posts, comments, reactions, bookmarks, tags, notifications, feeds and reports.',
  'Community users': 'Public profiles, and whom one follows, blocks or mutes.',
  'Community lists': 'Lists of entities: what people have or want, named lists, and what others make public.',
  'Uploads and attachments': 'Files for posts: reserve, send in parts, complete, and read.',
  'Registry, release, account': 'Registration, and the own profile, avatar and preferences.',
  'Own account': 'What else belongs to an account: tokens for programs, game accounts, standing, appeals, export.',
  'Sign-in': 'Sessions of browsers: sign in, sign out, passwords and linked sign-ins. Programs use tokens.',
  'Second factor and passkeys': 'Codes, backup codes and passkeys of an account.',
  Moderation: 'The work of staff: cases, reports, restrictions, appeals and the audit.',
  Administration: 'What administrators see and change: the instance, accounts, servers, jobs, invites and webhooks.',
  Publishing: 'Publishing a release from elsewhere, with a token of the scope `publish`.',
  Service: 'The service itself: its name and texts, this document, and its health.',
  Pages: 'What browsers, search engines and other sites fetch for the pages of this instance.',
};

/** Real requests and answers, written by tools/generate-examples.ts. */
export const EXAMPLES: Examples = JSON.parse(readFileSync(new URL('interface-examples.json', import.meta.url), 'utf8'));

export function describeInterface(
  options: Pick<DocumentOptions, 'baseUrl' | 'names' | 'title' | 'profile' | 'examples'>,
): Record<string, unknown> {
  return createOpenApi(listRoutes(), { ...options, sections: SECTIONS, examples: options.examples ?? EXAMPLES });
}
