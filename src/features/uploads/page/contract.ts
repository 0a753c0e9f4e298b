// Routes of the upload page and the files that it loads.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';

const base = { method: 'GET', section: 'Uploads and attachments', dialect: 'api', cors: 'none' } as const;
const notModified = { description: 'Not modified' } as const;

export const uploadPageContract = defineContract({
  uploadPage: {
    ...base,
    id: 'uploadPage',
    path: '/upload',
    summary: 'A page that uploads files with progress, pause and resume',
    description: 'In the language that the browser asks for. For accounts; it offers signing in.',
    answers: { 200: { description: 'The page', mediaType: 'text/html; charset=utf-8' }, 304: notModified },
    refusals: [],
  },
  uploadPageAsset: {
    ...base,
    id: 'uploadPageAsset',
    path: '/upload/{file}',
    summary: 'Scripts and styles of the upload page, from our own origin',
    params: { file: { schema: z.string().regex(/^[a-z0-9.-]{1,64}$/), refusal: 'route_not_found' } },
    query: {
      v: {
        schema: z.string().max(64),
        refusal: 'route_not_found',
        description: 'Digest of the content as the page names it; with it the answer is immutable',
      },
    },
    answers: { 200: { description: 'The file', mediaType: 'application/octet-stream' }, 304: notModified },
    refusals: ['route_not_found', 'duplicate_query_parameter'],
  },
});
