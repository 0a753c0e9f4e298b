// Routes of the frame itself: the files of the pages, the choice of language and colours, and what browsers and search
// engines ask for by name.
import { z } from 'zod';
import { ANY_MEDIA_TYPE, defineContract } from '../../http/routing/contract.ts';
import { LOCALES } from '../../kernel/names.ts';
import { THEMES } from './display.ts';

const base = { section: 'Pages', cors: 'none' } as const;
const notModified = { description: 'Not modified' } as const;

export const shellContract = defineContract({
  webAsset: {
    ...base,
    method: 'GET',
    path: '/web/{file}',
    summary: 'Scripts, styles and pictures of the pages, named by digest',
    dialect: 'plain',
    params: {
      file: {
        schema: z.string().regex(/^[a-z0-9-]{1,64}\.(?:js|js\.map|css|css\.map|svg|png|woff2)$/),
        refusal: 'not_found',
      },
    },
    answers: { 200: { description: 'The file', mediaType: ANY_MEDIA_TYPE }, 304: notModified },
  },
  tintRead: {
    ...base,
    method: 'GET',
    path: '/web/tint/{colour}.css',
    summary: 'Shades of a colour of the data, for both themes',
    dialect: 'plain',
    params: { colour: { schema: z.string().regex(/^[0-9a-f]{6}$/), refusal: 'not_found' } },
    answers: { 200: { description: 'The style sheet', mediaType: 'text/css; charset=utf-8' }, 304: notModified },
  },
  robotsRead: {
    ...base,
    method: 'GET',
    path: '/robots.txt',
    summary: 'Rules for search engines',
    dialect: 'plain',
    answers: { 200: { description: 'The rules', mediaType: 'text/plain; charset=utf-8' }, 304: notModified },
  },
  webManifestRead: {
    ...base,
    method: 'GET',
    path: '/site.webmanifest',
    summary: 'Web app manifest: name, colours and icons of the instance',
    dialect: 'plain',
    answers: { 200: { description: 'The manifest', mediaType: 'application/manifest+json' }, 304: notModified },
  },
  displayWrite: {
    ...base,
    method: 'POST',
    path: '/display',
    summary: 'Store the chosen language and colours',
    description: 'In cookies, and the language in the preferences of the account as well.',
    dialect: 'page',
    access: 'viewer',
    sameOrigin: 'form',
    body: {
      kind: 'form',
      schema: z.object({
        locale: z.enum(LOCALES).optional(),
        theme: z.enum([...THEMES, 'auto']).optional(),
        then: z.string().max(2048).optional(),
      }),
      capBytes: 8192,
      invalid: 'invalid_body',
    },
    answers: { 303: { description: 'Redirect back' } },
  },
});
